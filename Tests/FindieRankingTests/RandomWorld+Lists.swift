import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers

extension RandomWorld {
  func recommender(
    length: Int, weights: RankerWeights = RankerWeights([.factors: 1]),
    minimumPlayers: Int = 1, parameters given: RecommendationParameters? = nil,
    models: RankingModels? = nil, promotions: [Promotion] = []
  ) throws -> Recommender {
    var parameters = given ?? .plain()
    parameters.listLength = length
    return try .ofFactors(
      matrix, model, games: games, users: users, weights: weights,
      minimumPlayers: minimumPlayers, parameters: parameters, models: models,
      promotions: promotions)
  }

  func lists(length: Int = 50, threads: Int = 2) throws -> [RecommendationList] {
    let table = try recommender(length: length).lists(workers: Workers(threads: threads))
    return matrix.players.ids.indices.map { player in
      table.list(ofPlayer: player, id: matrix.players[player], date: night, games: games)
    }
  }
}
