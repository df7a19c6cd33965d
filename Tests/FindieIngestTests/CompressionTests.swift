import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct CompressionTests {
  let folder: TemporaryFolder
  let first = Array((line("a") + "\n" + line("b").prefix(20)).utf8)
  let second = Array((line("b").dropFirst(20) + "\n" + line("c") + "\n").utf8)

  init() throws { folder = try TemporaryFolder() }

  private func gz(_ bytes: [UInt8], chunk: Int = 1 << 18) throws -> Reading {
    try folder.read(bytes, as: "interactions.ndjson.gz", chunk: chunk)
  }

  private func zst(_ bytes: [UInt8], chunk: Int = 1 << 18) throws -> Reading {
    try folder.read(bytes, as: "interactions.ndjson.zst", chunk: chunk)
  }

  @Test(arguments: [1, 5, 64, 1 << 18])
  func `a gzip file of two members is one file, also where a line spans them`(chunk: Int) throws {
    #expect(try gz(gzipMember(first) + gzipMember(second), chunk: chunk).ids == ["a", "b", "c"])
  }

  @Test(arguments: [1, 5, 64, 1 << 18])
  func `a Zstandard file of two frames is one file, also where a line spans them`(chunk: Int)
    throws
  {
    #expect(try zst(zstdFrame(first) + zstdFrame(second), chunk: chunk).ids == ["a", "b", "c"])
  }

  @Test func `zeros after the last gzip member are padding`() throws {
    let file = try gz(gzipMember(first + second) + [UInt8](repeating: 0, count: 70_000))
    #expect(file.ids == ["a", "b", "c"])
    #expect(file.rejected == [])
  }

  @Test func `other bytes after the last gzip member are an error`() throws {
    #expect(throws: IngestFailure.self) { try gz(gzipMember(first) + Array("junk".utf8)) }
    #expect(throws: IngestFailure.self) { try gz(gzipMember(first) + [0, 0, 7]) }
  }

  @Test func `a truncated gzip file has its lines before the cut and one truncated line`() throws {
    let whole = gzipMember(first) + gzipMember(second)
    for end in 0..<whole.count where end != gzipMember(first).count {
      let file = try gz(Array(whole[..<end]))
      #expect(file.ids == Array(["a", "b", "c"].prefix(file.ids.count)))
      #expect(file.rejected.map(\.reason) == [.truncatedFile], "cut at \(end)")
      #expect(file.source.counts.read == file.ids.count + 1)
    }
  }

  @Test func `a truncated Zstandard file has its lines before the cut and one truncated line`()
    throws
  {
    let whole = zstdFrame(first + second)
    for end in 0..<whole.count {
      let file = try zst(Array(whole[..<end]))
      #expect(file.rejected.map(\.reason) == [.truncatedFile], "cut at \(end)")
      #expect(file.source.counts.read == file.ids.count + 1)
    }
  }

  @Test func `a flipped byte of a gzip member's data or checksum is damage`() throws {
    let whole = gzipMember(first + second)
    // Ten bytes of header, five of the block's; the length at the end is checked too.
    for index in 15..<whole.count {
      var damaged = whole
      damaged[index] ^= 0x10
      #expect(throws: IngestFailure.self, "at \(index)") { try gz(damaged) }
    }
  }

  @Test func `the output of gzip itself is read`() throws {
    let ids = (0..<20_000).map { "id-\($0)" }
    let plain = try folder.write(
      ids.map { line($0) }.joined(separator: "\n"), to: "interactions-many.ndjson")
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/usr/bin/gzip")
    gzip.arguments = [plain.path]
    try gzip.run()
    gzip.waitForEnd()
    let file = try reader.reading(
      InputSource(folder.url.appending(path: "interactions-many.ndjson.gz"), as: .interactions))
    #expect(file.ids == ids)
  }

  @Test func `byte offsets in compressed files count decompressed bytes`() throws {
    let file = try gz(gzipMember(first) + gzipMember(second + Array("?\n".utf8)))
    #expect(file.rejected.map(\.byteOffset) == [(first + second).count])
  }

  @Test func `the content hash is of the bytes as stored`() throws {
    let bytes = first + second
    #expect(
      try gz(gzipMember(bytes)).source.contentHash
        != folder.read(bytes).source.contentHash)
    #expect(
      try folder.read(bytes, chunk: 1).source.contentHash
        == folder.read(bytes).source.contentHash)
  }

  @Test func `a file decoded ahead reads the same, also when it is cut, damaged or left`() throws {
    let text = (0..<9000).map { line("i\($0)") + "\n" }.joined()
    let members = stride(from: 0, to: text.utf8.count, by: 60_000).map { start in
      gzipMember(Array(Array(text.utf8)[start..<min(start + 60_000, text.utf8.count)]))
    }
    let complete = Array(members.joined())
    let cut = Array(complete.dropLast(50_000))
    for bytes in [complete, cut] {
      let here = try folder.read(bytes, as: "interactions.ndjson.gz", threads: 1)
      let ahead = try folder.read(bytes, as: "interactions.ndjson.gz", threads: 2)
      #expect(ahead.everything == here.everything)
      #expect(here.ids.count > 1000)
    }
    var damaged = complete
    damaged[100] ^= 0xFF
    #expect(throws: IngestFailure.self) {
      try folder.read(damaged, as: "interactions.ndjson.gz", threads: 2)
    }
    // A reader that stops in the middle leaves the thread, which must not wait for it.
    let source = try InputSource(
      folder.write(complete, to: "interactions.ndjson.gz"), as: .interactions)
    let history = History(folder: folder.url.appending(path: "history"))
    #expect(throws: Left.self) {
      try history.withStaging([source.path]) { staging in
        _ = try reader.read([source], into: staging, workers: Workers(threads: 2)) { _ in
          throw Left()
        }
      }
    }
  }

  private struct Left: Error {}
}
