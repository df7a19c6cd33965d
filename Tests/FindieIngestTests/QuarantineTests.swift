import FindieDomain
import FindieIngest
import FindieTestSupport
import Foundation
import Testing

struct QuarantineTests {
  let folder: TemporaryFolder
  let day = Day(daysSinceEpoch: 17_063)  // 2016-09-19

  init() throws { folder = try TemporaryFolder() }

  private func rejected(_ bytes: [UInt8], length: Int? = nil) -> RejectedLine {
    RejectedLine(
      file: "interactions/a.ndjson", line: 7, byteOffset: 1432, reason: .wrongType,
      detail: "userId", bytes: bytes, length: length ?? bytes.count)
  }

  private func file(_ lines: [RejectedLine], rejected: Int? = nil) -> QuarantineFile {
    QuarantineFile(
      of: "interactions/a.ndjson", .interactions, stored: lines, rejected: rejected ?? lines.count,
      limits: IngestLimits())
  }

  private func written(_ lines: [RejectedLine], rejected: Int? = nil) throws -> String {
    let quarantine = Quarantine(folder: folder.url)
    try quarantine.write(file(lines, rejected: rejected), day: day)
    let url = folder.url.appending(path: "2016-09-19/interactions%2Fa.ndjson.ndjson")
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  @Test func `a rejected line is written with its position, reason and text`() throws {
    let text = try written([rejected(Array("{\"a\\\t\u{1}".utf8))])
    #expect(
      text
        == #"{"file":"interactions/a.ndjson","collection":"interactions","line":7,"offset":1432,"#
        + #""reason":"wrongType","detail":"userId","text":"{\"a\\\t\u0001","truncated":false}"#
        + "\n")
  }

  @Test func `bytes that are not text are written in base64, and a truncated line is marked`()
    throws
  {
    // Base64 of FF FE 00 is "//4A".
    let text = try written([rejected([0xFF, 0xFE, 0x00], length: 9000)])
    #expect(text.contains(#""base64":"//4A","truncated":true}"#))
  }

  @Test func `every line of the quarantine is JSON, whatever was rejected`() throws {
    let text = try written((0...255).map { rejected([0x61, UInt8($0), 0x62]) })
    let lines = text.split(separator: "\n")
    #expect(lines.count == 256)
    for (byte, line) in lines.enumerated() {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let bytes =
        (object["text"] as? String).map { Data($0.utf8) }
        ?? (object["base64"] as? String).flatMap { Data(base64Encoded: $0) }
      #expect(bytes == Data([0x61, UInt8(byte), 0x62]))
    }
  }

  @Test func `a file without bad lines has no quarantine on that day`() throws {
    let quarantine = Quarantine(folder: folder.url)
    _ = try written([rejected([0x61])])
    try quarantine.write(file([]), day: day)
    #expect(
      !FileManager.default.fileExists(
        atPath: quarantine.url(of: "interactions/a.ndjson", day: day).path))
  }

  @Test func `the last line counts the rejected lines that are not stored`() throws {
    let text = try written([rejected([0x61]), rejected([0x62])], rejected: 7)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3)
    let last = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[2].utf8)) as? [String: Any])
    #expect(last["file"] as? String == "interactions/a.ndjson")
    #expect(last["stored"] as? Int == 2)
    #expect(last["rejected"] as? Int == 7)
    let note = try #require(last["note"] as? String)
    // Two are fewer than the limit of 10,000 lines: the limit of bytes applied.
    #expect(note.hasPrefix("5 more rejected lines of this file are not stored"))
    #expect(note.contains("ingest.storedBytesPerFile"))
  }

  /// Lines of the player `zoë-7` as people, encoders and broken programs leave them.
  private static let namingLines: [String] = {
    let object = #"{"userId":"zoë-7","gameId":"g1"}"#
    func text(_ text: String) -> String {
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"" + escaped + "\""
    }
    let twice = text(text(object))
    let escaped = #"{"a":"\u007ao\u00eb-7"}"#
    let entry =
      #"{"file":"f","collection":"interactions","line":1,"offset":0,"reason":"r","truncated":false,"#
    let base64 = Data(object.utf8).base64EncodedString()
    return [
      // Readable entries.
      entry + #""detail":"","text":\#(text(object))}"#,
      entry + #""detail":"","text":\#(text(text(twice)))}"#,
      entry + #""detail":"","text":\#(text(text(escaped)))}"#,
      entry + #""detail":"","text":"zoë-7,g1,like"}"#,
      entry + #""detail":"","base64":"\#(base64)"}"#,
      entry + #""text":"x","detail":"not \"zoë-7\""}"#,
      entry + #""detail":"","text":"x","note":"zoë-7"}"#,
      // Entries that cannot be read.
      #"{"text":\#(text(object))"#, #"{"text":\#(twice)"#, #"{"text":\#(text(escaped))"#,
      #"{"text":"\#(object)"}"#, #"{"text":"[\"zoë-7;g1\",\"like\"]""#, #"{"base64":"\#(base64)""#,
      #"{"text":"{\u0022userId\u0022:\u0022zoë-7\u0022"#, "zoë-7,g1,like", "{'user':zoë-7}",
      #"{"text":"{\\u0022userId\\u0022:\\u0022zoë-7\\u0022}""#,
    ]
  }()

  @Test(arguments: namingLines)
  func `a line that names a forgotten player goes, however it was edited`(line: String) throws {
    let other = line.replacing("zoë-7", with: "zoë-70").replacing("oeb-7", with: "oeb-70")
      .replacing("u00eb-7", with: "u00eb-70")
    for (line, isNamed) in [(line, true), (other, false)] where !line.contains("base64") || isNamed
    {
      let url = try folder.write(line + "\n{}\n", to: "2016-09-19/f.ndjson")
      let quarantine = Quarantine(folder: folder.url)
      #expect(try quarantine.files { $0 == "zoë-7" }.map(\.url.path) == (isNamed ? [url.path] : []))
      try quarantine.forget { $0 == "zoë-7" }
      #expect(try String(contentsOf: url, encoding: .utf8) == (isNamed ? "" : line + "\n") + "{}\n")
    }
  }

  @Test func `a line of many levels of escapes is searched in little time`() throws {
    var forgotten = ForgottenLines { $0 == "ada" }
    let backslashes = String(repeating: #"\u005c"#, count: 100_000)
    let isNamed = forgotten.isNamed(in: Array((backslashes + "\"x\"").utf8)[...])
    #expect(!isNamed)
  }

  @Test func `the days with rejected lines are listed, without emptied ones`() throws {
    let quarantine = Quarantine(folder: folder.url)
    #expect(try quarantine.days() == [])
    try quarantine.write(file([rejected([0x61])]), day: day.adding(days: 1))
    try quarantine.write(file([rejected([0x61])]), day: day)
    try folder.write("", to: "notes.ndjson")
    #expect(try quarantine.days() == [day, day.adding(days: 1)])
    try quarantine.write(file([]), day: day)
    #expect(try quarantine.days() == [day.adding(days: 1)])
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "\(day)").path))
  }

  @Test(arguments: [
    ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd.ndjson"), ("a%2Fb", "a%252Fb.ndjson"),
    ("a/b", "a%2Fb.ndjson"), (".", "%2E.ndjson"), ("a\nb", "a%0Ab.ndjson"),
  ])
  func `each path has its own safe name`(path: String, name: String) {
    #expect(Quarantine(folder: folder.url).url(of: path, day: day).lastPathComponent == name)
  }

  @Test func `a very long path still has a name`() {
    let url = Quarantine(folder: folder.url)
      .url(of: String(repeating: "ミ/", count: 300), day: day)
    #expect(url.lastPathComponent.utf8.count < 240)
  }
}
