import FindieHistory
import FindieIngest
import FindieTestSupport
import Foundation
import Testing

/// Files whose content is not what their name says, or not one document per line.
struct ContentFormatTests {
  let folder: TemporaryFolder
  let text = Array((["a", "b", "c"].map { line($0) + "\n" }).joined().utf8)

  init() throws { folder = try TemporaryFolder() }

  private func ids(_ bytes: [UInt8], as name: String) throws -> [String] {
    try folder.read(bytes, as: name).ids
  }

  @Test(arguments: ["interactions.ndjson", "interactions.jsonl.gz", "interactions.ndjson.zst"])
  func `the content decides how a file is read, not its name`(name: String) throws {
    let (gzip, zstd) = (gzipMember, zstdFrame)
    for bytes in [
      text, [0xEF, 0xBB, 0xBF] + text, gzip(text), zstd(text), gzip(gzip(text)), gzip(zstd(text)),
      zstd(gzip(text)), gzip(gzip(zstd(text))), gzip(text) + gzip([]), zstd(text) + zstd([]),
      gzip(gzip(text) + gzip(Array((line("d") + "\n").utf8))),
    ] {
      #expect(try ids(bytes, as: name).prefix(3) == ["a", "b", "c"])
    }
    #expect(throws: IngestFailure.self) { try ids(gzip(gzip(gzip(gzip(text)))), as: name) }
  }

  @Test func `a layer of compression that is cut off is a truncated file`() throws {
    let inner = gzipMember(text)
    for bytes in [
      Array(gzipMember(inner).dropLast()), gzipMember(Array(inner.dropLast())),
      zstdFrame(Array(inner.dropLast(9))),
    ] {
      #expect(try folder.read(bytes).rejected.map(\.reason) == [.truncatedFile])
    }
  }

  @Test(arguments: [1, 7, 1 << 18])
  func `lines may end in CR only`(chunk: Int) throws {
    let lines = (0..<2000).map { line("i\($0)") }
    let bytes = Array(lines.joined(separator: "\r").utf8)
    for sliceBytes in [1, 1 << 30] {
      let file = try folder.read(bytes, chunk: chunk, sliceBytes: sliceBytes)
      #expect(file.source.counts.accepted == 2000)
      #expect(file.source.counts.read == 2000)
    }
    #expect(try folder.read(gzipMember(Array(bytes.prefix(60_000)))).source.counts.accepted > 500)
  }

  @Test func `other formats are named`() throws {
    func unsupported(_ bytes: [UInt8]) throws -> String {
      "\(try #require(#expect(throws: IngestFailure.self) { try folder.read(bytes) }))"
    }
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32] {
      let bytes = Array(try #require(line("é").data(using: encoding)))
      #expect(try unsupported(bytes).contains("in UTF-16"))
      #expect(try unsupported(gzipMember(bytes)).contains("in UTF-8"))
    }
    #expect(try unsupported(Array("PK\u{3}\u{4}rest".utf8)).contains("a ZIP archive"))
    #expect(try unsupported(Array("BZh91AY".utf8)).contains("a bzip2 file"))
    #expect(try unsupported([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 4]).contains("an xz file"))
    #expect(try unsupported(Array("PAR1....".utf8)).contains("newline-delimited JSON"))
  }

  /// A frame of one raw block whose header asks for a window (RFC 8878, §3.1.1.1.2).
  private func frame(windowDescriptor: UInt8) -> [UInt8] {
    [0x28, 0xB5, 0x2F, 0xFD, 0, windowDescriptor, 0x11, 0, 0, 0x31, 0x0A]
  }

  @Test func `a Zstandard window that is too large is named`() throws {
    // 2^(10 + 17) bytes are 128 MiB; 1/8 of 2^27 more are 144 MiB; 2^31 are 2 GiB.
    #expect(try folder.read(frame(windowDescriptor: 17 << 3)).rejected.count == 1)
    for descriptor in [17 << 3 | 1, 18 << 3, 21 << 3] {
      let failure = #expect(throws: IngestFailure.self) {
        try folder.read(frame(windowDescriptor: UInt8(descriptor)), as: "interactions.ndjson.zst")
      }
      let message = "\(try #require(failure))"
      #expect(message.contains("window of more than 128 MiB"))
      #expect(message.contains("without --long") && !message.contains("damaged"))
    }
    // A single segment of 300 MiB needs a window of its size.
    let single: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xA0, 0, 0, 0xC0, 0x12, 1, 0, 0]
    let failure = #expect(throws: IngestFailure.self) { try folder.read(zstdFrame(text) + single) }
    #expect("\(try #require(failure))".contains("window of more than 128 MiB"))
  }
}
