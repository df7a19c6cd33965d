import FindieReports
import Foundation
import Testing

/// Accessibility of every page, with a screen reader or a keyboard.
@Suite struct AccessibilityTests {
  private let pages: [ReportFile]

  init() throws {
    pages = try ReportWorld().files().filter { $0.path.hasSuffix(".html") }
  }

  private func count(_ text: String, in page: ReportFile) -> Int {
    page.text.components(separatedBy: text).count - 1
  }

  @Test func `a page has one first heading, a main part, a language and a title`() {
    for page in pages {
      for once in ["<h1>", "<main ", "<html lang=\"en\">", "<header>", "<footer>"] {
        #expect(count(once, in: page) == 1, "\(once) in \(page.path)")
      }
    }
  }

  @Test func `every table has a caption and columns that say what they head`() {
    for page in pages {
      #expect(count("<table>", in: page) == count("<caption>", in: page))
      #expect(count("<thead>", in: page) == count("<table>", in: page))
    }
  }

  @Test func `every drawing has a title`() {
    for page in pages {
      #expect(page.text.matches(of: #/<svg (?![^>]* role="img")/#).isEmpty)
      #expect(count("<svg ", in: page) == count("</title>", in: page) - 1)
      let intervals = count("<i class=\"iv\" role=\"img\" title=\"", in: page)
      #expect(count("class=\"iv\"", in: page) == intervals)
    }
  }

  @Test func `no id is twice on a page`() {
    for page in pages {
      let ids = page.text.matches(of: #/ id="([^"]+)"/#).map { String($0.output.1) }
      #expect(Set(ids).count == ids.count, "\(page.path)")
    }
  }

  @Test func `elements that open also close`() {
    for page in pages {
      for element in [
        "section", "table", "tr", "td", "dl", "div", "details", "figure", "ul", "bdi",
      ] {
        let opened = count("<\(element)>", in: page) + count("<\(element) ", in: page)
        #expect(opened == count("</\(element)>", in: page), "\(element) in \(page.path)")
      }
    }
  }

  @Test func `headings go down one level at a time`() {
    for page in pages {
      let levels = page.text.matches(of: #/<h([1-6])[ >]/#).compactMap { Int($0.output.1) }
      #expect(levels.first == 1)
      for (above, below) in zip(levels, levels.dropFirst()) {
        #expect(below <= above + 1, "h\(below) under h\(above) in \(page.path)")
      }
    }
  }

  @Test func `every section has content`() {
    for page in pages {
      #expect(
        page.text.firstMatch(of: #/<h2[^>]*>[^<]*<\/h2>\s*<\/section>/#) == nil, "\(page.path)")
    }
  }

  @Test func `every table heading has a scope`() {
    for page in pages {
      #expect(count("<th ", in: page) == count("<th scope=\"", in: page), "\(page.path)")
      #expect(count("<th>", in: page) == 0, "\(page.path)")
    }
  }

  @Test func `labels and links refer to ids on the page`() {
    for page in pages {
      let ids = Set(page.text.matches(of: #/ id="([^"]+)"/#).map { String($0.output.1) })
      let named = page.text.matches(of: #/aria-labelledby="([^"]+)"/#)
        .flatMap { $0.output.1.split(separator: " ").map(String.init) }
      let linked = page.text.matches(of: #/href="#([^"]+)"/#).map { String($0.output.1) }
      #expect(Set(named + linked).subtracting(ids) == [], "\(page.path)")
    }
  }

  @Test func `whatever a keyboard can scroll has a name`() {
    for page in pages {
      let regions = page.text.matches(of: #/<div[^>]*tabindex="0"[^>]*>/#).map(\.output)
      #expect(regions.allSatisfy { $0.contains("role=\"region\"") && $0.contains("aria-label=\"") })
    }
  }

  @Test func `a page has the rules of its classes, if any page has them`() throws {
    // In the second world, charts begin with a partial week.
    let pages =
      try pages + ReportWorld(days: 40).files().filter { $0.path.hasSuffix(".html") }
    let styled = pages.map { page in
      Set(
        page.text.matches(of: #/<style>([^<]*)<\/style>/#)
          // Classes of the styled elements, not of those around them.
          .flatMap { $0.output.1.matches(of: #/\.([a-z][a-z0-9-]*)(?=[{,:.\[])/#) }
          .map(\.output.1))
    }
    let all = styled.reduce(into: Set()) { $0.formUnion($1) }
    #expect(all.isSuperset(of: ["part", "bar", "letters", "shade"]))
    for (page, styled) in zip(pages, styled) {
      let used = page.text.matches(of: #/ class="([^"]+)"/#)
        .flatMap { $0.output.1.split(separator: " ") }
      #expect(Set(used).intersection(all).subtracting(styled) == [], "\(page.path)")
    }
  }

  @Test func `no element runs anything`() {
    for page in pages {
      #expect(page.text.firstMatch(of: #/<[a-z][^>]* on[a-z]+=/#) == nil, "\(page.path)")
      #expect(page.text.firstMatch(of: #/href="\s*javascript:/#) == nil, "\(page.path)")
    }
  }

  @Test(arguments: ["light", "dark", "print"])
  func `every text has a contrast of 4.5 to its ground, every shape one of 3`(
    theme: String
  ) throws {
    let css = try #require(pages.first).text
    let index = try #require(
      theme == "dark"
        ? css.range(of: "prefers-color-scheme:dark")
        : theme == "print" ? css.range(of: "@media print") : css.range(of: ":root"))
    let colours = Dictionary(
      css[index.lowerBound...].prefix(400).matches(of: #/--([a-z]+):#([0-9a-f]{3,6})/#).map {
        (String($0.output.1), Colour(String($0.output.2)))
      }, uniquingKeysWith: { first, _ in first })
    func colour(_ name: String) throws -> Colour { try #require(colours[name]) }
    for ground in ["bg", "card", "tint"] {
      for text in ["ink", "soft", "a", "warm"] {
        let contrast = try colour(text).contrast(to: colour(ground))
        #expect(contrast >= 4.5, "\(text) on \(ground) in \(theme): \(contrast)")
      }
    }
    for shape in ["a", "b", "c", "warm", "soft"] {
      for ground in ["bg", "card", "tint"] {
        let contrast = try colour(shape).contrast(to: colour(ground))
        #expect(contrast >= 3, "\(shape) on \(ground) in \(theme): \(contrast)")
      }
    }
    // Bars in front of, or on top of, others.
    #expect(try colour("b").contrast(to: colour("c")) >= 3, "bars in \(theme)")
    // The darkest cell of a retention triangle.
    let hot = try colour("b").mixed(with: colour("card"), share: 0.55)
    #expect(try colour("ink").contrast(to: hot) >= 4.5)
  }
}

/// A colour of sRGB, and the contrast of two colours by WCAG 2.2.
private struct Colour {
  private let parts: [Double]

  init(_ digits: String) {
    let pairs =
      digits.count == 3
      ? digits.map { "\($0)\($0)" }
      : stride(from: 0, to: 6, by: 2).map { String(digits.dropFirst($0).prefix(2)) }
    parts = pairs.map { Double(Int($0, radix: 16) ?? 0) / 255 }
  }

  private init(parts: [Double]) { self.parts = parts }

  func mixed(with other: Colour, share: Double) -> Colour {
    Colour(parts: zip(parts, other.parts).map { $0 * share + $1 * (1 - share) })
  }

  private var luminance: Double {
    let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  func contrast(to other: Colour) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}
