import FindieHistory
import FindieIngest
import FindieTestSupport
import Testing

struct LineTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `an empty file has no lines`() throws {
    let file = try folder.read("")
    #expect(file.source.counts == LineCounts())
    #expect(file.ids == [])
  }

  @Test func `blank lines are numbered and not read`() throws {
    let file = try folder.read("\n\r\n  \t\n" + line("a") + "\n\n\n" + line("b") + "\n\n")
    #expect(file.ids == ["a", "b"])
    // \n, \r\n, two blanks, a tab and \n; then the line and three \n.
    #expect(file.offsets == [7, 7 + line("a").utf8.count + 3])
    #expect(file.source.counts.read == 2)
  }

  @Test func `the last line needs no line end`() throws {
    #expect(try folder.read(line("a") + "\n" + line("b")).ids == ["a", "b"])
  }

  @Test func `a line may end in CRLF`() throws {
    let file = try folder.read(line("a") + "\r\n" + line("b") + "\r\n")
    #expect(file.ids == ["a", "b"])
    #expect(file.offsets == [0, line("a").utf8.count + 2])
  }

  @Test func `a byte order mark at the start is skipped`() throws {
    let file = try folder.read([0xEF, 0xBB, 0xBF] + Array((line("a") + "\n{\n").utf8))
    #expect(file.ids == ["a"])
    // Three bytes of mark, the line, its \n.
    #expect(file.rejected.map(\.byteOffset) == [3 + line("a").utf8.count + 1])
  }

  @Test func `a rejected line has its position, its reason and its bytes`() throws {
    let bad = #"{"id":"b","userId":7}"#
    let file = try folder.read(line("a") + "\r\n\n" + bad + "\r\n" + line("c"))
    #expect(
      file.rejected == [
        RejectedLine(
          file: "interactions.ndjson", line: 3, byteOffset: line("a").utf8.count + 3,
          reason: .wrongType, detail: "userId", bytes: Array(bad.utf8), length: bad.utf8.count)
      ])
    #expect(file.source.counts.rejectedByReason == ["wrongType": 1])
  }

  @Test(arguments: [1, 2, 9, 100, 1 << 18])
  func `a line longer than the limit is skipped, whatever the size of reads`(chunk: Int) throws {
    var limits = IngestLimits()
    limits.eventLineBytes = 200
    limits.storedBytesPerLine = 10
    let long = String(repeating: "x", count: 50_000)
    let bytes = Array((line("a") + "\n" + long + "\n" + line("b") + "\n" + long).utf8)
    let file = try folder.read(bytes, limits: limits, chunk: chunk)
    #expect(file.ids == ["a", "b"])
    #expect(file.offsets == [0, line("a").utf8.count + 1 + 50_001])
    #expect(file.rejected.map(\.reason) == [.lineTooLong, .lineTooLong])
    #expect(file.rejected.map(\.line) == [2, 4])
    #expect(file.rejected.map(\.length) == [50_000, 50_000])
    #expect(file.rejected.map(\.bytes) == Array(repeating: Array("xxxxxxxxxx".utf8), count: 2))
    let first = line("a").utf8.count + 1
    #expect(file.rejected.map(\.byteOffset) == [first, first + 50_001 + line("b").utf8.count + 1])
  }

  @Test func `a line of exactly the limit is accepted, one byte more is not`() throws {
    var limits = IngestLimits()
    limits.eventLineBytes = line("a").utf8.count
    let file = try folder.read(line("a") + "\n" + line("bb") + "\n", limits: limits)
    #expect(file.ids == ["a"])
    #expect(file.rejected.map(\.reason) == [.lineTooLong])
  }

  @Test func `cut bytes end before a character, not inside it`() throws {
    var limits = IngestLimits()
    limits.storedBytesPerLine = 4
    // ミ has three bytes: the fourth byte would be the first of the second.
    let file = try folder.read("ミミミ", limits: limits)
    #expect(file.rejected.map(\.bytes) == [Array("ミ".utf8)])
    #expect(file.rejected.map(\.isCut) == [true])
  }

  @Test func `of many rejected lines the first are stored and all are counted`() throws {
    var limits = IngestLimits()
    limits.storedLines = 3
    let file = try folder.read(String(repeating: "?\n", count: 10), limits: limits)
    #expect(file.rejected.map(\.line) == [1, 2, 3])
    #expect(file.source.counts.rejectedByReason == ["notJSON": 10])
  }

  @Test func `random files read the same in chunks of any size`() throws {
    var generator = SeededGenerator(seed: 3)
    let pieces = [
      line("a"), line("b"), "\n", "\r\n", "\r", "  ", "{", "\u{FEFF}", "ミナ",
      String(repeating: "y", count: 300), line("c") + "\n", "\n\n",
    ]
    var limits = IngestLimits()
    limits.eventLineBytes = 250
    for _ in 0..<10 {
      let text = (0..<12).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let bytes = Array(text.utf8)
      let whole = try folder.read(bytes, limits: limits).everything
      for chunk in Array(1...20) + [97, 98, 250, 251, 252, 300] {
        let cut = try folder.read(bytes, limits: limits, chunk: chunk).everything
        #expect(cut == whole, "in chunks of \(chunk): \(text)")
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func `a file reads the same in slices of any size, by any number of threads`(threads: Int)
    throws
  {
    var generator = SeededGenerator(seed: 4)
    let pieces = [
      "{\n", "\n", "\r\n", "  \n", String(repeating: "y", count: 3000) + "\n", "\u{FEFF}{}\n",
    ]
    var limits = IngestLimits()
    limits.eventLineBytes = 2000
    var text = ""
    for number in 0..<6000 {
      text += line("i\(number % 4000)", action: number % 7 == 0 ? "skip" : "like") + "\n"
      if Int.random(in: 0..<9, using: &generator) == 0 {
        text += pieces.randomElement(using: &generator) ?? ""
      }
    }
    let bytes = Array(text.utf8)
    let whole = try folder.read(bytes, limits: limits, sliceBytes: 1 << 30).everything
    #expect(bytes.count > 9 << 16)
    for sliceBytes in [1, 2 << 16, 5 << 16] {
      let cut = try folder.read(
        bytes, limits: limits, sliceBytes: sliceBytes, threads: threads)
      #expect(cut.everything == whole, "in slices of \(sliceBytes)")
    }
  }
}
