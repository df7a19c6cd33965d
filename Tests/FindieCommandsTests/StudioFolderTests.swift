import FindieCommands
import FindieReports
import FindieTestSupport
import FindieText
import FindieWorkspace
import Foundation
import Testing

/// Folders to give to a studio.
@Suite struct StudioFolderTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.url.appending(path: "studio")
  }

  private func files(_ text: String) -> [ReportFile] {
    ["index.html", "digest.md"].map { ReportFile(path: $0, bytes: Array(text.utf8)) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  @Test func `a folder has the files and their checksums, and is replaced`() throws {
    for text in ["old", "new"] {
      let answer = try StudioFolder(url).write(files(text))
      #expect(try names() == ["SHA256SUMS", "digest.md", "index.html"])
      #expect(try String(contentsOf: url.appending(path: "index.html"), encoding: .utf8) == text)
      let sums = try #require(try Checksums(in: url))
      #expect(sums.sums["digest.md"] == Fingerprint(of: text).hexadecimal)
      #expect(answer.text.contains("index.html, 3 bytes"))
      let json = try JSONSerialization.jsonObject(with: Data(answer.json.utf8)) as? [String: Any]
      #expect((json?["files"] as? [[String: Any]])?.count == 3)
    }
    // Nothing is left beside it.
    let beside = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(beside == ["studio"])
  }

  @Test func `an empty folder and a link to a folder are written`() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    _ = try StudioFolder(link).write(files("a"))
    #expect(try names().count == 3)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == url.path)
  }

  @Test(arguments: [["notes.txt"], ["index.html"], ["SHA256SUMS", "index.html", "kpi.json"]])
  func `a folder with other files stays as it is`(others: [String]) throws {
    for name in others { try folder.write("mine", to: "studio/" + name) }
    #expect(throws: CommandFailure.self) { try StudioFolder(url).write(files("a")) }
    #expect(try names() == others)
    for name in others {
      #expect(try String(contentsOf: url.appending(path: name), encoding: .utf8) == "mine")
    }
  }
}
