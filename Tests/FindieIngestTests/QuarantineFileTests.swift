import FindieIngest
import FindieTestSupport
import Foundation
import Testing

/// The quarantine of one file, as people repair it by hand.
struct QuarantineFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rejected(_ bytes: [UInt8], line: Int, length: Int? = nil) -> RejectedLine {
    RejectedLine(
      file: "interactions/a.ndjson", line: line, byteOffset: 100 * line, reason: .notJSON,
      detail: "d", bytes: bytes, length: length ?? bytes.count)
  }

  private func file(
    _ lines: [RejectedLine], rejected: Int? = nil, except replayed: ReplayedLines = .init()
  ) -> QuarantineFile {
    QuarantineFile(
      of: "interactions/a.ndjson", .interactions, stored: lines, rejected: rejected ?? lines.count,
      limits: IngestLimits(), except: replayed)
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
    #expect(back.entries.map(\.isCut) == Array(repeating: false, count: 256) + [true, false])
    // 1000 rejected without the 258 that are there.
    #expect(back.gap?.lines == 742)
    #expect(back.gap == written.gap)
    #expect(back.bytes == written.bytes)
  }

  @Test func `a repaired text has the hash of the rejected line`() throws {
    let written = file([rejected(Array("lke".utf8), line: 1)])
    let repaired = String(decoding: written.bytes, as: UTF8.self)
      .replacing("\"lke\"", with: "\"like\"")
    let entry = try #require(try read(Array(repaired.utf8)).entries.first)
    #expect(entry.bytes == Array("like".utf8))
    #expect(entry.hash == written.entries[0].hash)
  }

  @Test func `lines of other bytes, or of other lengths, have other hashes`() {
    let hashes = file([
      rejected([1], line: 1), rejected([2], line: 1), rejected([1], line: 1, length: 2),
    ]).entries.map(\.hash)
    #expect(Set(hashes).count == 3)
  }

  @Test(arguments: [
    ("{", "it is not JSON"), ("[]", "it is not a JSON object"),
    (#"{"file":"a","file":"b"}"#, "it has file twice"),
    (#"{"collection":"interactions","line":1,"offset":2,"reason":"r","text":"t"}"#, "file, "),
    (#"{"file":"a","collection":"songs","line":1,"offset":2,"reason":"r","text":"t"}"#, "file, "),
    (
      #"{"file":"a","collection":"games","line":1,"offset":2,"reason":"r"}"#,
      "it has neither text nor base64"
    ),
    (
      #"{"file":"a","collection":"games","line":1,"offset":2,"reason":"r","base64":"="}"#,
      "its base64 is invalid"
    ),
  ])
  func `a line that was broken by editing is retained as it is`(line: String, why: String) throws {
    let complete = file([rejected([0x61], line: 1)]).bytes
    let bytes = Array(line.utf8) + [0x0A] + complete
    let back = try read(bytes)
    #expect(back.bytes == bytes)
    #expect(back.entries.count == 1)
    guard case .unreadable(_, let found) = try #require(back.items.first) else {
      Issue.record("\(line) was read")
      return
    }
    #expect(found.hasPrefix(why))
  }

  @Test func `replayed lines are not stored again, others at the same offset are`() throws {
    let (old, new) = (rejected([0x61], line: 1), rejected([0x62], line: 1))
    var replayed = ReplayedLines()
    replayed.insert(file([old]).entries[0], in: "quarantine/x")
    // They are known again from the disk.
    let quarantine = Quarantine(folder: folder.url)
    try quarantine.write(replayed)
    replayed = try quarantine.replayed()
    #expect(file([old], except: replayed).isEmpty)
    #expect(file([old, new], except: replayed).entries == file([new]).entries)
  }

  @Test func `a line that was replayed from another day is left out unless it was edited`()
    throws
  {
    let written = file([rejected([0x61], line: 1), rejected([0x62], line: 2)])
    var replayed = ReplayedLines()
    for entry in written.entries { replayed.insert(entry, in: "quarantine/x") }
    let text = String(decoding: written.bytes, as: UTF8.self)
    var back = try read(Array(text.replacing("\"b\"", with: "\"c\"").utf8))
    let wereSome = back.leaveOut(replayed)
    #expect(wereSome)
    #expect(back.entries.map(\.bytes) == [[0x63]])
    let areMore = back.leaveOut(replayed)
    #expect(!areMore)
  }

  @Test func `a broken list of replayed lines is read up to the first invalid line`() throws {
    var replayed = ReplayedLines()
    let entry = file([rejected([0x61], line: 1)]).entries[0]
    replayed.insert(entry, in: "quarantine/x")
    let quarantine = Quarantine(folder: folder.url)
    try quarantine.write(replayed)
    let url = folder.url.appending(path: "replayed.ndjson")
    try Data("{\n[]\n{}\n".utf8 + Data(contentsOf: url)).write(to: url)
    #expect(try quarantine.replayed().contains(entry))
  }
}
