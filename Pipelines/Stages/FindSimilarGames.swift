package import FindieBatch
import FindieDomain
import FindieLinearAlgebra
package import FindieModels
import FindieWorkers

extension Stage<NeighborTable> {
  /// Finds the games that are most similar to each game, by common players and by genres and tags. A list
  /// has one edition of a game.
  package static func findSimilarGames(
    from data: ModelData, _ factors: Stage<FactorModel>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.similarity
    return Stage(
      "similar", from: data, factors, parameters: ["similarity": parameters] as NamedParameters
    ) { _, data, factors in
      NeighborTable(
        ofNight: data.history.day, data.catalogue.catalogue, data.matrix, factors: factors.games,
        parameters: parameters, workers: night.workers)
    }
  }
}
