import FindieFiles
import FindieTestSupport
import Foundation
import Glibc
import Testing

struct FileFailureTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [
    (ENOSPC, "Free some space on that disk"), (EDQUOT, "Free some space on that disk"),
    (EACCES, "Give this user the permission"), (EROFS, "choose another path"),
    (ENOENT, "Check the path"), (EIO, "Check the disk and the path"),
  ])
  func `a failure names the operation, the path, the reason and the remedy`(
    of: (code: Int32, remedy: String)
  ) {
    let text = "\(FileFailure(.write, URL(filePath: "/disk/list.ndjson"), code: of.code))"
    #expect(text.hasPrefix("cannot write /disk/list.ndjson: "))
    #expect(text.contains(of.remedy))
  }

  @Test func `reading a missing file reports that it is missing`() {
    let file = folder.url.appending(path: "none")
    let failure = #expect(throws: FileFailure.self) { try DurableFile.read(file) }
    #expect(failure?.isMissing == true)
    #expect(failure?.operation == .read)
    #expect(failure?.path == file.path)
  }

  @Test func `listing a missing folder reports that it is missing`() {
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.names(in: folder.url.appending(path: "none"))
    }
    #expect(failure?.isMissing == true)
    #expect(failure?.operation == .list)
  }

  @Test func `writing into a missing folder reports that it is missing`() {
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.writePlainly([1], to: folder.url.appending(path: "none/file"))
    }
    #expect(failure?.isMissing == true)
    #expect(failure?.operation == .create)
  }

  @Test func `creating a folder below a file reports that the file is not a folder`() throws {
    let file = try folder.write("x", to: "file")
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.createFolder(file.appending(path: "below"))
    }
    #expect(failure?.code == ENOTDIR)
  }

  @Test func `creating a folder at the path of a file reports that it exists`() throws {
    let file = try folder.write("x", to: "file")
    let failure = #expect(throws: FileFailure.self) { try DurableFile.createFolder(file) }
    #expect(failure?.code == EEXIST)
  }

  @Test func `reading a folder reports that it is a folder`() {
    let failure = #expect(throws: FileFailure.self) { try DurableFile.read(folder.url) }
    #expect(failure?.code == EISDIR)
  }

  @Test func `listing a file reports that it is not a folder`() throws {
    let file = try folder.write("x", to: "file")
    let failure = #expect(throws: FileFailure.self) { try DurableFile.names(in: file) }
    #expect(failure?.code == ENOTDIR)
  }

  @Test func `a device that is always full is a full disk`() {
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.writePlainly([1, 2, 3], to: URL(filePath: "/dev/full"))
    }
    #expect(failure?.code == ENOSPC)
    #expect(failure?.operation == .write)
  }
}
