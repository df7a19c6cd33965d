import FindieDomain
import FindieLinearAlgebra
import FindieModels
import FindieWorkers

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
