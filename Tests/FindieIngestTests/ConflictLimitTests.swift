import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Events whose id another event with different content has.
struct ConflictLimitTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func event(_ id: Int, second: Int) -> String {
    #"{"id":"\#(id)","userId":"u\#(second % 7)","gameId":"g","action":"like","timestamp":\#(1_700_000_000 + second)}"#
      + "\n"
  }

  /// The ledger and the breach after files, by name, were read into one history.
  private func update(
    _ files: [String: String], into history: String = "history", threads: Int = 1
  ) throws -> (Ledger, conflicts: Int, TooManyConflicts?) {
    let sources = try files.sorted { $0.key < $1.key }.map { name, text in
      try InputSource(folder.write(Array(text.utf8), to: name), as: .interactions)
    }
    let history = History(folder: folder.url.appending(path: history))
    return try history.withStaging(sources.map(\.path)) { staging in
      let workers = Workers(threads: threads)
      let read = try reader.read(
        sources, into: staging, workers: workers, sliceBytes: threads == 1 ? nil : 1 << 16)
      let update = try history.update(from: staging, read.map(\.source), by: .threads(workers))
      try history.write(update)
      let paths = Set(sources.map { ExactText($0.path) })
      return (update.ledger, update.conflicts, BadShareLimit().breach(by: update, reading: paths))
    }
  }

  @Test(arguments: [1, 4])
  func `conflicts are counted, however many there are`(threads: Int) throws {
    // 12,000 events of five days with 40 ids: of each id one is stored.
    let text = (0..<12_000).map { event($0 % 40, second: $0 * 36) }.joined()
    let (ledger, conflicts, breach) = try update(["interactions.ndjson": text], threads: threads)
    #expect(conflicts == 11_960)
    #expect(ledger.conflictCount == 11_960)
    #expect(ledger.conflicts.count == Conflict.limit)
    #expect(ledger.sources[0].conflicts == 11_960)
    #expect(ledger.sources[0].counts.duplicate == 11_960)
    let message = try #require(breach).description
    #expect(message.contains("11,960 of 12,000 lines of interactions.ndjson have an id"))
    #expect(message.contains("Is `id` unique for each event?"))
    #expect(message.contains("(99.7%; the limit is 5.0%)"))
  }

  @Test func `events that are delivered again are no conflicts`() throws {
    let text = (0..<500).map { event($0, second: $0) }.joined()
    let (ledger, conflicts, breach) = try update([
      "interactions-1.ndjson": text + text, "interactions-2.ndjson": text,
    ])
    #expect(conflicts == 0 && ledger.conflictCount == 0 && breach == nil)
    #expect(ledger.counts(of: .interactions).duplicate == 1000)
  }

  @Test func `nineteen conflicts are allowed, and one in twenty`() throws {
    func file(_ conflicts: Int, of count: Int) -> String {
      (0..<count).map { event($0 < 2 * conflicts ? $0 / 2 : $0, second: $0) }.joined()
    }
    #expect(try update(["interactions.ndjson": file(19, of: 40)], into: "h1").2 == nil)
    #expect(try update(["interactions.ndjson": file(20, of: 41)], into: "h2").2 != nil)
    #expect(try update(["interactions.ndjson": file(20, of: 400)], into: "h3").2 == nil)
    #expect(try update(["interactions.ndjson": file(21, of: 400)], into: "h4").2 != nil)
  }

  @Test func `small files together exceed the limit`() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<30).map { file in
        ("interactions-\(file).ndjson", (0..<5).map { event($0, second: file * 5 + $0) }.joined())
      })
    let breach = try #require(try update(files).2)
    #expect(breach.description.hasPrefix("145 of 150 lines of the 30 files have an id"))
  }

  @Test func `a corrected file replaces its events without conflicts`() throws {
    let first = (0..<100).map { event($0, second: $0) }.joined()
    let corrected = (0..<100).map { event($0, second: $0 + 3600) }.joined()
    #expect(try update(["interactions.ndjson": first]).2 == nil)
    let (ledger, conflicts, breach) = try update(["interactions.ndjson": corrected])
    #expect(conflicts == 0 && breach == nil && ledger.conflictCount == 0)
    // In another file they are conflicts, whichever is stored.
    let other = try update(["interactions-2.ndjson": first])
    #expect(other.conflicts == 100)
    #expect(other.2?.conflicts == 100)
  }
}
