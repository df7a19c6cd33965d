import FindieAnalytics
import FindieDomain
import FindieTestSupport
import Testing

/// Whoever holds all of a studio's reports adds and subtracts what they publish, over periods, games,
/// cells and totals, and shall find nothing of fewer than k players.
@Suite struct DisclosureAttackTests {
  private static let k = 10

  /// Worlds with one game, two, and several of very different sizes.
  static let worlds: [(seed: UInt64, games: Int, players: Int, events: Int, spread: Int)] = [
    (1, 1, 60, 600, 1), (2, 1, 200, 6000, 1), (3, 2, 90, 1500, 2), (4, 3, 150, 9000, 3),
    (5, 4, 300, 4000, 5), (6, 6, 120, 2500, 2), (7, 2, 40, 500, 4), (8, 3, 500, 20_000, 2),
    (9, 5, 70, 900, 3), (10, 8, 400, 12_000, 1),
  ]

  @Test(arguments: worlds.indices, [Cut.deviceType, .appVersion, .shop, .surface])
  func `no cell of few players follows from the breakdowns`(world: Int, cut: Cut) {
    let (seed, games, players, events, spread) = Self.worlds[world]
    let attack = CellAttack(
      StudioWorld(seed: seed, games: games, players: players, events: events, spread: spread), cut)
    #expect(attack.found(attack.publishedRows, k: Self.k) == [])
  }

  @Test func `the attack finds cells where each is judged alone`() {
    // Cells of k players or more in their own period, with no thought of subtraction.
    let found = [1, 3, 4].flatMap { world in
      let (seed, games, players, events, spread) = Self.worlds[world]
      let attack = CellAttack(
        StudioWorld(seed: seed, games: games, players: players, events: events, spread: spread),
        .deviceType)
      return attack.found(attack.naiveRows(k: Self.k), k: Self.k)
    }
    #expect(found.count > 10)
  }

  @Test(arguments: worlds.indices)
  func `no genre's players, nor all but them, are few`(world: Int) {
    let (seed, games, players, events, spread) = Self.worlds[world]
    let attack = GenreAttack(
      StudioWorld(seed: seed, games: games, players: players, events: events, spread: spread))
    #expect(attack.found(k: Self.k) == [])
  }

  @Test(arguments: worlds.indices)
  func `no number of few players follows from unique players`(world: Int) {
    let (seed, games, players, events, spread) = Self.worlds[world]
    let attack = PlayerAttack(
      StudioWorld(seed: seed, games: games, players: players, events: events, spread: spread))
    #expect(attack.found(attack.published, k: Self.k) == [])
  }

  @Test func `the attack finds players where each number is judged alone`() {
    let found = [2, 3, 4].flatMap { world in
      let (seed, games, players, events, spread) = Self.worlds[world]
      let attack = PlayerAttack(
        StudioWorld(seed: seed, games: games, players: players, events: events, spread: spread))
      return attack.found(attack.all.filter { $0.players.count >= Self.k }, k: Self.k)
    }
    #expect(found.count > 10)
  }

  @Test func `the attacked reports do tell`() {
    let numbers = StudioWorld(seed: 8, games: 3, players: 500, events: 20_000, spread: 2).numbers
    let cells = numbers.games.flatMap(\.periods).flatMap(\.breakdowns).flatMap(\.cells)
    #expect(cells.count > 100)
    let players = numbers.games.flatMap(\.periods).compactMap(\.players.count)
    #expect(players.count > 10)
  }
}
