import FindieAnalytics
import FindieReports
import FindieTestSupport
import FindieText
import Foundation
import Testing

/// Pages in a browser.
@Suite(.serialized) struct BrowserTests {
  private let browser: Browser
  private let pages: [String]

  init() throws {
    browser = try Browser()
    let world = ReportWorld()
    let studio = world.reports.studios.files(of: 1)[0]
    let game = try #require(
      world.reports.studios.gameReport("g2", over: .last4Weeks, format: .html))
    let files = world.reports.teamFiles(world.findings) + [studio, game]
    pages = [
      studio.path, "index.html", "studios/index.html", "studios/letter-s.html",
      "studios/no-events-yet.html", game.path,
    ]
    for file in files where pages.contains(file.path) || file.path == "studios/search.js" {
      try browser.folder.write(file.text, to: file.path)
    }
  }

  @Test(.enabled(if: Browser.isInstalled, "there is no Chromium"))
  func `no page is wider than a phone`() throws {
    let frames = pages.map {
      "<iframe src=\"\($0)\" style=\"width:390px;height:800px;border:0\"></iframe>"
    }
    try browser.folder.write(
      """
      <!doctype html><body>\(frames.joined())<output></output><script>
      onload=()=>document.querySelector("output").textContent="widths: "+[...document
      .querySelectorAll("iframe")].map(f=>f.contentDocument.documentElement.scrollWidth).join(" ")+";"
      </script></body>
      """, to: "frames.html")
    let page = try browser.document(of: "frames.html")
    let widths = try #require(page.firstMatch(of: #/widths: ([0-9 ]+);/#)).output.1
    #expect(widths.split(separator: " ") == pages.map { _ in "390" })
  }

  @Test(
    .enabled(if: Browser.isInstalled, "there is no Chromium"),
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
    try browser.folder.write(
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
    let page = try browser.document(of: "search.html")
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
    try browser.folder.write(
      """
      <!doctype html><body><iframe src="index.html" style="width:\(width)px;height:800px;border:0">
      </iframe><output></output><script>
      onload=()=>{const page=document.querySelector("iframe").contentDocument;
      document.querySelector("output").textContent="value: "+(\(expression))+";"}
      </script></body>
      """, to: "value.html")
    let page = try browser.document(of: "value.html")
    return String(try #require(page.firstMatch(of: #/value: ([^;]*);/#)).output.1)
  }

  @Test(.enabled(if: Browser.isInstalled, "there is no Chromium"))
  func `no table of the team's page is wider than a small phone`() throws {
    let wide = try value(
      of: """
        [...page.querySelectorAll("details")].forEach(d=>d.open=true)||
        [...page.querySelectorAll(".wide")].filter(t=>t.scrollWidth>t.clientWidth)
        .map(t=>t.ariaLabel).join()
        """)
    #expect(wide == "")
  }

  @Test(.enabled(if: Browser.isInstalled, "there is no Chromium"))
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

  @Test(.enabled(if: Browser.isInstalled, "there is no Chromium"))
  func `a browser that cannot decompress says so, and has the letters`() throws {
    let index = try #require(
      ReportWorld().reports.teamFiles(ReportWorld().findings)
        .first { $0.path == "studios/index.html" })
    // Its policy allows no script but its own.
    let page = index.text.replacing(#/<meta http-equiv[^>]*>/#, with: "")
      .replacing("<script>", with: "<script>delete window.DecompressionStream;")
    try browser.folder.write(page, to: "studios/old.html")
    let shown = try browser.document(of: "studios/old.html")
    #expect(shown.contains("This browser cannot run the search. Choose a letter below.</output>"))
    #expect(shown.firstMatch(of: #/<input id="find"[^>]* disabled=""/#) != nil)
    #expect(shown.contains("<nav id=\"letters\" aria-labelledby"))
  }
}
