import FindieDomain
import FindieHistory
import FindieTestSupport
import Foundation
import Testing

/// A history from which accounts do not count, compared with one that never had their events.
@Suite struct UncountedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let end = Day(daysSinceEpoch: 100)

  /// From day 8 on, nobody else acts on odd days.
  private static let uncounted = [
    UncountedPlayer(id: "u2"), UncountedPlayer(id: "u3", since: Day(daysSinceEpoch: 5)),
    UncountedPlayer(id: "u4", since: Day(daysSinceEpoch: 8)),
    UncountedPlayer(id: "u5", since: end), UncountedPlayer(id: "nobody"),
  ]

  private func counts(_ event: Event) -> Bool {
    let day = Timestamp(milliseconds: event.time).day
    return !Self.uncounted.contains { own in
      own.id == event.user && (own.since.map { $0 <= day } ?? true)
    }
  }

  private var events: [Event] {
    var random = SeededGenerator(seed: 5)
    return (0..<12).flatMap { day in
      (0..<40).map { number in
        let isAlone = day >= 8 && day % 2 == 1
        return Event(
          id: "e\(day)-\(number)",
          time: at(day: Int64(day), hour: 0) + Int64.random(in: 0..<86_400_000, using: &random),
          user: "u\(isAlone ? 2 + number % 3 : Int.random(in: 0..<8, using: &random))",
          game: "g\(Int.random(in: 0..<9, using: &random))",
          action: SwipeAction.allCases[Int.random(in: 0..<8, using: &random)],
          seconds: number % 3 == 0 ? Float(number) : .nan)
      }
    }
  }

  /// With all events but without the accounts, and with the other events only.
  private func histories() throws -> (masked: History, never: History) {
    let all = folder.url.appending(path: "history")
    try History(folder: all).take([file("f", events)])
    let never = History(folder: folder.url.appending(path: "never"))
    try never.take([file("f", events.filter(counts))])
    return (History(folder: all, without: UncountedPlayers(Self.uncounted)), never)
  }

  private func rows(_ table: EventTable) -> [String] {
    (0..<table.count).map { row in
      let texts = table.collection.textColumns.map { column in
        "\(table[column].codes[row]) \(table[column].text(row))"
      }
      let numbers = table.collection.numberColumns.map { "\(table[$0][row])" }
      return "\(table.milliseconds[row]) \(table.kinds[row]) \(texts + numbers)"
    }
  }

  @Test func `the events that are read are those of the others`() throws {
    let (masked, never) = try histories()
    let (own, others) = (
      try masked.events(.interactions, workers: workers),
      try never.events(.interactions, workers: workers)
    )
    #expect(rows(own) == rows(others) && own.count < events.count)
    func days(_ history: History) throws -> [String] {
      let table = try history.events(
        .interactions, before: Self.end, texts: [.userId], numbers: [], hasInstants: false,
        workers: workers)
      return table.days.map { "\($0.day) \($0.rows)" }
    }
    #expect(try days(masked) == days(never))
    func some(_ history: History) throws -> [String] {
      var found: [String] = []
      _ = try history.eachDays(
        .interactions, from: Day(daysSinceEpoch: 2), before: Day(daysSinceEpoch: 9),
        texts: [.userId], workers: workers
      ) { table in
        found += (0..<table.count).map { "\(table.milliseconds[$0]) \(table[.userId].codes[$0])" }
      }
      return found
    }
    #expect(try some(masked) == some(never))
  }

  @Test func `days by game are those of the others, and are built once`() throws {
    let (masked, never) = try histories()
    func byGame(_ name: String) -> DaysByGame {
      DaysByGame(folder: folder.url.appending(path: name))
    }
    /// The files' bytes, by the day.
    func bytes(_ name: String) throws -> [String: Data] {
      let days = folder.url.appending(path: "\(name)/5/interactions")
      return Dictionary(
        uniqueKeysWithValues: try FileManager.default.contentsOfDirectory(atPath: days.path).map {
          (String($0.prefix(10)), try Data(contentsOf: days.appending(path: $0)))
        })
    }
    let (own, built) = try byGame("own").update(of: masked, before: Self.end, workers: workers)
    let others = try byGame("others").update(of: never, before: Self.end, workers: workers).events
    #expect(built == 12 && own.days.count == 10 && own.count == others.count)
    let (mine, theirs) = (try bytes("own"), try bytes("others"))
    #expect(theirs.allSatisfy { mine[$0.key] == $0.value })
    // The same accounts again; one more from a day on; all count again.
    #expect(try byGame("own").update(of: masked, before: Self.end, workers: workers).built == 0)
    let more = History(
      folder: masked.folder,
      without: UncountedPlayers(
        Self.uncounted + [UncountedPlayer(id: "u6", since: Day(daysSinceEpoch: 10))]))
    #expect(try byGame("own").update(of: more, before: Self.end, workers: workers).built == 2)
    let all = History(folder: masked.folder)
    let again = try byGame("own").update(of: all, before: Self.end, workers: workers)
    #expect(again.built == 12 && again.events.count == events.count)
    #expect(try byGame("other").read(masked, before: Self.end, workers: workers).count == own.count)
  }

  @Test func `of a forgotten account, only events that count stay in totals`() throws {
    let (masked, never) = try histories()
    for history in [masked, never] {
      _ = try history.forget(workers: workers, who: "some") { ["u1", "u2", "u3"].contains($0) }
    }
    let (own, others) = (
      try masked.forgottenEvents(of: masked.ledger()), try never.forgottenEvents(of: never.ledger())
    )
    #expect(own == others && !own.isEmpty)
    #expect(
      try rows(masked.events(.interactions, workers: workers))
        == rows(never.events(.interactions, workers: workers)))
  }

  @Test func `accounts are identified by those who do not count before a day`() throws {
    let players = UncountedPlayers(Self.uncounted)
    let reversed = UncountedPlayers(Self.uncounted.reversed())
    #expect(players.identity(before: Self.end) == reversed.identity(before: Self.end))
    let five = Day(daysSinceEpoch: 5)
    let before = UncountedPlayers(Self.uncounted.filter { $0.since == nil })
    #expect(players.identity(before: five) == before.identity(before: Self.end))
    #expect(players.identity(before: five) != players.identity(before: five.adding(days: 1)))
    #expect(UncountedPlayers().identity(before: Self.end) == nil)
  }
}
