import FindieAnalytics
import FindieWorkspace
import FindieDomain
import FindieReports
import Foundation
import Testing

@Suite struct HostileTextTests {
  private let world = ReportWorld()

  @Test func `a script in a title or a name runs in no page`() throws {
    for file in try world.files() where file.path.hasSuffix(".html") {
      let scripts = file.text.lowercased().components(separatedBy: "<script").count - 1
      #expect(scripts == (file.path == "studios/index.html" ? 1 : 0), "\(file.path)")
    }
  }

  @Test func `the index's policy allows its own script only`() throws {
    let page = try #require(world.files().first { $0.path == "studios/index.html" }).text
    let script = try #require(page.firstMatch(of: #/<script>([\s\S]*)<\/script>/#)).output.1
    let sum = Fingerprint(ofBytes: Array(script.utf8)).hexadecimal
    let bytes = stride(from: 0, to: sum.count, by: 2).compactMap {
      UInt8(sum.dropFirst($0).prefix(2), radix: 16)
    }
    #expect(bytes.count == 32)
    #expect(page.contains("script-src 'sha256-\(Data(bytes).base64EncodedString())'"))
    for file in try world.files() where file.path.hasSuffix(".html") {
      #expect(file.text.contains("default-src 'none'"), "\(file.path)")
      #expect(file.text.contains("script-src") == (file.path == "studios/index.html"))
    }
  }

  @Test func `a script in a title is shown as its text`() throws {
    let pages = try world.files().filter { $0.path.hasSuffix(".html") }
    #expect(
      pages.contains { $0.text.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;") })
  }

  @Test func `a quote with an accent over it leaves no attribute`() {
    // Mustache's own escaping compares characters, and takes a quote and its accent for one.
    let developers = [Developer(id: "d", studioName: "x\"\u{301} onmouseover=alert(1)")]
    let reports = NightReports(
      of: Catalogue(developers: developers), world.activity, world.counting)
    let page = reports.studios.files(of: 0)[0].text
    let plain = String(String.UnicodeScalarView(page.unicodeScalars.filter { $0 != "\u{301}" }))
    #expect(plain.contains("x&quot; onmouseover"))
    #expect(!plain.contains("x\" onmouseover"))
  }

  @Test(arguments: [
    ("[x](//evil)", "\\[x\\](//evil)"), ("@here", "@\u{200B}here"), ("- a", "\\- a"),
    ("a|b\n# c", "a\\|b \\# c"), ("<b>&", "\\<b\\>\\&"), ("\u{202E}gpj", "gpj"),
    ("https://x", "https\\://x"), ("e\u{301}", "e\u{301}"),
  ])
  func `a title has no markup in a digest`(title: String, shown: String) throws {
    let reports = NightReports(
      of: Catalogue(developers: [Developer(id: "d", studioName: title)]), world.activity,
      world.counting)
    let digest = try #require(reports.studios.developerReport("d", over: .month, format: .md)).text
    #expect(digest.hasPrefix("# \(shown)\n"), "\(digest)")
  }

  @Test func `a page loads nothing from anywhere`() throws {
    for file in try world.files() where file.path.hasSuffix(".html") {
      let text = file.text.lowercased()
      for reference in ["http:", "https:", "//", "<link", "<img", "src=", "@import", "url("] {
        #expect(!text.contains(reference), "\(reference) in \(file.path)")
      }
    }
  }

  @Test func `a formula is neutralized in a table`() throws {
    let tables = try world.files().filter { $0.path.hasSuffix(".csv") }
    let fields = tables.flatMap { records(ofCSV: $0.text) }.joined()
    #expect(fields.contains("'" + ReportWorld.formula))
    for field in fields {
      guard let first = field.first, "=+-@\t\r".contains(first) else { continue }
      #expect(Double(field) != nil, "\(field) is not a number")
    }
  }

  @Test func `every row of a table has the header's columns`() throws {
    for file in try world.files() where file.path.hasSuffix(".csv") {
      let records = records(ofCSV: file.text)
      let header = try #require(records.first)
      #expect(records.allSatisfy { $0.count == header.count }, "\(file.path)")
    }
  }

  @Test func `no player and no session is in a studio's report`() throws {
    for file in try world.files() where file.path.hasPrefix("studios/") {
      #expect(!file.text.contains("secret-player"), "\(file.path)")
      #expect(!file.text.contains("session-"), "\(file.path)")
    }
  }

  @Test func `JSON reads back with the texts as they were`() throws {
    for file in try world.files() where file.path.hasSuffix("report.json") {
      let object = try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any]
      let name = try #require(object?["studio"] as? String)
      #expect(world.catalogue.developers.contains { $0.studioName == name })
    }
  }
}
