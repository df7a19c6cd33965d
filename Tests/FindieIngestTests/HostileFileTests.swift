import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct HostileFileTests {
  private struct Expectation: Codable, Equatable, CustomStringConvertible {
    var line: Int
    var outcome: String
    var reason: String?

    var description: String { "\(line) \(outcome) \(reason ?? "")" }
  }

  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Data/hostile")
  }

  private static func expectations() throws -> [Expectation] {
    try Data(contentsOf: folder.appending(path: "expected.ndjson"))
      .split(separator: 0x0A)
      .map { try JSONDecoder().decode(Expectation.self, from: Data($0)) }
  }

  @Test func `every line of the hostile file has its expected outcome`() throws {
    let url = Self.folder.appending(path: "interactions.ndjson")
    let file = try reader.reading(InputSource(url, as: .interactions))
    let text = [UInt8](try Data(contentsOf: url))
    let accepted = Set(file.offsets.map { offset in text[..<offset].count { $0 == 0x0A } + 1 })
    let rejected = file.rejected.map {
      Expectation(line: $0.line, outcome: "rejected", reason: $0.reason.rawValue)
    }
    // A line that is neither accepted nor rejected is a duplicate; their number was counted.
    let blank: Set<UInt8> = [0x20, 0x09, 0x0D]
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .filter { !blank.isSuperset(of: $0.element) }.map { $0.offset + 1 }
    let duplicates = Set(lines).subtracting(accepted).subtracting(rejected.map(\.line))
    #expect(duplicates.count == file.source.counts.duplicate)
    let outcomes =
      accepted.map { Expectation(line: $0, outcome: "accepted") }
      + duplicates.map { Expectation(line: $0, outcome: "duplicate") } + rejected
    let expected = try Self.expectations()
    let sorted = outcomes.sorted { $0.line < $1.line }
    for (outcome, expectation) in zip(sorted, expected) where outcome != expectation {
      Issue.record("line \(expectation.line): \(outcome), not \(expectation)")
    }
    #expect(sorted.count == expected.count)
    let counts = file.source.counts
    #expect(counts.isBalanced)
    #expect(counts.read == expected.count)
    #expect(counts.accepted == expected.count { $0.outcome == "accepted" })
  }

  @Test func `the hostile file has every reason that a short line of interactions can have`()
    throws
  {
    let seen = Set(try Self.expectations().compactMap(\.reason))
    // The first two need more bytes than a sample should have, the others another collection.
    let elsewhere: Set<RejectionReason> = [
      .lineTooLong, .truncatedFile, .unknownEventType, .unknownStatus, .unknownWord,
      .brokenRule, .notInContract, .badRow,
    ]
    let missing = RejectionReason.allCases.filter {
      !elsewhere.contains($0) && !seen.contains($0.rawValue)
    }
    #expect(missing == [])
  }

  @Test(arguments: [1, 2, 3, 7, 61, 4096])
  func `the hostile file reads the same in chunks of any size`(chunk: Int) throws {
    let source = try InputSource(
      Self.folder.appending(path: "interactions.ndjson"), as: .interactions)
    #expect(
      try reader.reading(source, chunk: chunk).everything == reader.reading(source).everything)
  }

  @Test func `the value at fault is found in every shape of a line`() throws {
    let url = Self.folder.appending(path: "interactions.ndjson")
    let file = try reader.reading(InputSource(url, as: .interactions))
    #expect(file.rejected.count > 50)
    for line in file.rejected where line.reason == .unknownAction || line.reason == .badTimestamp {
      #expect(!LineContent(of: line, FieldNames()).found.isEmpty, "line \(line.line)")
    }
  }

  @Test func `words are counted up to a bound`() {
    var counts = WordCounts()
    for word in 0..<1500 { counts.add("word \(word)") }
    for _ in 0..<3 { counts.add("word 7") }
    #expect(counts.words.count == 1000)
    #expect(counts.words[0].word == "word 7" && counts.words[0].count == 4)
    let sum = counts + counts
    #expect(sum.words[0].count == 8 && sum.words.count == 1000)
  }
}
