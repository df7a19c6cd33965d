import FindieDomain
package import FindieBatch
package import FindieRecommender

extension Stage<NeighborTable> {
  /// Finds the games most like each game, by who plays them and by genres and tags; of several editions
  /// of one game a list shows one.
  package static func findSimilarGames(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ factors: Stage<FactorModel>,
    _ parameters: SimilarityParameters, _ night: Night
  ) -> Stage {
    Stage(
      "similar", from: past, catalogue, matrix, factors,
      parameters: ["similarity": parameters] as NamedParameters
    ) {
      _, past, catalogue, matrix, factors in
      let games = catalogue.catalogue.games
      let model = SimilarityModel(
        content: ContentModel(
          games, tags: catalogue.catalogue.tags, weights: parameters.weights),
        factors: factors.games, observed: matrix.observed, editions: Editions(games),
        parameters: parameters)
      return NeighborTable(
        model.neighbors(
          isListed: games.map { $0.availability(on: past.day) == .out }, workers: night.workers))
    }
  }
}
