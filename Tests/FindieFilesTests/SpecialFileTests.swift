import FindieFiles
import FindieTestSupport
import Foundation
import Glibc
import Testing

/// A pipe, a folder or a device under a file's name, and limits of the process.
struct SpecialFileTests {
  private let folder: TemporaryFolder
  private let pipe: URL

  init() throws {
    folder = try TemporaryFolder()
    pipe = folder.url.appending(path: "pipe")
    try #require(unsafe mkfifo(pipe.path, 0o600) == 0)
  }

  private func failure(_ body: () throws -> Void) -> FileFailure? {
    #expect(throws: FileFailure.self, performing: body)
  }

  @Test func `a pipe that nobody writes is an error, and no read waits`() throws {
    try endsInBoundedTime { [self] in
      let failures = [
        failure { _ = try DurableFile.read(pipe) }, failure { _ = try FileReader(pipe) },
        failure { _ = try MappedFile(pipe) },
      ]
      for failure in failures {
        #expect(failure?.description.contains("a pipe, a socket or a device") == true)
        #expect(failure?.path == pipe.path)
      }
    }
    #expect(failure { _ = try DurableFile.read(URL(filePath: "/dev/zero")) } != nil)
    #expect(failure { _ = try DurableFile.read(folder.url) }?.reason == "Is a directory")
  }

  @Test func `a pipe under the name of a temporary file stops a write`() throws {
    let partial = folder.url.appending(path: ".a.partial")
    try #require(unsafe mkfifo(partial.path, 0o600) == 0)
    try endsInBoundedTime { [self] in
      #expect(
        failure { try DurableFile.write("text", to: folder.url.appending(path: "a")) }?.path
          == partial.path)
      #expect(failure { _ = try BulkWriter(pipe) } != nil)
      #expect(failure { _ = try FileWriter(pipe) } != nil)
      #expect(!DurableFile.isBeingWritten(partial))
    }
  }

  @Test func `reading returns all bytes, or as many as the limit`() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let url = folder.url.appending(path: "bytes")
    try DurableFile.write(bytes, to: url)
    #expect(try DurableFile.read(url) == bytes)
    #expect(try DurableFile.read(url, limit: 20_000) == Array(bytes.prefix(20_000)))
    #expect(try DurableFile.read(url, limit: 200_000) == bytes)
    #expect(try DurableFile.read(url, limit: 0) == [])
    // A file without a size that has content.
    #expect(try !DurableFile.read(URL(filePath: "/proc/self/status")).isEmpty)
  }

  @Test(arguments: [
    (EMFILE, "ulimit -n"), (ENFILE, "fs.file-max"), (ENOMEM, "ulimit -v"), (EFBIG, "ulimit -f"),
    (EACCES, "permission"), (ENOTEMPTY, "did not write"),
  ])
  func `an error of a limit names the limit`(of: (code: Int32, remedy: String)) {
    let text = FileFailure(.list, folder.url, code: of.code).description
    #expect(text.contains(of.remedy), "\(text)")
  }
}
