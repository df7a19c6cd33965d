package import FindieBatch
import FindieDomain
import FindieLinearAlgebra
package import FindieRecommender
import FindieWorkers

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
      NeighborTable(
        ofNight: past.day, catalogue.catalogue, matrix, factors: factors.games,
        parameters: parameters, workers: night.workers)
    }
  }
}

extension NeighborTable {
  /// - Parameter factors: Y[games, rank].
  init(
    ofNight day: Day, _ catalogue: Catalogue, _ matrix: InteractionMatrix, factors: Matrix,
    parameters: SimilarityParameters, workers: Workers
  ) {
    let games = catalogue.games
    let model = SimilarityModel(
      content: ContentModel(games, tags: catalogue.tags, weights: parameters.weights),
      factors: factors, observed: matrix.observed, editions: Editions(games),
      parameters: parameters)
    self.init(
      model.neighbors(isListed: games.map { $0.availability(on: day) == .out }, workers: workers))
  }
}
