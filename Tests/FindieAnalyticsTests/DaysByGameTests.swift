import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Days by game, as the history stores them for studios’ numbers.
@Suite struct DaysByGameTests {
  private let world = StudioWorld(seed: 4, games: 3, players: 150, events: 3000)

  /// The days of both records, written to a folder and read again.
  private func reread(_ folder: TemporaryFolder) throws -> EventsByGame {
    var events = EventsByGame()
    for table in [EventTable(world.swipes), EventTable(world.logs)] {
      for day in DayByGame.all(of: table) {
        let url = folder.url.appending(path: "\(day.collection.rawValue)-\(day.day)")
        try day.write(to: url)
        events.append(try DayByGame.read(url))
      }
    }
    return events
  }

  @Test func `a day that was written and read counts as one in memory`() throws {
    let folder = try TemporaryFolder()
    let stored = StudioCounting(
      try reread(folder), games: world.games, night: StudioWorld.night,
      workers: Workers(threads: 2)
    ).numbers(ofGames: [0, 1, 2], followers: 7)
    #expect(stored.studio == world.numbers.studio)
    #expect(stored.games.map(\.periods) == world.numbers.games.map(\.periods))
    #expect(stored.days == world.numbers.days)
    #expect(stored.allTime == world.numbers.allTime)
  }

  @Test func `totals of another process give the same numbers`() throws {
    let events = EventsByGame([EventTable(world.swipes), EventTable(world.logs)])
    let counting = StudioCounting(
      events, games: world.games, night: StudioWorld.night, workers: Workers(threads: 1))
    var totals = try JSONDecoder().decode(
      CatalogueTotals.self, from: JSONEncoder().encode(counting.totals))
    totals.arrays = counting.totals.arrays
    let other = StudioCounting(
      events, games: world.games, night: StudioWorld.night, totals: totals,
      workers: Workers(threads: 1))
    for games in [[0], [1, 2]] {
      let numbers = counting.numbers(ofGames: games, followers: nil)
      let others = other.numbers(ofGames: games, followers: nil)
      #expect(others.studio == numbers.studio)
      #expect(others.games.map(\.periods) == numbers.games.map(\.periods))
      #expect(others.days == numbers.days)
      #expect(others.allTime == numbers.allTime)
      #expect("\(others.suggestions)" == "\(numbers.suggestions)")
    }
  }

  @Test func `each game's rows are its events, by instant`() throws {
    let folder = try TemporaryFolder()
    let events = try reread(folder)
    #expect(events.count == world.swipes.count + world.logs.count)
    let id = try #require(events.games.existingCode(of: "g1"))
    var kinds: [UInt32] = []
    for day in events.days where day.collection == .interactions {
      guard let index = day.games.firstIndex(of: id) else { continue }
      day.reader(of: .kinds).append(day.rows(of: index), to: &kinds)
    }
    let expected = world.swipes.enumerated().filter { $1.game == "g1" }
      .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
      .map { UInt32($0.element.action.code) }
    #expect(kinds == expected)
  }

  @Test func `rows of all widths are read as they were written`() throws {
    // 70,000 players take four bytes each, and the rows more than one piece of the writer's.
    let logs = (0..<90_000).map { number in
      Log(
        user: "u\(number * 7919 % 70_001)", game: "g\(number % 301)",
        type: EventType.allCases[number % EventType.allCases.count],
        day: StudioWorld.night.adding(days: -1), session: "s")
    }
    let folder = try TemporaryFolder()
    let made = try #require(DayByGame.all(of: EventTable(logs)).first)
    let url = folder.url.appending(path: "day")
    try made.write(to: url)
    let read = try DayByGame.read(url)
    #expect(read.count == 90_000)
    func columns(_ day: DayByGame) -> [[UInt32]] {
      ([.players, .milliseconds, .kinds]
        + DayByGame.valueColumns(of: .analytics).map { DayByGame.Column.value($0) }).map {
          var numbers: [UInt32] = []
          day.reader(of: $0).append(0..<day.count, to: &numbers)
          return numbers
        }
    }
    #expect(columns(read) == columns(made))
    #expect(try #require(columns(read)[0].max()) > 65_535)
    // A game's rows alone, from the middle of the file.
    var (own, all): ([UInt32], [UInt32]) = ([], [])
    read.reader(of: .players).append(read.rows(of: 150), to: &own)
    made.reader(of: .players).append(0..<made.count, to: &all)
    #expect(own == Array(all[made.rows(of: 150)]))
  }

  @Test func `a damaged file is refused`() throws {
    let folder = try TemporaryFolder()
    let day = try #require(DayByGame.all(of: EventTable(world.logs)).first)
    let url = folder.url.appending(path: "day")
    try day.write(to: url)
    var bytes = try Data(contentsOf: url)
    let last = bytes.count - 9
    bytes[last] ^= 1
    try bytes.write(to: url)
    #expect(throws: HistoryDamage.self) { try DayByGame.read(url) }
  }

  @Test func `games without events in any period keep the numbers of one run`() throws {
    let later = [0, 1, 40].map { offset in
      StudioCounting(
        EventsByGame([EventTable(world.swipes), EventTable(world.logs)]), games: world.games,
        night: StudioWorld.night.adding(days: 300 + offset),
        workers: Workers(threads: 1)
      ).numbers(ofGames: [0, 1, 2], followers: nil)
    }
    let last = try #require((world.swipes.map(\.day) + world.logs.map(\.day)).max())
    var first = last
    while !ReportPeriod.all(before: first).allSatisfy({ $0.before.first > last }) {
      first = first.adding(days: 1)
    }
    for numbers in later {
      #expect(numbers.night == first)
      #expect(numbers.periods == later[0].periods)
      #expect(numbers.allTimeRange == later[0].allTimeRange)
      #expect(!numbers.studio.contains { !$0.isEmpty })
    }
    #expect(world.numbers.night == StudioWorld.night)
  }
}
