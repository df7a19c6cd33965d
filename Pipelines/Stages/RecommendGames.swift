import FindieDomain
package import FindieBatch
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
      let games = catalogue.catalogue.games
      let eligibility = Eligibility(
        games: games, on: past.day, currency: parameters.recommendations.currency)
      let recommender = Recommender(
        Audience(matrix, factors: factors.players, users: catalogue.catalogue.users),
        models: RankingModels(factors: factors, itemItem: items, content: ContentModel(games)),
        signals: GameSignals(
          games: games, isListed: eligibility.isOut, positives: matrix.positives,
          lifts: games.map { _ in nil }, on: past.day, parameters: parameters.candidates),
        weights: ranker, eligibility: eligibility, parameters: parameters.recommendations,
        candidates: parameters.candidates)
      return try recommender.lists(
        workers: night.workers,
        progress: context.progress(total: matrix.players.count, unit: "players"))
    }
  }
}
