import FindieAnalytics
import FindieReports
import FindieTestSupport
import FindieText
import Foundation
import Testing

/// Pages in a browser.
@Suite(.serialized) struct BrowserTests {
  static let browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static let hasBrowser = browser != nil

  private let folder: TemporaryFolder
  private let pages: [String]

  init() throws {
    folder = try TemporaryFolder()
    let world = ReportWorld()
    let studio = world.reports.studioFiles(for: 1)[0]
    let game = try #require(world.reports.gameReport("g2", over: .last4Weeks, format: .html))
    let files = world.reports.teamFiles(world.findings) + [studio, game]
    pages = [
      studio.path, "index.html", "studios/index.html", "studios/letter-s.html",
      "studios/no-events-yet.html", game.path,
    ]
    for file in files where pages.contains(file.path) || file.path == "studios/search.js" {
      try folder.write(file.text, to: file.path)
    }
  }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.browser))
    process.arguments =
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--allow-file-access-from-files",
        "--user-data-dir=\(folder.url.path)/profile",
      ] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: try output.output(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func `no page is wider than a phone`() throws {
    let frames = pages.map {
      "<iframe src=\"\($0)\" style=\"width:390px;height:800px;border:0\"></iframe>"
    }
    try folder.write(
      """
      <!doctype html><body>\(frames.joined())<output></output><script>
      onload=()=>document.querySelector("output").textContent="widths: "+[...document
      .querySelectorAll("iframe")].map(f=>f.contentDocument.documentElement.scrollWidth).join(" ")+";"
      </script></body>
      """, to: "frames.html")
    let page = try run([
      "--dump-dom", "--virtual-time-budget=5000", "file://\(folder.url.path)/frames.html",
    ])
    let widths = try #require(page.firstMatch(of: #/widths: ([0-9 ]+);/#)).output.1
    #expect(widths.split(separator: " ") == pages.map { _ in "390" })
  }

  @Test(
    .enabled(if: hasBrowser, "there is no Chromium"),
    arguments: [
      // A studio without events.
      ("🎮", "1 studio, 0 games", ["no-events-yet.html"]),
      // A game's title leads to its section on its studio's page.
      ("game 3", "0 studios, 1 game", ["/index.html#game-1"]),
      // Accents and case do not count; the studio of a game may be one of the words.
      ("HYPÉRLINK 3", "0 studios, 1 game", ["/index.html#game-1"]),
      ("<script>", "1 studio, 1 game", ["/index.html", "/index.html#game-0"]),
      ("no such name", "0 studios, 0 games", []),
    ])
  func `the index finds studios and titles, whose links lead to files`(
    text: String, count: String, ends: [String]
  ) throws {
    try folder.write(
      """
      <!doctype html><body><iframe src="studios/index.html"></iframe><output></output><script>
      onload=()=>{const d=document.querySelector("iframe").contentDocument,
      f=d.getElementById("find");
      f.value=\(JSONValue.string(text).line);f.dispatchEvent(new Event("input"));
      setTimeout(()=>document.querySelector("output").textContent="hits: "+JSON.stringify([
      d.getElementById("found").textContent,d.getElementById("letters").hidden+"",
      ...[...d.querySelectorAll("#hits a")].map(a=>a.getAttribute("href"))])+";",1000)}
      </script></body>
      """, to: "search.html")
    let page = try run([
      "--dump-dom", "--virtual-time-budget=5000", "file://\(folder.url.path)/search.html",
    ])
    let json = try #require(page.firstMatch(of: #/hits: (\[.*\]);/#)).output.1
    let hits = try JSONDecoder().decode([String].self, from: Data(json.utf8))
    #expect(hits.prefix(2) == [count, "true"])
    let paths = Set(try ReportWorld().files().map(\.path))
    let links = hits.dropFirst(2)
    for (link, end) in zip(links, ends) { #expect(link.hasSuffix(end), "\(link)") }
    for link in links {
      #expect(paths.contains("studios/" + link.prefix { $0 != "#" }), "\(link)")
    }
  }

  /// The value of a JavaScript expression of `page`, the team's document at a width.
  private func value(of expression: String, width: Int = 356) throws -> String {
    try folder.write(
      """
      <!doctype html><body><iframe src="index.html" style="width:\(width)px;height:800px;border:0">
      </iframe><output></output><script>
      onload=()=>{const page=document.querySelector("iframe").contentDocument;
      document.querySelector("output").textContent="value: "+(\(expression))+";"}
      </script></body>
      """, to: "value.html")
    let page = try run([
      "--dump-dom", "--virtual-time-budget=5000", "file://\(folder.url.path)/value.html",
    ])
    return String(try #require(page.firstMatch(of: #/value: ([^;]*);/#)).output.1)
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func `no table of the team's page is wider than a small phone`() throws {
    let wide = try value(
      of: """
        [...page.querySelectorAll("details")].forEach(d=>d.open=true)||
        [...page.querySelectorAll(".wide")].filter(t=>t.scrollWidth>t.clientWidth)
        .map(t=>t.ariaLabel).join()
        """)
    #expect(wide == "")
  }

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func `a range is shown when its button is chosen, with a click or with the arrow keys`() throws {
    let shown = """
      [...page.querySelectorAll(".range")].filter(r=>r.offsetHeight>0).map(r=>r.classList[1]).join()
      """
    #expect(try value(of: shown) == "p-28")
    #expect(try value(of: "page.getElementById('r-7').click()||\(shown)") == "p-7")
    // Radio buttons of one name are one stop of a keyboard, and named by their labels.
    let names = try value(
      of: """
        [...page.querySelectorAll("fieldset.ranges input[type=radio][name=range]")]
        .map(i=>i.labels[0].textContent).join()
        """)
    #expect(names == "Yesterday,7 days,28 days,13 weeks")
  }

  @Test(
    .enabled(if: hasBrowser, "there is no Chromium"), arguments: [(0, 4), (3, 2)])
  func `the team's page prints on four pages at most, a studio's on two`(
    page: Int, most: Int
  ) throws {
    let file = folder.url.appending(path: "page.pdf")
    try run([
      "--no-pdf-header-footer", "--print-to-pdf=\(file.path)",
      "file://\(folder.url.path)/\(pages[page])",
    ])
    let text = String(decoding: try Data(contentsOf: file), as: Unicode.ASCII.self)
    let count = text.matches(of: #/\/Type ?\/Page[^s]/#).count
    #expect((1...most).contains(count))
  }
}
