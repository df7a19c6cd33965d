import FindieAnalytics
import FindieText

/// The index of all studios by name: one table per letter, which a browser lays out when it is scrolled
/// into view.
///
/// A row takes about 100 bytes, so ten thousand studios take about a megabyte.
struct StudioIndex {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  var html: HTML {
    let entries = report.studios.sorted { left, right in
      let (a, b) = (left.studio, right.studio)
      return a.safeName != b.safeName ? a.safeName < b.safeName : a.developerId < b.developerId
    }
    let letters = Dictionary(grouping: entries) { Self.letter(of: $0.studio.safeName) }
      .sorted { $0.key < $1.key }
    let links = letters.map { letter, _ -> HTML in
      "<a href=\"#l-\(text: letter)\">\(text: Self.name(of: letter))</a>"
    }
    let sections = letters.map { Self.section($0, $1) }
    return Page(
      brand: "Findie · studios", heading: "All studios",
      title: "Findie studios, \(report.night)",
      subtitle: "\(report.studios.count.counted("studio")) by name, with impressions and likes in "
        + "\(report.period.inWords).",
      isGenerated: report.setting.isGenerated,
      footer:
        "Use the browser’s search to find a studio. Each studio’s report.json has the same numbers."
    ).html(
      """
      <nav class="az-links" aria-label="Letters">\(links, separator: " ")</nav>
      \(sections)
      """)
  }

  private static func section(_ letter: String, _ entries: [TeamReport.TopStudio]) -> HTML {
    var rows = HTML()
    for entry in entries {
      rows += """
        <tr><th scope="row"><a href="\(text: entry.studio.safeName)/index.html">\
        \(HTML.title(entry.studio.name))</a></th><td>\(entry.studio.games.count)</td>\
        <td>\(Figure.count(entry.tally[.impressions]))</td>\
        <td>\(Figure.count(entry.tally[.likes]))</td></tr>

        """
    }
    return """
      <section class="az" style="contain-intrinsic-size:auto \(entries.count * 38 + 90)px" \
      aria-labelledby="l-\(text: letter)"><h2 id="l-\(text: letter)">\(text: name(of: letter))</h2>\
      <table><caption>\(text: entries.count.counted("studio"))</caption><thead><tr>\
      <th scope="col">Studio</th><th scope="col">Games</th><th scope="col">Impressions</th>\
      <th scope="col">Likes</th></tr></thead><tbody>
      \(rows)</tbody></table></section>

      """
  }

  private static func letter(of safeName: String) -> String {
    guard let first = safeName.first, first.isLetter else { return "0" }
    return first.uppercased()
  }

  private static func name(of letter: String) -> String { letter == "0" ? "0–9" : letter }
}
