import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieRanking
import FindieWorkers

extension RandomWorld {
  func recommender(
    length: Int, weights: RankerWeights = RankerWeights([.factors: 1]),
    minimumPlayers: Int = 1, parameters given: RecommendationParameters? = nil,
    models: RankingModels? = nil, promotions: [Promotion] = [], hints: PlayerHints? = nil
  ) throws -> Recommender {
    var parameters = given ?? .plain()
    parameters.listLength = length
    return try .ofFactors(
      matrix, model, games: games, users: users, weights: weights,
      minimumPlayers: minimumPlayers, parameters: parameters, models: models,
      promotions: promotions, hints: hints)
  }

  /// Candidates of every second player, among them games that the player knows, and directions for
  /// every third one.
  var hints: PlayerHints {
    var generator = SeededGenerator(seed: 3)
    var (candidates, directions) = ([[Float]](), [Float]())
    for player in matrix.players.ids.indices {
      candidates.append(
        games.indices.map { _ in
          let value = Float.random(in: 0.1...1, using: &generator)
          return player % 2 == 0 && value > 0.8 ? value : 0
        })
      let row = (0..<5).map { _ in Double.random(in: -1...1, using: &generator) }
      let length = row.reduce(0) { $0 + $1 * $1 }.squareRoot()
      directions += row.map { player % 3 == 0 ? Float($0 / length) : 0 }
    }
    return PlayerHints(
      candidates: SparseRows(dense: candidates),
      directions: Matrix(rows: candidates.count, columns: 5, elements: directions))
  }

  func lists(length: Int = 50, threads: Int = 2) throws -> [RecommendationList] {
    let table = try recommender(length: length).lists(workers: Workers(threads: threads))
    return matrix.players.ids.indices.map { player in
      table.list(ofPlayer: player, id: matrix.players[player], date: night, games: games)
    }
  }
}
