import FindieHistory
import FindieIngest
import FindieTestSupport
import Foundation
import Testing

/// A stream that is buffered in a file.
struct InputSpoolTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func spooled(_ pieces: [[UInt8]]) throws -> InputSource {
    var spool = try InputSpool(in: folder.url.appending(path: "stdin"))
    for piece in pieces { try spool.append(piece) }
    return try spool.finish(as: .interactions)
  }

  @Test func `the path depends on the bytes only, not on their pieces`() throws {
    let bytes = (0..<600_000).map { UInt8(1 + $0 &* $0 & 0xFFFF % 200) }
    let whole = try spooled([bytes])
    #expect(whole.path.hasPrefix("stdin/"))
    #expect(whole.path.hasSuffix(".ndjson"))
    #expect(try [UInt8](Data(contentsOf: whole.url)) == bytes)
    #expect(whole.size == 600_000)
    let pieces = stride(from: 0, to: bytes.count, by: 7919).map {
      Array(bytes[$0..<min($0 + 7919, bytes.count)])
    }
    #expect(try spooled(pieces) == whole)
    #expect(try spooled([Array(bytes.dropLast())]).path != whole.path)
  }

  @Test func `its hash is the one that the reader finds`() throws {
    let bytes = Array((0..<9000).map { line("i\($0)") + "\n" }.joined().utf8)
    let source = try spooled([bytes])
    let reading = try reader.reading(source)
    #expect(source.path == "stdin/\(reading.source.contentHash).ndjson")
    #expect(reading.source.counts.accepted == 9000)
  }

  @Test func `compressed bytes are known by how they begin`() throws {
    let text = Array((line("a") + "\n").utf8)
    let forms: [([UInt8], Compression, String)] = [
      (text, .none, ".ndjson"), (gzipMember(text), .gzip, ".ndjson.gz"),
      (zstdFrame(text), .zstd, ".ndjson.zst"),
      // An empty skippable frame comes first.
      ([0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0] + zstdFrame(text), .zstd, ".ndjson.zst"),
    ]
    for (bytes, compression, suffix) in forms {
      // A byte at a time: the beginning is known whatever comes at once.
      let source = try spooled(bytes.map { [$0] })
      #expect(source.compression == compression)
      #expect(source.path.hasSuffix(suffix))
      #expect(try reader.reading(source).ids == ["a"])
    }
  }

  @Test func `a stream without a byte is not an input`() throws {
    #expect(throws: IngestFailure.emptyStream) { try spooled([]) }
    #expect(throws: IngestFailure.emptyStream) { try spooled([[]]) }
  }
}
