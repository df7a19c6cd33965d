import FindieText

/// The frame of every page. A page loads no resources and runs no script except the search in the
/// index of studios, which loads `search.js`; its policy forbids all others.
struct Page {
  /// A link to another page.
  struct Link {
    let name: String
    /// Relative to the page.
    let path: String
  }

  /// The name of the kind of report.
  let brand: String
  /// May come from the data.
  let heading: String
  /// The title of the browser's window.
  let title: String
  /// The line beneath the heading.
  let subtitle: String
  let isGenerated: Bool
  let footer: String
  /// Above the heading: the pages that this one belongs to, then the previous night's.
  var links: [Link] = []
  /// The rules of its style besides those of all pages.
  var style = HTML()
  /// The script of the page and the hash that its policy allows; nil for none.
  var script: (code: HTML, hash: HTML)?

  /// The document around its main part.
  func html(_ main: HTML) -> HTML {
    let notice: HTML =
      isGenerated
      ? """
      <p class="notice"><b>Generated data.</b> Players and events come from a generator; nothing \
      here was measured on people.</p>

      """ : ""
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src \
      'unsafe-inline'\(policy)">
      <title>\(text: title)</title>
      <style>\(StyleSheet.common)\(links.isEmpty ? "" : StyleSheet.links)\(style)</style></head>
      <body><a class="skip" href="#main">Skip to content</a>
      <header>\(navigation)<p class="brand">\(text: brand)</p><h1>\(HTML.title(heading))</h1>
      <p class="when">\(text: subtitle)</p>
      \(notice)</header>
      <main id="main">
      \(main)</main>
      <footer>\(text: footer)</footer>
      \(script.map { "<script>\($0.code)</script>" as HTML } ?? "")</body></html>

      """
  }

  /// What the policy says about scripts: the page's own, and what that one loads.
  private var policy: HTML {
    script.map { ";script-src 'sha256-\($0.hash)' 'strict-dynamic'" as HTML } ?? ""
  }

  private var navigation: HTML {
    guard !links.isEmpty else { return "" }
    let items = links.map { link -> HTML in
      "<a href=\"\(text: link.path)\">\(text: link.name)</a>"
    }
    return "<nav class=\"up-links\" aria-label=\"Other reports\">\(items)</nav>"
  }

  /// A section of a page; empty without a body.
  ///
  /// - Parameter id: letters only, unique on the page.
  static func section(_ id: String, _ heading: String, _ body: HTML) -> HTML {
    guard !body.isEmpty else { return HTML() }
    return """
      <section aria-labelledby="h-\(text: id)"><h2 id="h-\(text: id)">\(text: heading)</h2>
      \(body)</section>

      """
  }

  static func contents(_ sections: [(id: String, heading: String)]) -> HTML {
    let links = sections.map { section -> HTML in
      "<a href=\"#h-\(text: section.id)\">\(text: section.heading)</a> "
    }
    return "<nav class=\"toc\" aria-label=\"On this page\">\(links)</nav>\n"
  }

  static func lead(_ sentences: [Sentence]) -> HTML {
    "<section class=\"lead\" aria-label=\"Summary\">\(sentences.map { "<p>\($0.html)</p>\n" })</section>\n"
  }

  /// A chart with a box beside it; alone without one.
  static func split(_ chart: HTML, _ box: HTML) -> HTML {
    let hints: HTML = box.isEmpty ? "" : "<div class=\"hints\">\(box)</div>"
    return """
      <div class="split\(box.isEmpty ? " alone" : "")"><div>\(chart)</div>\(hints)</div>
      """
  }

  /// A note in small print; empty without a text.
  static func note(_ text: String) -> HTML {
    text.isEmpty ? HTML() : "<p class=\"note\">\(text: text)</p>\n"
  }

  /// A part that opens on a click; empty without a body.
  static func details(_ summary: String, _ body: HTML) -> HTML {
    body.isEmpty
      ? HTML() : "<details><summary>\(text: summary)</summary>\(body)</details>\n"
  }
}
