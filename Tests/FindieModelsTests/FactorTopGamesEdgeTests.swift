import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Testing

/// Factors that provoke errors.
struct FactorTopGamesEdgeTests {
  private func check(_ world: FactorWorld) throws {
    #expect(try world.lists() == world.bruteForce())
    #expect(try world.lists(threads: 1, memoryInBytes: 300_000) == world.bruteForce())
  }

  @Test func `games of equal length and score are ordered by index`() throws {
    let games = [[Float]](repeating: [0.6, 0.8], count: 500)
    let world = FactorWorld(players: [[1, 1], [-1, 0.5]], games: games, rank: 2, count: 60)
    let first = [UInt32](0..<60)
    #expect(try world.lists().games == first + first)
    try check(world)
  }

  @Test func `a tie at the threshold goes to the smaller index, even if it is processed later`()
    throws
  {
    // The longest are processed first, from the end; all have the same score for the player.
    let games = (0..<400).map { [Float(1), Float($0)] }
    let world = FactorWorld(players: [[1, 0]], games: games, rank: 2, count: 10)
    #expect(try world.lists().games == [UInt32](0..<10))
    try check(world)
  }

  @Test func `factors of zeros have scores of 0 and the first games`() throws {
    let games = (0..<300).map { [Float($0 % 7 - 3), $0 % 3 == 0 ? 0 : 1] }
    try check(
      FactorWorld(
        players: [[0, 0], [1, 0], [-0.0, -0.0], [0, -1]], games: games, rank: 2, count: 50))
    try check(
      FactorWorld(
        players: [[1, 2]], games: [[Float]](repeating: [0, 0], count: 300), rank: 2, count: 50))
  }

  @Test func `a list has negative scores before it is short`() throws {
    let games = (0..<300).map { [-Float($0 + 1), -1] }
    let world = FactorWorld(players: [[1, 1]], games: games, rank: 2, count: 40)
    #expect(try world.lists().games == [UInt32](0..<40))
    try check(world)
  }

  @Test func `subnormal products are ranked correctly`() throws {
    let games = (0..<200).map { [Float($0 - 100) * 0x1p-140, Float.leastNonzeroMagnitude] }
    let players: [[Float]] = [[0x1p-5, 1], [-0x1p-9, 0], [.leastNonzeroMagnitude, -1]]
    try check(FactorWorld(players: players, games: games, rank: 2, count: 30))
  }

  @Test func `the bound holds if every step rounds up`() throws {
    // A player and games in one direction: u · y is ‖u‖ ‖y‖, and many lengths are the same.
    for seed in 0..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let direction = (0..<64).map { _ in Float.random(in: 0.5...1, using: &generator) }
      let games = (0..<256).map { position in
        direction.map { $0 * (1 - Float(position % 5) * 0x1p-23) }
      }
      try check(FactorWorld(players: [direction], games: games, rank: 64, count: 20))
    }
  }

  @Test func `no score exceeds the bound, although many exceed the product of the lengths`() {
    var exceeding = 0
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let rank = Int.random(in: 1...130, using: &generator)
      let factor = (0..<rank).map { _ in Float.random(in: 0...1, using: &generator) }
      let score = Double(fusedDot(factor.span, factor.span))
      let exact = factor.reduce(0.0) { $0 + Double($1) * Double($1) }
      #expect(score < ScoreBound.maximum(exact.squareRoot(), exact.squareRoot(), rank: rank))
      exceeding += score > exact ? 1 : 0
    }
    #expect(exceeding > 500)
  }

  @Test(arguments: [-130, -70, -20, 0, 40, 63, 100])
  func `lists equal a full sort for factors of any size`(power: Int) throws {
    var world = FactorWorld(seed: 8, players: 30, games: 400, rank: 40, count: 20)
    func scale(_ matrix: inout Matrix, by power: Int) {
      let scale = Float(sign: .plus, exponent: power, significand: 1)
      matrix.withElements { for index in 0..<$0.count { $0[index] *= scale } }
    }
    scale(&world.games, by: power)
    try check(world)
    scale(&world.players, by: min(-power, 126))
    try check(world)
  }

  @Test func `factors that are not finite are refused by name`() throws {
    for bad in [Float.nan, .infinity, -.infinity] {
      var world = FactorWorld(seed: 1, players: 30, games: 40, rank: 3, count: 5)
      world.games[17, 2] = bad
      #expect(throws: ModelFailure.notFinite(.game, row: 17)) { try world.lists() }
      world = FactorWorld(seed: 1, players: 30, games: 40, rank: 3, count: 5)
      world.players[29, 0] = bad
      world.players[11, 1] = bad
      #expect(throws: ModelFailure.notFinite(.player, row: 11)) { try world.lists() }
    }
  }

  @Test func `factors whose product overflows Float32 are refused by name`() {
    let world = FactorWorld(
      players: [[1, 1], [1e25, 1e25]], games: [[1e20, 1], [1e20, -1e20]], rank: 2, count: 1)
    #expect(throws: ModelFailure.rankedTooLarge(.player, row: 1)) { try world.lists() }
  }

  @Test func `failures name the remedy`() {
    #expect(
      ModelFailure.notFinite(.game, row: 17).description
        .contains("game number 17 is not finite. Lower"))
    #expect(ModelFailure.rankedTooLarge(.player, row: 1).description.contains("raise") == false)
    #expect(
      ModelFailure.rankingMemory(neededBytes: 5, allowedBytes: 3).description
        .hasSuffix("Allow more, or use fewer threads."))
  }

  @Test
  func `lists are correct for too many requested games, none listed, all seen, none requested`()
    throws
  {
    var world = FactorWorld(seed: 2, players: 20, games: 50, rank: 4, count: 1000)
    try check(world)
    world.isListed = [Bool](repeating: false, count: 50)
    #expect(try world.lists().games == [])
    #expect(try world.lists().count == 20)
    world.isListed = [Bool](repeating: true, count: 50)
    world.excluded = SparseRows(
      dense: [[Float]](repeating: [Float](repeating: -1, count: 50), count: 20))
    #expect(try world.lists().games == [])
    world.count = 0
    #expect(try world.lists().offsets == [Int](repeating: 0, count: 21))
  }

  @Test func `lists are correct for one or no player, game or factor`() throws {
    try check(FactorWorld(players: [[2]], games: [[-3]], rank: 1, count: 5))
    try check(FactorWorld(players: [], games: [[-3]], rank: 1, count: 5))
    try check(FactorWorld(players: [[2]], games: [], rank: 1, count: 5))
    try check(FactorWorld(players: [[]], games: [[], []], rank: 0, count: 5))
  }

  @Test func `memory for less than a group of players is refused with the size`() throws {
    let world = FactorWorld(seed: 3, players: 30, games: 400, rank: 8, count: 10)
    func needed(_ allowed: Int) -> Int? {
      do throws(ModelFailure) {
        _ = try FactorTopGames(
          world.games, isListed: world.isListed, count: 10, workers: Workers(threads: 2),
          memoryInBytes: allowed)
        return nil
      } catch {
        guard case .rankingMemory(let needed, let refused) = error, refused == allowed else {
          return -1
        }
        return needed
      }
    }
    let least = try #require(needed(1000))
    #expect(needed(least - 1) == least)
    #expect(needed(least) == nil)
    #expect(try world.lists(memoryInBytes: least) == world.bruteForce())
  }
}
