import FindieReports
import FindieTestSupport
import Testing

/// Pages with many numbers on A4 paper and on a phone.
@Suite(.serialized, .enabled(if: Browser.isInstalled, "there is no Chromium"))
struct SizedPageTests {
  private let browser: Browser
  private let world = SizedWorld(studios: [60, 1])

  init() throws { browser = try Browser() }

  private func studio(_ index: Int) throws -> ReportFile {
    let file = world.reports.studios.files(of: index)[0]
    #expect(file.path.hasPrefix("studios/studio-\(index)-"))
    return file
  }

  /// Chromium's default is US Letter.
  private func sheets(of page: ReportFile) throws -> Int {
    try browser.folder.write(
      page.text.replacing("</style>", with: "@page{size:A4}</style>"), to: "page.html")
    return try browser.sheets(of: "page.html")
  }

  @Test func `the team's report takes four pages at most`() throws {
    let page = try #require(
      world.reports.teamFiles(world.findings).first { $0.path == "index.html" })
    #expect((2...4).contains(try sheets(of: page)))
  }

  @Test(arguments: [(0, 60), (1, 1)])
  func `a studio's report takes two pages at most, with all of its games and the legends`(
    studio index: Int, games: Int
  ) throws {
    let page = try studio(index)
    #expect(try sheets(of: page) == (games > 1 ? 2 : 1))
    // The same page on a screen, with the rules for paper.
    try browser.folder.write(page.text, to: "page.html")
    try browser.folder.write(
      """
      <!doctype html><body><iframe src="page.html" style="width:700px;height:900px"></iframe>
      <output></output><script>
      onload=()=>{const d=document.querySelector("iframe").contentDocument,
      paper=[...d.styleSheets[0].cssRules].filter(r=>r.media&&r.media.mediaText=="print")
      .flatMap(r=>[...r.cssRules]).map(r=>r.cssText).join("");
      d.head.appendChild(d.createElement("style")).textContent=paper;
      const shown=s=>[...d.querySelectorAll(s)].filter(e=>e.offsetHeight>0).length;
      document.querySelector("output").textContent="shown: "+[".games tbody tr",".first .key",
      ".more"].map(shown).join(" ")+";"}
      </script></body>
      """, to: "paper.html")
    let document = try browser.document(of: "paper.html")
    let shown = try #require(document.firstMatch(of: #/shown: ([0-9 ]+);/#)).output.1
    #expect(shown == "\(games) 1 0")
  }

  @Test func `no page and no table is wider than a phone, with all parts open`() throws {
    let team = world.reports.teamFiles(world.findings).filter { $0.path.hasSuffix("index.html") }
    let files = try team + [studio(0), studio(1)]
    for (index, file) in files.enumerated() {
      try browser.folder.write(file.text, to: "\(index).html")
    }
    let frames = files.indices.map {
      "<iframe src=\"\($0).html\" style=\"width:390px;height:800px;border:0\"></iframe>"
    }
    try browser.folder.write(
      """
      <!doctype html><body>\(frames.joined())<output></output><script>
      onload=()=>document.querySelector("output").textContent="widths: "+[...document
      .querySelectorAll("iframe")].map(f=>{const d=f.contentDocument;
      d.querySelectorAll("details").forEach(e=>e.open=true);
      return d.documentElement.scrollWidth+"/"+[...d.querySelectorAll(".wide")]
      .filter(t=>t.scrollWidth>t.clientWidth).length}).join(" ")+";"
      </script></body>
      """, to: "frames.html")
    let document = try browser.document(of: "frames.html")
    let widths = try #require(document.firstMatch(of: #/widths: ([0-9\/ ]+);/#)).output.1
    #expect(widths == "390/0 390/0 390/0 390/0")
  }
}
