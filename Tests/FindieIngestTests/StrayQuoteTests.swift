import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Quotation marks in CSV files that are missing or too many: no line is lost unsaid.
struct StrayQuoteTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ lines: [String], as name: String = "interactions.csv") throws -> Reading {
    let file = try folder.read(Array(lines.joined(separator: "\n").utf8), as: name)
    #expect(file.source.counts.isBalanced)
    return file
  }

  /// The lines of a file whose last column nobody reads.
  private func lines(_ count: Int, separator: String = ",") -> [String] {
    (["player,game,action,when,memo"]
      + (1...count).map { "p\($0 % 7),g\($0 % 5),like,\(1_740_000_000 + $0),Note \($0)" })
      .map { $0.replacing(",", with: separator).replacing("when", with: "time") }
  }

  /// Opens a quotation mark before the last field of a line, and closes it in that of a later one.
  private func joined(_ lines: [String], _ first: Int, _ last: Int, closing: String) -> [String] {
    var lines = lines
    lines[first] = lines[first].replacing("Note", with: "\"Note")
    lines[last] = lines[last].replacing("Note \(last)", with: closing)
    return lines
  }

  @Test(arguments: [",", ";", "\t"], ["A 12\"", "\"A 12", "A \"twelve\"\""])
  func `rows inside a quoted field count as rejected lines`(
    separator: String, closing: String
  ) throws {
    let all = lines(400, separator: separator)
    let name = separator == "\t" ? "interactions.tsv" : "interactions.csv"
    let file = try read(joined(all, 31, 330, closing: closing), as: name)
    let counts = file.source.counts
    #expect(counts.read == 400 && counts.accepted == 100)
    #expect(counts.rejectedByReason == ["badRow": 300])
    #expect(file.rejected.map(\.lines) == [300] && file.rejected.map(\.line) == [32])
    #expect(file.rejected.first?.detail.contains("in lines 32 to 331") == true)
    let breach = BadShareLimit().breach(by: counts, of: name, quarantine: nil)
    #expect(breach?.description.contains("300 of 400 lines") == true)
    // Nothing more is to be stored.
    let stored = QuarantineFile(
      of: name, .interactions, stored: file.rejected, rejected: counts.rejected,
      limits: IngestLimits())
    #expect(stored.gap == nil)
  }

  @Test(arguments: [1, 2])
  func `a few joined rows are rejected, and the others are accepted`(after: Int) throws {
    let file = try read(joined(lines(90), 40, 40 + after, closing: "x\""))
    #expect(file.source.counts.rejectedByReason == ["badRow": after + 1])
    #expect(file.source.counts.accepted == 89 - after)
  }

  @Test func `rows that are joined in the first column are found too`() throws {
    var all = lines(60)
    all[20] = "\"" + all[20]
    all[29] = all[29].replacing(",", with: "\",", maxReplacements: 1)
    let file = try read(all)
    #expect(file.source.counts.rejectedByReason == ["badRow": 10])
  }

  @Test func `a file whose lines end in a carriage return is no exception`() throws {
    let text = joined(lines(50), 10, 39, closing: "x\"").joined(separator: "\r")
    let file = try folder.read(Array(text.utf8), as: "interactions.csv")
    #expect(file.source.counts.rejectedByReason == ["badRow": 30])
    #expect(file.source.counts.read == 50)
  }

  @Test func `texts of several lines are accepted, counted and said`() throws {
    let reviews = [
      "Good, short,\nand, sadly, it, ends", "one\n\ntwo, three", "a, b, c, d, e\nf, g, h, i, j\nk",
      "1, 2, 3, 4, 5\n6, 7, 8, 9, 10\n11, 12, 13, 14, 15",
    ]
    let rows = reviews.enumerated().map { "p\($0),g,5,\(1_740_000_000 + $0),\"\($1)\"" }
    let file = try read(["user,item,rating,time,review"] + rows)
    #expect(file.rejected == [] && file.events.count == 4)
    #expect(file.source.counts.notes?["longRows"] == 4)
    #expect(
      file.source.counts.noteSentences.contains {
        $0.hasPrefix("CSV files have 4 rows with quoted fields of several lines, 11 lines in all")
      })
  }

  @Test func `a quotation mark inside a field is said`() throws {
    let file = try read(lines(3) + ["p,g,like,1740000009,a 5\" disk"])
    #expect(file.rejected == [] && file.source.counts.notes?["quotationMarks"] == 1)
    #expect(file.source.counts.noteSentences.contains { $0.contains("a quotation mark inside") })
  }

  @Test func `a header that is joined with rows is an error`() throws {
    var all = lines(20)
    all[0] = all[0].replacing("memo", with: "\"memo")
    all[9] += "\""
    let failure = #expect(throws: IngestFailure.self) { try read(all) }
    #expect(failure.map { "\($0)" }?.contains("column 5 begins with a quotation mark") == true)
  }

  @Test func `joined rows with a forgotten player do not hide the others`() throws {
    let text = joined(lines(60), 10, 39, closing: "x\"").joined(separator: "\n")
    let source = try InputSource(
      folder.write(Array(text.utf8), to: "interactions.csv"), as: .interactions)
    let file = try EventReader(limits: IngestLimits(), now: now) { $0 == "p3" }.reading(source)
    #expect(file.rejected == [])
    #expect(file.source.counts.rejectedByReason == ["badRow": 29])
    #expect(file.source.counts.isBalanced)
  }

  @Test func `a JSON array counts the lines of an element that is not JSON`() throws {
    let elements = (1...40).map {
      #"{"id":"e\#($0)","userId":"u","gameId":"g","action":"like","timestamp":17400000\#($0 + 10)}"#
    }
    var all = elements
    all[9] = #"{"id":"#
    all[29] += "}"
    let text = "[" + all.joined(separator: ",\n") + "]"
    let file = try folder.read(text)
    #expect(file.source.counts.read == 40)
    #expect(file.source.counts.rejectedByReason == ["notJSON": 21])
  }

  // MARK: - The catalogue

  private func games(_ lines: [String], as name: String = "games.csv") throws -> ReadFile {
    try folder.write(lines.joined(separator: "\n") + "\n", to: "in/\(name)")
    let read = try CatalogueReader(limits: IngestLimits()).read(
      InputFolder(scanning: folder.url.appending(path: "in")), workers: Workers(threads: 1))
    return try #require(read.files.first)
  }

  @Test(arguments: [
    ("games.csv", "id,title,price,blurb", ",12.5,"),
    // No column of numbers, times or flags shows what a row is.
    ("games.tsv", "id\ttitle\tgenres\tdescription", "\trpg\t"),
  ])
  func `games inside a quoted field count as rejected lines`(
    name: String, header: String, middle: String
  ) throws {
    let separator = name.hasSuffix("tsv") ? "\t" : ","
    var lines = [header] + (1...80).map { "g\($0)\(separator)Game \($0)\(middle)Text \($0)" }
    lines[20] = lines[20].replacing("Text", with: "\"Text")
    lines[59] += "\""
    let file = try games(lines, as: name)
    #expect(file.counts.rejectedByReason == ["badRow": 40] && file.counts.read == 80)
    #expect(file.counts.accepted == 40)
  }

  @Test func `a game may have a description of many lines`() throws {
    let description = (0..<40).map { "Line \($0), with a comma, sometimes" }.joined(separator: "\n")
    let file = try games([
      "id,title,price,description", "g1,Moss Lantern,3.5,\"\(description)\"", "g2,Night Ferry,4,",
    ])
    #expect(file.counts.accepted == 2 && file.counts.rejected == 0)
  }
}
