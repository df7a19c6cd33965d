import FindieFiles
import FindieTestSupport
import Foundation
import Glibc
import Testing

struct BulkWriterTests {
  /// Bytes that differ in each block and at each offset in it.
  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 4096 &* 7) }
  }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 4 << 20, (4 << 20) + 1, (8 << 20) - 1, 9_000_001])
  func `a file has the written bytes, whatever its length`(count: Int) throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "file")
    let written = bytes(count)
    let file = try BulkWriter(url)
    try file.write(written)
    try file.finish()
    #expect(try DurableFile.read(url) == written)
  }

  @Test func `pieces of any length are written in order`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "file")
    let file = try BulkWriter(url)
    var all: [UInt8] = []
    for piece in 0..<200 {
      let written = bytes(piece * piece * 3 + piece % 2)
      all += written
      try file.write(written)
    }
    try file.finish()
    #expect(try DurableFile.read(url) == all)
  }

  @Test func `a longer file that was there before leaves nothing`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "file")
    try DurableFile.write(bytes(100_000), to: url)
    let file = try BulkWriter(url)
    try file.write([1, 2, 3])
    try file.finish()
    #expect(try DurableFile.read(url) == [1, 2, 3])
  }

  @Test func `a full disk is reported as full`() throws {
    let file = try BulkWriter(URL(filePath: "/dev/full"))
    let failure = #expect(throws: FileFailure.self) {
      try file.write(bytes(5 << 20))
      try file.finish()
    }
    #expect(failure?.code == ENOSPC)
  }

  @Test func `a folder that is not there is named`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "none/file")
    let failure = #expect(throws: FileFailure.self) { _ = try BulkWriter(url) }
    #expect(failure?.path == url.path)
  }
}
