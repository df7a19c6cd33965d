import FindieTestSupport
import Foundation
import Testing

/// A browser without a window, and the folder of the pages that it opens.
struct Browser {
  private static let path = [
    "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
  ].first { FileManager.default.isExecutableFile(atPath: $0) }
  static let isInstalled = path != nil

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The document of a page after its scripts ran.
  func document(of page: String) throws -> String {
    try run(["--dump-dom", "--virtual-time-budget=5000"], page)
  }

  /// The number of A4 pages that a page takes on paper.
  func sheets(of page: String) throws -> Int {
    let file = folder.url.appending(path: "page.pdf")
    try run(["--no-pdf-header-footer", "--print-to-pdf=\(file.path)"], page)
    let text = String(decoding: try Data(contentsOf: file), as: Unicode.ASCII.self)
    return text.matches(of: #/\/Type ?\/Page[^s]/#).count
  }

  @discardableResult
  private func run(_ arguments: [String], _ page: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.path))
    process.arguments =
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--allow-file-access-from-files", "--user-data-dir=\(folder.url.path)/profile",
      ] + arguments + ["file://\(folder.url.path)/\(page)"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    return text
  }
}
