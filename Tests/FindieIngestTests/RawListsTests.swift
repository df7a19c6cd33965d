import CLineScanner
import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Testing

struct RawListsTests {
  /// The joined text of a list, nil where it is none.
  private func joined(_ raw: String, _ lists: inout RawLists) -> String? {
    let bytes = Array(raw.utf8)
    // The bytes are copied before the closure returns, and so is the text.
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let list = unsafe lists.joined(buffer) else { return nil }
      let text = unsafe UnsafeBufferPointer(start: list.start, count: list.count)
      let copy = unsafe Array(text)
      #expect(list.hash == hash64(of: copy.span))
      return String(decoding: copy, as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      ("", ""), ("[]", ""), ("[ ]", ""), (#"["a"]"#, "a"), (#"["a","b"]"#, "a\u{1F}b"),
      (#"[ "a" ,  "ミ" ]"#, "a\u{1F}ミ"), (#"["","a","","b",""]"#, "a\u{1F}b"), (#"["",""]"#, ""),
      (#"["a]"#, nil), (#"["a" "b"]"#, nil), (#"["a",]"#, nil), (#"[,"a"]"#, nil),
      (#"["a\n"]"#, nil), ("[1]", nil), ("[null]", nil), ("[\"\u{7F}\"]", nil),
      ("[\"a\u{1}\"]", nil), (#"["12345678"]"#, "12345678"), (#"["123456789"]"#, nil), ("[", nil),
      (#"["a"]]"#, nil), (#"["a"] "#, nil), ("]", nil), (#"[["a"]"#, nil),
    ] as [(String, String?)])
  func `a list of plain texts is joined without its empty ones, another is none`(
    raw: String, text: String?
  ) {
    var lists = RawLists(elementLimit: 8)
    // Checked, then found in the table.
    #expect(joined(raw, &lists) == text)
    #expect(joined(raw, &lists) == text)
  }

  @Test func `ten thousand lists are told apart, and again after starting over`() {
    var lists = RawLists(elementLimit: 256, memoryLimit: 1 << 16)
    for _ in 0..<2 {
      for _ in 0..<2 {
        for number in 0..<10_000 {
          let text = joined(#"["tag\#(number)","x"]"#, &lists)
          #expect(text == "tag\(number)\u{1F}x")
        }
      }
      lists.startOverIfFull()
    }
  }

  @Test func `what was handed out stays where it is until starting over`() throws {
    var lists = RawLists(elementLimit: 256, memoryLimit: 1 << 10)
    let raw = Array(#"["first","list"]"#.utf8)
    let first = try unsafe raw.withUnsafeBufferPointer {
      try #require(unsafe lists.joined($0))
    }
    for number in 0..<50_000 { _ = joined(#"["\#(number)"]"#, &lists) }
    let text = unsafe UnsafeBufferPointer(start: first.start, count: first.count)
    #expect(unsafe Array(text) == Array("first\u{1F}list".utf8))
  }

  @Test func `a row whose list is none is removed, and its line is kept`() throws {
    func text(_ id: String, _ tags: String) -> String {
      line(id).dropLast() + #","gameTags":\#(tags),"cardPosition":\#(id.count)}"#
    }
    var templates = LineTemplates(.interactions, limits: IngestLimits(), latest: now)
    let broken = text("bb", #"["a" "b"]"#)
    let lines = [text("a", "[]"), broken, text("ccc", #"["x","y"]"#), text("dddd", "null")]
    templates.learn(from: lines[0].utf8.span)
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    let buffer = bytes + Array(repeating: 0, count: Int(FINDIE_SCAN_PADDING))
    var rows = LineRows(.interactions)
    var lists = RawLists(elementLimit: 256)
    #expect(templates.scan(buffer.span, from: 0, to: bytes.count, into: &rows) == bytes.count)
    rows.resolve(&lists, buffer: buffer.span, offsetOfStart: 100)
    let found = (0..<rows.count).map { ScannedRow(rows, $0) }
    #expect(found.map(\.id) == ["a", "ccc", "dddd"])
    #expect(found.map { $0.texts[5] } == ["", "x\u{1F}y", ""])
    #expect(found.map { $0.numbers[0] } == [1, 3, 4].map { Float($0).bitPattern })
    #expect(unsafe rows.batch.texts[5].hashes[1] == hash64(of: "x\u{1F}y".utf8.span))
    #expect(rows.declined.count == 1)
    let declined = try #require(rows.declined.first)
    #expect(declined.row == 1)
    #expect(Array(buffer[declined.range]) == Array(broken.utf8))
    let offsets = (0..<rows.count).map { Int(unsafe rows.batch.offsets[$0]) }
    #expect(
      offsets
        == [0, 2, 3].map { place in 100 + lines[..<place].reduce(0) { $0 + $1.utf8.count + 1 } })
    withExtendedLifetime(buffer) {}
  }
}

@Suite("Hashes of texts")
struct TextHashesTests {
  @Test("the scanner's hash of a text is the history's, whatever its length")
  func sameHash() {
    var generator = SeededGenerator(seed: 5)
    let bytes = (0..<400).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    for length in 0..<300 {
      let text = Array(bytes[..<length])
      var (hash, repeats) = (UInt64(0), false)
      unsafe text.withUnsafeBufferPointer { buffer in
        var start = buffer.baseAddress
        var count = UInt32(length)
        unsafe findie_hash_texts(&start, &count, 1, &repeats, &hash)
      }
      #expect(hash == hash64(of: text.span), "\(length) bytes")
    }
  }

  @Test("a text that repeats the one before it is noted, and nothing else")
  func repeats() {
    let texts = ["", "", "a", "b", "b", "abcdefgh", "abcdefgX", "abcdefgX", "0123456789abcdefX"]
      .map { Array($0.utf8) }
    var repeats = [Bool](repeating: true, count: texts.count)
    let bytes = texts.flatMap { $0 }
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var (starts, lengths): ([UnsafePointer<UInt8>?], [UInt32]) = unsafe ([], [])
      var place = 0
      for text in texts {
        unsafe starts.append(buffer.baseAddress! + place)
        lengths.append(UInt32(text.count))
        place += text.count
      }
      unsafe findie_find_repeats(starts, lengths, texts.count, &repeats)
    }
    #expect(repeats == [false, true, false, false, true, false, false, true, false])
  }
}
