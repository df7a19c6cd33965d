import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Trending games of seeded random events, compared with the definitions.
@Suite struct TrendingBruteForceTests {
  private let world = TrendingTestWorld(seed: 7)

  @Test func `every entry follows the formulas over raw events`() throws {
    // Two games also get many new players.
    var world = world
    world.swipes += (0..<130).map { player in
      Swipe(
        user: "x\(player)", game: player < 70 ? "g2" : "g9", action: .like,
        day: day(53 - player % 3), session: "x\(player)")
    }
    // Lenient, so that the random events have some trends.
    var parameters = TrendingParameters()
    parameters.listedWithout = 3
    parameters.unflaggedWithout = 5
    parameters.flaggedShare = 0.2
    let activity = world.activity(before: world.night, threads: 2)
    let entries = Trending(parameters).lists(
      activity, games: world.games, users: PackedRecords(world.users))[0]
      .games
    let expected = world.entries(parameters, before: world.night)
    #expect(entries.count > 1)
    #expect(entries.map(\.gameId) == expected.map(\.gameId))
    for (entry, other) in zip(entries, expected) {
      #expect(abs(entry.lift - other.lift) < 1e-9, "\(entry.gameId)")
      #expect(abs(entry.lowerBound - other.lowerBound) < 1e-9, "\(entry.gameId)")
      #expect(entry.events == other.events && entry.flags == other.flags, "\(entry.gameId)")
    }
  }

  @Test func `one thread and two rank the same`() {
    let lists = [1, 2].map { threads in
      Trending().lists(
        world.activity(before: world.night, threads: threads), games: world.games,
        users: PackedRecords(world.users))
    }
    #expect(lists[0] == lists[1])
  }

  /// - Parameter editions: how many consecutive games are editions of one; nil for none.
  @Test(arguments: [nil, 3])
  func `the backtest counts the days after the lists of past days`(
    editions: Int?
  ) throws {
    let edition = Dictionary(
      uniqueKeysWithValues: world.games.enumerated().map { ($1.id, UInt32($0 / (editions ?? 1))) })
    func best(_ games: [String]) -> [String] {
      var best: [String] = []
      for game in games where best.count < 4 {
        if !best.contains(where: { edition[$0] == edition[game] }) { best.append(game) }
      }
      return best
    }
    var parameters = TrendingParameters()
    parameters.backtestNights = 5
    parameters.baselineInDays = 14
    parameters.backtestGames = 4
    parameters.listedWithout = 2
    // More than there are, so that none is left out of the catalogue's change.
    parameters.unflaggedWithout = 1000
    let found = Trending(parameters).findings(
      world.activity(before: world.night, threads: 2), games: world.games,
      editions: editions.map { _ in world.games.compactMap { edition[$0.id] } },
      users: PackedRecords(world.users))
    var named: [[(game: String, rose: Bool)]] = [[], []]
    for back in 3..<8 {
      let night = world.night.adding(days: -back)
      let lists = Trending(parameters).lists(
        world.activity(before: night, threads: 1), games: world.games,
        users: PackedRecords(world.users))
      // Two baselines and a window before.
      let evaluated = world.games.filter { game in
        game.releaseDate.map { $0.day <= night.adding(days: -35) } ?? true
      }
      let rising = world.rising(parameters, among: evaluated, on: night, for: 3)
      let most = evaluated.map {
        ($0.id, world.events(of: $0, before: night, parameters))
      }
      .filter { $0.1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      let trending = lists[0].games.map(\.gameId).filter { id in evaluated.contains { $0.id == id }
      }
      named[0] += best(trending).map { ($0, rising.contains($0)) }
      named[1] += best(most.map(\.0)).map { ($0, rising.contains($0)) }
    }
    let shares = named.map { Double($0.count(where: \.rose)) / Double($0.count) }
    #expect(found.backtest.nights == 5)
    #expect(abs(try #require(found.backtest.trending?.mean) - shares[0]) < 1e-12)
    #expect(abs(try #require(found.backtest.mostEngaged?.mean) - shares[1]) < 1e-12)
    let difference = try #require(found.backtest.difference)
    #expect(abs(difference.mean - (shares[0] - shares[1])) < 1e-12)

    // The linearized variance over games, from the entries themselves.
    let ids = Set(named.joined().map(\.game))
    let squares = ids.reduce(0.0) { sum, id in
      let terms = zip(named, shares).map { entries, share in
        entries.filter { $0.game == id }.reduce(0.0) { $0 + ($1.rose ? 1 : 0) - share }
          / Double(entries.count)
      }
      return sum + (terms[0] - terms[1]) * (terms[0] - terms[1])
    }
    let reach =
      1.959963984540054 * (Double(ids.count) / Double(ids.count - 1) * squares).squareRoot()
    #expect(abs(difference.high - min(1, difference.mean + reach)) < 1e-9)
    #expect(abs(difference.low - max(-1, difference.mean - reach)) < 1e-9)
  }

  @Test func `without enough history there is no backtest, and it says so`() {
    var short = world
    short.swipes = world.swipes.filter { $0.day >= day(20) }
    short.logs = world.logs.filter { $0.day >= day(20) }
    let backtest = Trending().findings(
      short.activity(before: short.night, threads: 1), games: short.games,
      users: PackedRecords(short.users)
    ).backtest
    #expect(backtest.nights == 0 && backtest.trending == nil)
    #expect(backtest.nights == 0)
  }
}
