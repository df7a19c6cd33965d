import FindieAnalytics
import FindieAnalyticsTestSupport
import FindieDomain
import FindieTestSupport
import Testing

/// Attacks on all breakdowns of a studio as if they were not rounded: adding and subtracting cells
/// and totals of periods, games and runs must not reveal a cell of fewer than k players.
@Suite struct DisclosureAttackTests {
  private static let k = 10

  /// Studios with one game, two games, and several of very different sizes.
  private static let worlds: [(seed: UInt64, games: Int, players: Int, events: Int, spread: Int)] =
    [
      (1, 1, 60, 600, 1), (2, 1, 200, 6000, 1), (3, 2, 90, 1500, 2), (4, 3, 150, 9000, 3),
      (5, 4, 300, 4000, 5), (6, 6, 120, 2500, 2), (7, 2, 40, 500, 4), (8, 3, 500, 20_000, 2),
      (9, 5, 70, 900, 3), (10, 8, 400, 12_000, 1),
    ]
  static let tried = Tier.some(worlds.indices, every: 3)

  /// A night, those of the days before it, and of some weeks before them.
  static let nights =
    (0..<7).map { StudioWorld.night.adding(days: -$0) }
    + (1...6).map { StudioWorld.night.adding(days: -7 * $0) }

  static func world(_ index: Int) -> StudioWorld {
    let (seed, games, players, events, spread) = worlds[index]
    return StudioWorld(seed: seed, games: games, players: players, events: events, spread: spread)
  }

  @Test(
    arguments: tried, [Cut.deviceType, .appVersion, .shop, .surface, .campaign, .country])
  func `no cell of few players follows from the breakdowns of many runs`(world: Int, cut: Cut) {
    let attack = CellAttack(Self.world(world), cut, nights: Self.nights)
    #expect(attack.found(attack.publishedRows, k: Self.k) == [])
  }

  @Test func `the attack finds cells if each is suppressed independently`() {
    let found = [1, 3, 4].flatMap { world in
      let attack = CellAttack(Self.world(world), .deviceType, nights: Self.nights)
      return attack.found(attack.naiveRows(k: Self.k), k: Self.k)
    }
    #expect(found.count > 10)
  }

  /// The attack uses exactly the published numbers, and those of the few cells that joined the rest
  /// since the exact total would have told a count of few events (`count_cuts.py` says which).
  @Test(arguments: tried, Cut.allCases)
  func `the breakdowns of each run are those of its weeks`(world: Int, cut: Cut) {
    let world = Self.world(world)
    let oracle = CutOracle(world, cut)
    var (compared, joined) = (0, 0)
    for night in [0, 1, 3, 6, 7, 10].map({ Self.nights[$0] }) {
      let numbers = world.numbers(on: night)
      let alone = world.games.indices.map { oracle.disclosures($0, before: night) }
      let scopes =
        zip(alone, numbers.games.map(\.periods)).map { ($0, $1) }
        + [(alone.flatMap(\.self), numbers.studio)]
      for (disclosures, periods) in scopes {
        for (period, own) in zip(numbers.periods, periods) {
          let window = CutOracle.window(period.kind, on: night)
          let cells = own.breakdowns.first { $0.cut == cut }?.cells ?? []
          for value in oracle.values {
            let published = disclosures.filter {
              $0.weeks.isSubset(of: window) && $0.values.contains(value)
            }
            let expected = Measure.allCases.map { measure in
              published.reduce(0) { $0 + oracle.count(measure, of: $1.game, $1.weeks, value) }
                / Self.k * Self.k
            }
            let cell = cells.first { $0.value == value }
            let isJoined = cell == nil && cut.addsUp && expected.contains { $0 > 0 }
            compared += 1
            joined += isJoined ? 1 : 0
            guard !isJoined else { continue }
            for (measure, count) in zip(Measure.allCases, expected) where measure != .impressions {
              #expect(
                (cell?.tally ?? Tally())[measure] == count, "\(night) \(period.name) \(value)")
            }
          }
        }
      }
    }
    #expect(joined * 20 <= compared, "\(joined) of \(compared)")
  }

  @Test(arguments: tried)
  func `no genre, and no rest without one genre, has few players`(world: Int) {
    let oracle = CutOracle(Self.world(world), .genrePreference)
    let disclosures = Self.nights.flatMap { night in
      oracle.events.indices.flatMap { oracle.disclosures($0, before: night) }
    }
    for disclosure in Set(disclosures) {
      for value in disclosure.values {
        let own = oracle.players([disclosure.game], disclosure.weeks, [value])
        let others = oracle.players(
          [disclosure.game], disclosure.weeks, [value], without: true)
        #expect(own.count >= Self.k && (others.isEmpty || others.count >= Self.k))
      }
    }
    // No week is published in two ways, whatever the night.
    for game in oracle.events.indices {
      let own = Set(disclosures).filter { $0.game == game }
      for week in Set(own.flatMap(\.weeks)) {
        #expect(own.count { $0.weeks.contains(week) } == 1)
      }
    }
  }

  @Test func `the attacked reports publish numbers`() {
    let numbers = StudioWorld(seed: 8, games: 3, players: 500, events: 20_000, spread: 2).numbers
    let cells = numbers.games.flatMap(\.periods).flatMap(\.breakdowns).flatMap(\.cells)
    #expect(cells.count > 100)
    let players = numbers.games.flatMap(\.periods).compactMap(\.players?.count)
    #expect(players.count > 10)
  }
}
