import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers
import Testing

/// Lists as in a nightly run: with variety, limited shares of top positions and drawn games.
struct FullListTests {
  private func table(
    _ world: RandomWorld, length: Int, threads: Int = 2, models: RankingModels? = nil,
    _ change: (inout RecommendationParameters) -> Void = { _ in }
  ) throws -> RecommendationTable {
    try recommender(world, length: length, models: models, change)
      .lists(workers: Workers(threads: threads))
  }

  private func recommender(
    _ world: RandomWorld, length: Int, models: RankingModels? = nil,
    _ change: (inout RecommendationParameters) -> Void = { _ in }
  ) throws -> Recommender {
    var parameters = RecommendationParameters()
    parameters.exploration.newDays = 500
    change(&parameters)
    return try world.recommender(
      length: length,
      weights: RankerWeights([.factors: 3, .ease: 1, .content: 1, .popularity: 0.2]),
      parameters: parameters, models: models)
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [1, 4, 50])
  func `a list has only allowed games, each once, as many as possible`(
    seed: UInt64, length: Int
  ) throws {
    let world = try RandomWorld(seed: seed)
    let table = try table(world, length: length)
    for (player, id) in world.matrix.players.ids.enumerated() {
      let allowed = Set(world.candidates(of: id).map { UInt32($0) })
      let games = table.games(ofPlayer: player)
      #expect(Set(games).isSubset(of: allowed))
      #expect(Set(games).count == games.count)
      #expect(games.count == min(length, allowed.count))
    }
  }

  @Test(arguments: RandomWorld.Oddity.allCases, [5, 6] as [UInt64])
  func
    `unusual data too: filters apply, no list is short, parts add up, threads change nothing`(
      oddity: RandomWorld.Oddity, seed: UInt64
    ) throws
  {
    let world = try RandomWorld(seed: seed, oddity)
    let table = try table(world, length: 20)
    #expect(try table == self.table(world, length: 20, threads: 1))
    let recommender = try recommender(world, length: 20)
    var entries = 0
    for (player, id) in world.matrix.players.ids.enumerated() {
      let allowed = Set(world.candidates(of: id).map { UInt32($0) })
      let games = table.games(ofPlayer: player)
      #expect(Set(games).isSubset(of: allowed) && Set(games).count == games.count)
      #expect(games.count == min(20, allowed.count))
      entries += games.count
      guard player % 9 == 0 else { continue }
      let candidates = try recommender.candidates(of: player)
      for (index, game) in zip(table.offsets[player]..., games) {
        let candidate = try #require(candidates.first { $0.game == game })
        let sum: Double = candidate.parts.reduce(0) { $0 + $1.value }
        #expect(abs(sum - Double(table.scores[index])) < 1e-5)
        #expect(abs(sum - candidate.score) < 1e-9)
      }
    }
    #expect((entries == 0) == (oddity == .nothingOut))
  }

  @Test
  func `drawn entries are new games with a probability, never first, in the configured number`()
    throws
  {
    let world = try RandomWorld(seed: 2)
    let table = try table(world, length: 12)
    var drawn = 0
    for player in 0..<table.count {
      let range = table.offsets[player]..<table.offsets[player + 1]
      let own = range.filter { table.probability(ofEntry: $0) != nil }
      #expect(own.count <= 2)
      drawn += own.count
      for index in own {
        #expect(index > range.lowerBound || own.count == range.count)
        let probability = try #require(table.probability(ofEntry: index))
        #expect(probability > 0 && probability <= 1)
        let game = world.games[Int(table.games[index])]
        let release = try #require(game.releaseDate)
        #expect((1...500).contains(night.days(since: release.day)))
        #expect(
          table.reasons(ofEntry: index, games: world.games)
            == [Reason(kind: .exploration, weight: 0)])
      }
    }
    #expect(drawn > table.count)
    #expect(table.drawnEntries.count == drawn)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a game that the player skipped is not drawn`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    let table = try table(world, length: 20) { $0.exploration.slots = 10 }
    var (drawn, listed) = (0, 0)
    for player in 0..<table.count {
      for entry in table.offsets[player]..<table.offsets[player + 1] {
        let isSkipped = world.matrix.skips.contains(row: player, column: table.games[entry])
        if table.probability(ofEntry: entry) != nil {
          #expect(!isSkipped)
          drawn += 1
        } else if isSkipped {
          listed += 1
        }
      }
    }
    // Such games are listed by their score.
    #expect(drawn > 300 && listed > 10)
  }

  @Test func `no game exceeds its share of top positions`() throws {
    let world = try RandomWorld(seed: 3)
    func largest(_ share: Double) throws -> Int {
      let table = try table(world, length: 12) {
        $0.topPositions.maximumShare = share
        $0.exploration.slots = 0
      }
      let firsts = (0..<table.count).compactMap { table.games(ofPlayer: $0).first }
      return Dictionary(grouping: firsts) { $0 }.values.map(\.count).max() ?? 0
    }
    #expect(try largest(1) > 10)
    #expect(try largest(0.1) <= 10)
  }

  @Test func `equal entries in another order have equal scores`() throws {
    let world = try RandomWorld(seed: 4)
    // Trained once: the last bits of a factorization by two BLAS threads may differ.
    let models = try RankingModels(
      world.model, observed: world.matrix.observed, games: world.games)
    let varied = try table(world, length: 70, models: models) { $0.exploration.slots = 0 }
    let plain = try table(world, length: 70, models: models) { $0 = .plain() }
    for player in 0..<varied.count {
      func scores(_ table: RecommendationTable) -> [UInt32: Float] {
        let range = table.offsets[player]..<table.offsets[player + 1]
        return Dictionary(uniqueKeysWithValues: zip(table.games[range], table.scores[range]))
      }
      // Other tests change the number of BLAS threads meanwhile, and with it the last bits.
      let (varied, plain) = (scores(varied), scores(plain))
      #expect(Set(varied.keys) == Set(plain.keys))
      #expect(varied.allSatisfy { abs($0.value - (plain[$0.key] ?? .nan)) <= 1e-5 })
    }
  }

  @Test(arguments: [1, 3])
  func `the number of threads changes no entry`(threads: Int) throws {
    let world = try RandomWorld(seed: 5)
    #expect(try table(world, length: 20, threads: threads) == table(world, length: 20))
  }
}
