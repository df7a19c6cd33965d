import FindieAnalytics
import FindieReports
import FindieTestSupport
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
      "index.html", "studios/index.html", "studios/never-an-event.html", studio.path, game.path,
    ]
    for file in files where pages.contains(file.path) {
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

  @Test(.enabled(if: hasBrowser, "there is no Chromium"))
  func `a studio's page prints on at most two pages`() throws {
    let file = folder.url.appending(path: "page.pdf")
    try run([
      "--no-pdf-header-footer", "--print-to-pdf=\(file.path)",
      "file://\(folder.url.path)/\(pages[3])",
    ])
    let text = String(decoding: try Data(contentsOf: file), as: Unicode.ASCII.self)
    let count = text.matches(of: #/\/Type ?\/Page[^s]/#).count
    #expect((1...2).contains(count))
  }
}
