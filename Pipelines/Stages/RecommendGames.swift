import FindieDomain
package import FindieBatch
package import FindieRecommender

extension Stage<RecommendationTable> {
  /// Makes every player's list, with the reasons.
  package static func recommendGames(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ factors: Stage<FactorModel>,
    _ parameters: RecommendationParameters, _ night: Night
  ) -> Stage {
    Stage("recommendations", from: past, catalogue, matrix, factors, parameters: parameters) {
      context, past, catalogue, matrix, factors in
      let recommender = Recommender(
        matrix: matrix, model: factors, games: catalogue.catalogue.games,
        users: catalogue.catalogue.users, on: past.day, parameters: parameters)
      return try recommender.lists(
        workers: night.workers,
        progress: context.progress(total: matrix.players.count, unit: "players"))
    }
  }
}
