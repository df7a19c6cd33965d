import FindieDomain
package import FindieBatch
import FindieLinearAlgebra
package import FindieRecommender

extension Stage<RecommendationTable> {
  /// Makes every player's list, with the reasons.
  package static func recommendGames(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ factors: Stage<FactorModel>,
    _ items: Stage<ItemItemModels>, _ ranker: Stage<RankerWeights>,
    _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "recommendations", from: past, catalogue, matrix, factors, items, ranker,
      parameters: [
        canonicalJSON(parameters.recommendations), canonicalJSON(parameters.candidates),
      ]
    ) { context, past, catalogue, matrix, factors, items, ranker in
      let recommender = Recommender(
        ofNight: matrix, factors: factors.players,
        models: RankingModels(
          factors: factors, itemItem: items, content: ContentModel(catalogue.catalogue.games)),
        weights: ranker, catalogue: catalogue.catalogue, on: past.day, parameters: parameters)
      return try recommender.lists(
        workers: night.workers,
        progress: context.progress(total: matrix.players.count, unit: "players"))
    }
  }
}

extension Recommender {
  /// The lists of all players of a night.
  ///
  /// - Parameter factors: X[players, rank], solved for `models`.
  init(
    ofNight matrix: InteractionMatrix, factors: Matrix, models: RankingModels,
    weights: RankerWeights, catalogue: Catalogue, on day: Day, parameters: NightParameters
  ) {
    let games = catalogue.games
    let eligibility = Eligibility(
      games: games, on: day, currency: parameters.recommendations.currency)
    self.init(
      Audience(matrix, factors: factors, users: catalogue.users), models: models,
      signals: GameSignals(
        games: games, isListed: eligibility.isOut, positives: matrix.positives,
        lifts: games.map { _ in nil }, on: day, parameters: parameters.candidates),
      weights: weights, eligibility: eligibility, parameters: parameters.recommendations,
      candidates: parameters.candidates)
  }
}
