import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieModels
import FindieWorkers

extension Stage<NeighborTable> {
  /// Finds the games that are most similar to each game, by common players and by genres and tags: those
  /// with few players by genres and tags alone. A list has one edition of a game.
  package static func findSimilarGames(
    from data: ModelData, _ eligible: Stage<NightEligibility>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.similarity
    let minimumPlayers = night.parameters.reports.minimumPlayers
    return Stage(
      "similar", from: data, eligible,
      parameters: [
        "similarity": parameters, "minimumPlayers": minimumPlayers,
      ] as NamedParameters
    ) { _, data, eligible in
      let (games, tags) = (data.catalogue.catalogue.games, data.catalogue.catalogue.tags)
      let model = SimilarityModel(
        content: ContentModel(games, tags: tags, weights: parameters.weights),
        observed: data.matrix.observed, minimumPlayers: minimumPlayers, editions: Editions(games),
        parameters: parameters)
      let isListed = zip(games, eligible.isEligible).map {
        $0.availability(on: data.history.day) == .out && $1
      }
      return NeighborTable(model.neighbors(isListed: isListed, workers: night.workers))
    }
  }
}
