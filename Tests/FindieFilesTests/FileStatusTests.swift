import FindieFiles
import FindieTestSupport
import Foundation
import Testing

struct FileStatusTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `all entries of a folder are listed, hidden ones too, and links are not folders`()
    throws
  {
    try folder.write("12345", to: "b")
    try folder.write("1", to: ".hidden/file")
    try DurableFile.link(folder.url.appending(path: "a"), to: ".hidden")
    let entries = try DurableFile.entries(of: folder.url)
    #expect(entries.map(\.url.lastPathComponent) == [".hidden", "a", "b"])
    #expect(entries.map(\.isFolder) == [true, false, false])
    #expect(entries[2].size == 5)
  }

  @Test func `a folder's size is that of its files`() throws {
    try folder.write("12345", to: "b")
    try folder.write("123", to: "c/d/e")
    #expect(try DurableFile.size(of: folder.url) == 8)
    #expect(try DurableFile.size(of: folder.url.appending(path: "c/d/e")) == 3)
    #expect(try DurableFile.size(of: folder.url.appending(path: "none")) == 0)
  }

  @Test func `a folder is removed together with leftovers of an earlier removal`() throws {
    try folder.write("", to: "night/list")
    try folder.write("", to: ".night.old/list")
    try DurableFile.removeWhole(folder.url.appending(path: "night")) { _ in true }
    #expect(try DurableFile.entries(of: folder.url).isEmpty)
    try DurableFile.removeWhole(folder.url.appending(path: "night")) { _ in true }
  }
}
