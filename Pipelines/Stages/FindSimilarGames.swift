package import FindieBatch
import FindieDomain
import FindieModels
import FindieWorkers

extension Stage<NeighborTable> {
  /// Finds the games that are most similar to each game, by common players and by genres and tags. A list
  /// has one edition of a game.
  package static func findSimilarGames(
    from data: ModelData, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.similarity
    return Stage(
      "similar", from: data, parameters: ["similarity": parameters] as NamedParameters
    ) { _, data in
      let (games, tags) = (data.catalogue.catalogue.games, data.catalogue.catalogue.tags)
      let model = SimilarityModel(
        content: ContentModel(games, tags: tags, weights: parameters.weights),
        observed: data.matrix.observed, editions: Editions(games), parameters: parameters)
      let isListed = games.map { $0.availability(on: data.history.day) == .out }
      return NeighborTable(model.neighbors(isListed: isListed, workers: night.workers))
    }
  }
}
