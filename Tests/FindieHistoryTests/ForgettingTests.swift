import FindieDomain
import FindieHistory
import FindieTestSupport
import Foundation
import Testing

/// A history after a player was forgotten, compared with one that never had the player.
@Suite struct ForgettingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func history(_ name: String = "history") -> History {
    History(folder: folder.url.appending(path: name))
  }

  /// Six events a day over ten days, one of them of `gone`; on day 4 that player is alone.
  private func files(with gone: String?) -> [InputFile] {
    (0..<2).map { part in
      var events: [Event] = []
      for day in part * 5..<part * 5 + 5 {
        for number in 0..<6 where day != 4 || number == 3 {
          let user = number == 3 ? gone : "u\(number)"
          guard let user else { continue }
          events.append(
            Event(
              id: "e\(day)-\(number)", time: at(day: Int64(day), hour: Int64(number)), user: user))
        }
      }
      return file("f\(part)", events)
    }
  }

  /// The content of every event, in their stored order.
  private func contents(_ history: History) throws -> [String] {
    let events = try history.events(.interactions, workers: workers)
    return (0..<events.count).map {
      "\(events.milliseconds[$0]) \(events[.userId].text($0)) \(events[.gameId].text($0))"
    }
  }

  private func segments(_ history: History) throws -> [[UInt8]] {
    let ids = history.folder.appending(path: "ids")
    return try FileManager.default.contentsOfDirectory(atPath: ids.path).sorted()
      .map { [UInt8](try Data(contentsOf: ids.appending(path: $0))) }
  }

  @Test func `the rest equals a history without the player`() throws {
    try history().take(files(with: "gone"))
    try history("other").take(files(with: nil))
    let removed = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    #expect(removed == 10)
    #expect(try contents(history()) == contents(history("other")))
    #expect(try history().ids() == history("other").ids())
    #expect(try history().verify(workers: workers).isSound)
  }

  @Test func `a conflict with an event of the player is removed`() throws {
    func read(_ path: String, _ events: [Event]) -> InputFile {
      var file = file(path, events)
      file.source.readBy = "a reader"
      return file
    }
    let remaining = read("f0", [Event(id: "e", time: at(day: 1), user: "u1")])
    let twice = [
      Event(id: "e", time: at(day: 2), user: "gone"), Event(id: "e", time: at(day: 3), user: "u2"),
    ]
    try history().take([remaining, read("f1", twice)])
    #expect(try history().ledger().conflictCount == 2)
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    // The next intake reads the changed files again, without the player.
    #expect(try history().ledger().sources.map(\.readBy) == ["a reader", ""])
    try history().take([read("f1", [twice[1]])])
    // The files are read again once only.
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    #expect(try history().ledger().sources.map(\.readBy) == ["a reader", "a reader"])
    try history("other").take([remaining, read("f1", [twice[1]])])
    let (found, expected) = try (history().ledger(), history("other").ledger())
    #expect(found.conflictCount == 1)
    #expect(found.conflicts == expected.conflicts)
    #expect(found.sources.map(\.counts) == expected.sources.map(\.counts))
  }

  @Test func `the index of ids is that of a history without the player`() throws {
    try history().take(files(with: "gone"))
    try history("other").take(files(with: nil))
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    #expect(try segments(history()) == segments(history("other")))
  }

  @Test func `no file of the folder contains the player's id`() throws {
    try history().take(files(with: "player-that-is-gone"))
    _ = try history().forget(workers: workers, who: "gone") { $0 == "player-that-is-gone" }
    for path in try FileManager.default.subpathsOfDirectory(atPath: history().folder.path) {
      let url = history().folder.appending(path: path)
      let kind = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
      guard kind as? FileAttributeType == .typeRegular else { continue }
      #expect(
        try Data(contentsOf: url).range(of: Data("player-that-is-gone".utf8)) == nil, "\(path)")
    }
  }

  @Test func `the number of removed events stays, by game and day`() throws {
    try history().take(files(with: "gone"))
    #expect(try history().ledger().forgottenEvents == nil)
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    let events = try history().forgottenEvents(of: history().ledger())
    #expect(events.counts.map(\.events) == [Int](repeating: 1, count: 10))
    #expect(events.counts.map(\.key.day) == (0..<10).map { Day(daysSinceEpoch: $0) })
    #expect(events.counts.allSatisfy { $0.key.game == "g1" && $0.key.collection == .interactions })
    #expect(events.firstDay == Day(daysSinceEpoch: 0))
    #expect(try history().ledger().lastForgottenDay == Day(daysSinceEpoch: 9))
    // More players, and the day of another time zone.
    let grain = ForgottenEvents.Grain(
      reportDay: { Timestamp(milliseconds: $0 + 20 * 3_600_000).day })
    _ = try history().forget(workers: workers, who: "both", grain: grain) { $0 == "u4" }
    let more = try history().forgottenEvents(of: history().ledger())
    #expect(more.counts.reduce(0) { $0 + $1.events } == 19)
    #expect(more.counts.count { $0.key.reportDay == $0.key.day.adding(days: 1) } == 9)
    #expect(try history().verify(workers: workers).isSound)
  }

  @Test func `an earlier program does not read a ledger that names such numbers`() throws {
    try history().take(files(with: "gone"))
    func version() throws -> Int {
      struct Version: Decodable { let formatVersion: Int }
      return try JSONDecoder().decode(
        Version.self, from: Data(contentsOf: history().folder.appending(path: "ledger.json"))
      ).formatVersion
    }
    #expect(try version() == 2)
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    #expect(try version() == 3)
    // Another update retains them.
    try history().take([file("f9", [Event(id: "more", time: at(day: 20))])])
    #expect(try version() == 3)
    #expect(try history().forgottenEvents(of: history().ledger()).counts.count == 10)
    try history().replace(ForgottenEvents())
    #expect(try version() == 2)
    #expect(try forgottenFiles() == [])
  }

  @Test func `a copy has the numbers, and damage is found`() throws {
    try history().take(files(with: "gone"))
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    var ledger = try history().ledger()
    ledger.idSegments = []
    try history().copyDays(of: ledger, to: history("copy"))
    #expect(try history("copy").forgottenEvents(of: ledger).counts.count == 10)
    let name = try #require(try forgottenFiles().first)
    #expect(try forgottenFiles().count == 1)
    let url = history().folder.appending(path: name)
    var bytes = try Data(contentsOf: url)
    bytes[20] ^= 1
    try bytes.write(to: url)
    #expect(throws: History.Failure.self) { try history().forgottenEvents(of: ledger) }
    #expect(try !history().verify(workers: workers).isSound)
    try FileManager.default.removeItem(at: url)
    #expect(!history().hasDays(of: ledger))
    #expect(throws: History.Failure.self) { try history().forgottenEvents(of: ledger) }
  }

  private func forgottenFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: history().folder.path)
      .filter { $0.hasPrefix("forgotten-") }
  }

  @Test func `a day without other players is removed`() throws {
    try history().take(files(with: "gone"))
    #expect(try history().ledger().days.count == 10)
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    #expect(try history().ledger().days.count == 9)
  }

  @Test func `files with events of the player count fewer lines and are read again`() throws {
    try history().take(files(with: "gone"))
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    let sources = try history().ledger().sources
    #expect(sources.map(\.counts.accepted) == [20, 25])
    #expect(sources.allSatisfy { $0.counts.isBalanced && $0.readBy.isEmpty })
  }

  @Test func `a second time changes nothing`() throws {
    try history().take(files(with: "gone"))
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    let before = try history().bytes()
    #expect(try history().forget(workers: workers, who: "gone") { $0 == "gone" } == 0)
    #expect(try history().bytes() == before)
  }

  @Test func `without a player to forget nothing changes`() throws {
    try history().take(files(with: "gone"))
    let before = try history().bytes().filter { $0.key != "ledger.json" }
    #expect(try history().forget(workers: workers, who: "gone") { _ in false } == 0)
    #expect(try history().bytes().filter { $0.key != "ledger.json" } == before)
    // Only that the history was searched is recorded.
    #expect(try history().ledger().forgotten == "gone")
  }

  @Test func `leftovers of an interrupted run do not matter`() throws {
    try history().take(files(with: "gone"))
    // New files that no ledger names yet, and a staging that is half full.
    let days = history().folder.appending(path: "interactions")
    try Data("half".utf8).write(to: days.appending(path: "1970-01-02-abc.findie"))
    let staging = history().folder.appending(path: "staging")
    try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: true)
    try Data("half".utf8).write(to: staging.appending(path: "interactions-1970-01-02"))
    try history("other").take(files(with: "gone"))
    _ = try history().forget(workers: workers, who: "gone") { $0 == "gone" }
    _ = try history("other").forget(workers: workers, who: "gone") { $0 == "gone" }
    #expect(try history().bytes() == history("other").bytes())
    #expect(try history().verify(workers: workers).isSound)
  }
}
