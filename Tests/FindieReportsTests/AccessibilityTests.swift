import FindieReports
import Foundation
import Testing

/// What a reader without sight, or without a mouse, needs of every page.
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
      #expect(count("<svg ", in: page) == count("role=\"img\"", in: page))
      #expect(count("<svg ", in: page) == count("</title>", in: page) - 1)
    }
  }

  @Test func `no id stands twice on a page`() {
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
}
