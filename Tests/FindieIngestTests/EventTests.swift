import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct EventTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `an interaction fills every column`() throws {
    let events = try folder.read(
      #"{"id":"i1","userId":"u1","gameId":"g1","action":"superLike","#
        + #""timestamp":"2025-09-01T10:00:00.250Z","sessionId":"s1","cardPosition":4,"#
        + #""viewDuration":2.5,"userGenrePreferences":["rpg","x"],"gameGenres":["indie"],"#
        + #""gameTags":[]}"#
    ).events
    #expect(events.action(0) == .superLike)
    // 2025-09-01 is day 20,332 since 1970.
    #expect(events.milliseconds == [20_332 * 86_400_000 + 36_000_250])
    #expect(events[.userId].text(0) == "u1")
    #expect(events[.gameId].text(0) == "g1")
    #expect(events[.sessionId].text(0) == "s1")
    #expect(events[.userGenrePreferences].text(0) == "rpg\u{1F}x")
    #expect(events[.gameGenres].text(0) == "indie")
    #expect(events[.gameTags].text(0) == "")
    #expect(events[.cardPosition] == [4])
    #expect(events[.viewSeconds] == [2.5])
  }

  @Test func `an analytics event fills every column`() throws {
    let text =
      #"{"eventId":"e1","gameId":"g1","developerId":"d1","eventType":"externalLinkClick","#
      + #""timestamp":1756720800,"anonymousUserId":"h1","userGenrePreferences":["rpg"],"#
      + #""sessionId":"s1","deviceType":"iPad","appVersion":"1.2","shop":"steam","#
      + #""surface":"feed","listId":"l1","campaign":"c1","country":"fr"}"#
    let events = try folder.read(Array(text.utf8), as: "analytics.ndjson").events
    #expect(events.eventType(0) == .externalLinkClick)
    #expect(events.milliseconds == [1_756_720_800_000])
    #expect(
      events.collection.textColumns.map { events[$0].text(0) } == [
        "h1", "g1", "s1", "rpg", "d1", "iPad", "1.2", "steam", "feed", "l1",
        "c1", "FR",
      ])
  }

  @Test func `a wrapped analytics event has the outer id`() throws {
    let text =
      #"{"id":"outer","data":{"eventId":"inner","gameId":"g","eventType":"gameView","#
      + #""timestamp":1756720800,"anonymousUserId":"h"}}"#
    #expect(try folder.read(Array(text.utf8), as: "analytics.ndjson").ids == ["outer"])
  }

  @Test(arguments: [
    ("eventId", RejectionReason.missingField), ("gameId", .missingField),
    ("eventType", .missingField), ("timestamp", .missingField), ("anonymousUserId", .missingField),
  ])
  func `an analytics event without a field that it needs is rejected`(
    field: String, reason: RejectionReason
  ) throws {
    let text =
      #"{"eventId":"e","gameId":"g","eventType":"gameView","timestamp":1756720800,"#
      + #""anonymousUserId":"h"}"#
    let file = try folder.read(
      Array(text.replacing("\"\(field)\"", with: "\"x\"").utf8), as: "analytics.ndjson")
    #expect(file.rejected.map(\.reason) == [reason])
    #expect(file.rejected.map(\.detail) == [field])
  }

  @Test func `absent numbers are stored as NaN`() throws {
    let events = try folder.read(line("a")).events
    #expect(events[.cardPosition][0].isNaN)
    #expect(events[.viewSeconds][0].isNaN)
  }

  @Test func `an event a day ahead of the clock is accepted, a millisecond more is not`() throws {
    func text(_ time: Int64) -> String {
      #"{"id":"a\#(time)","userId":"u","gameId":"g","action":"like","timestamp":\#(time)}"#
    }
    let latest = now.milliseconds + 86_400_000
    let file = try folder.read(text(latest) + "\n" + text(latest + 1))
    #expect(file.offsets == [0])
    #expect(file.rejected.map(\.reason) == [.fromTheFuture])
  }

  @Test(
    arguments: [
      (99_999_999_999, Int64(99_999_999_999_000)), (100_000_000_000, 100_000_000_000),
    ] as [(Int64, Int64)])
  func `epoch numbers below ten to the eleventh are seconds`(written: Int64, meant: Int64) throws {
    let text =
      #"{"id":"a","userId":"u","gameId":"g","action":"like","timestamp":\#(written)}"#
    let far = EventReader(limits: IngestLimits(), now: Timestamp(milliseconds: meant))
    let source = try InputSource(
      try folder.write(text, to: "interactions.ndjson"), as: .interactions)
    #expect(try far.reading(source).events.milliseconds == [meant])
  }

  @Test func `many files give the same result at any number of threads and in any order`() throws {
    var generator = SeededGenerator(seed: 5)
    let actions = SwipeAction.allCases.map(\.rawValue)
    for file in 0..<12 {
      let lines = (0..<50).map { _ in
        // Forty ids in twelve files: most events are duplicates or conflicts.
        line(
          "id\(Int.random(in: 0..<40, using: &generator))",
          action: actions.randomElement(using: &generator) ?? "like")
      }
      try folder.write(lines.joined(separator: "\n"), to: "in/interactions/\(file).ndjson")
    }
    let sources = try InputFolder(scanning: folder.url.appending(path: "in")).sources
    var results: [[String: [UInt8]]] = []
    for (run, threads) in [1, 2, 7].enumerated() {
      let history = History(folder: folder.url.appending(path: "history\(run)"))
      let workers = Workers(threads: threads)
      let shuffled = sources.shuffled(using: &generator)
      let update = try history.withStaging(sources.map(\.path)) { staging in
        let files = try reader.read(shuffled, into: staging, workers: workers, chunk: 40 << run)
        let update = try history.update(from: staging, files.map(\.source), by: .threads(workers))
        try history.write(update)
        return update
      }
      #expect(update.ledger.counts(of: .interactions).isBalanced)
      #expect(update.ledger.counts(of: .interactions).read == 600)
      #expect(update.ledger.counts(of: .interactions).accepted == 40)
      results.append(try folder.files(in: history.folder))
    }
    for result in results.dropFirst() {
      #expect(result.keys.sorted() == results[0].keys.sorted())
      for (path, bytes) in result where bytes != results[0][path] {
        Issue.record(
          "\(path): \(String(decoding: bytes, as: UTF8.self)) not \(String(decoding: results[0][path] ?? [], as: UTF8.self))"
        )
      }
    }
  }
}

extension TemporaryFolder {
  /// The bytes of every file below `folder`, by path.
  func files(in folder: URL) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let url = folder.appending(path: path)
      if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
        files[path] = [UInt8](try Data(contentsOf: url))
      }
    }
    return files
  }
}
