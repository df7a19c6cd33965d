import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieRanking
import FindieWorkers

extension RankerWeights {
  /// The given weights for all players; all others are 0.
  init(_ given: [RankerFeature: Double], intercept: Double = 0) {
    self.init(
      groups: [
        Group(
          minimumPositives: 0, intercept: intercept,
          weights: RankerFeature.allCases.map { given[$0] ?? 0 })
      ], players: 0, candidates: 0, positives: 0)
  }
}

extension SuggestionUse {
  /// Suggestions that count.
  static var all: SuggestionUse {
    var use = SuggestionUse(learnedFrom: night, countsFrom: nil)
    (use.usesCandidates, use.usesVectors) = (true, true)
    return use
  }
}

extension RankingModels {
  /// Factors, with item models trained on the same confidences, and random vectors.
  init(_ model: FactorModel, observed: SparseRows, games: [Game]) throws {
    var parameters = ModelParameters()
    parameters.ease.regularization = 1
    self.init(
      factors: model,
      itemItem: try ItemItemModels(
        trainedOn: observed, parameters: parameters, workers: Workers(threads: 1)),
      content: ContentModel(games, .random(games: games.count)))
  }
}

extension RecommendationParameters {
  /// Lists by score only: no variety, no limit on top positions, no exploration.
  static func plain(length: Int = 50) -> RecommendationParameters {
    var plain = RecommendationParameters().withoutVariety
    plain.listLength = length
    return plain
  }
}

extension Recommender {
  /// Lists by the factors only, or by given weights.
  ///
  /// - Parameter models: nil trains them.
  static func ofFactors(
    _ matrix: InteractionMatrix, _ model: FactorModel, games: [Game], users: [User] = [],
    weights: RankerWeights = RankerWeights([.factors: 1]),
    minimumPlayers: Int = 1, parameters: RecommendationParameters = .plain(),
    models: RankingModels? = nil, promotions: [Promotion] = [], hints: PlayerHints? = nil
  ) throws -> Recommender {
    let eligibility = Eligibility(games: games, on: night, currency: parameters.currency)
    return Recommender(
      Audience(matrix, factors: model.players, users: PackedRecords(users)).with(hints),
      games: games,
      models: try models ?? RankingModels(model, observed: matrix.observed, games: games),
      signals: GameSignals(
        games: games, GameCounts(matrix), isListed: eligibility.isOut,
        minimumPlayers: minimumPlayers,
        lifts: games.indices.map { $0 % 7 == 3 ? 1.5 : nil }, on: night,
        parameters: CandidateParameters()),
      weights: weights, eligibility: eligibility, promotions: promotions, on: night,
      parameters: parameters,
      candidates: CandidateParameters())
  }
}
