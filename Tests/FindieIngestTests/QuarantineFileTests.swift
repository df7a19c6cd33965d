import FindieIngest
import FindieTestSupport
import Foundation
import Testing

/// The quarantine of one file.
struct QuarantineFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rejected(_ bytes: [UInt8], line: Int, length: Int? = nil) -> RejectedLine {
    RejectedLine(
      file: "interactions/a.ndjson", line: line, byteOffset: 100 * line, reason: .notJSON,
      detail: "d", bytes: bytes, length: length ?? bytes.count)
  }

  private func file(
    _ lines: [RejectedLine], rejected: Int? = nil
  ) -> QuarantineFile {
    QuarantineFile(
      of: "interactions/a.ndjson", .interactions, stored: lines, rejected: rejected ?? lines.count,
      limits: IngestLimits())
  }

  private func read(_ bytes: [UInt8]) throws -> QuarantineFile {
    try QuarantineFile(reading: folder.write(bytes, to: "q.ndjson"))
  }

  @Test func `what was written is read back, whatever bytes were rejected`() throws {
    let lines =
      (0...255).map { rejected([0x61, UInt8($0), 0x62], line: $0 + 1) }
      + [rejected([0x7B], line: 300, length: 9000), rejected([], line: 301)]
    let written = file(lines, rejected: 1000)
    let back = try read(written.bytes)
    #expect(back.file == "interactions/a.ndjson")
    #expect(back.collection == .interactions)
    #expect(back.entries == written.entries)
    #expect(back.entries.count == 258)
    #expect(back.entries.map(\.truncated) == Array(repeating: false, count: 256) + [true, false])
    // 1000 rejected without the 258 that are there.
    #expect(back.gap?.lines == 742)
    #expect(back.gap == written.gap)
    #expect(back.bytes == written.bytes)
  }

  @Test func `without a stored line, the line about the others names the file`() throws {
    let back = try read(file([], rejected: 3).bytes)
    #expect(back.file == "interactions/a.ndjson")
    #expect(back.collection == .interactions)
    #expect(back.gap?.lines == 3)
  }

  @Test(arguments: [
    "{", "[]", #"{"file":"a","collection":"games","line":1,"offset":2,"text":"t"}"#,
    #"{"file":"a","collection":"songs","line":1,"offset":2,"reason":"r","detail":"","text":"t"}"#,
  ])
  func `a line that cannot be read is retained as it is`(line: String) throws {
    let complete = file([rejected([0x61], line: 1)]).bytes
    let bytes = Array(line.utf8) + [0x0A] + complete
    let back = try read(bytes)
    #expect(back.bytes == bytes)
    #expect(back.entries.count == 1)
    #expect(back.lines.count == 2)
  }
}
