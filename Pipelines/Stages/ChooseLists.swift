package import FindieBatch
package import FindieDomain
import FindieLinearAlgebra
package import FindieRecommender
import FindieWorkers

/// The lists that are to be published: tonight's, or where tonight's models are worse, those that the
/// models of the published night make, by its numbers of lists, of what is known tonight.
package struct ServedLists: TransientArtifact {
  package static var grain: String { RecommendationTable.grain }
  package static var countOfGrain: String? { "entries" }

  package let table: RecommendationTable
  /// The night whose models made them; nil for tonight's.
  package let champion: Day?
  /// What they were made by.
  let settings: ServedSettings
  /// Similar games by the champion's factors; nil where tonight's serve.
  let similarOfChampion: NeighborTable?

  package var counts: [String: Int] { table.counts }

  package var conclusion: String? {
    champion.map {
      "The models of the night of \($0) serve on, by its numbers of lists: they were made again for "
        + "tonight's players and filters."
    }
  }
}

extension Stage<ServedLists> {
  /// Takes tonight's lists, or has the champion's models make them.
  package static func chooseLists(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>,
    _ matrix: Stage<InteractionMatrix>, _ trending: Stage<TrendingLists>,
    _ recommendations: Stage<RecommendationTable>, _ champion: Stage<Champion>,
    _ comparison: Stage<Comparison>, _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "served", from: past, catalogue, matrix, trending, recommendations, champion, comparison,
      parameters: [
        "recommendations": parameters.recommendations, "candidates": parameters.candidates,
        "similarity": parameters.similarity, "publish": night.publishing.rawValue,
      ] as NamedParameters
    ) { context, past, catalogue, matrix, trending, recommendations, champion, comparison in
      let tonight = ServedSettings(parameters)
      guard comparison.verdict == .worse, night.publishing == .checked else {
        return ServedLists(
          table: recommendations, champion: nil, settings: tonight, similarOfChampion: nil)
      }
      let before = try champion.serving()
      let settings = before.settings.serving(on: tonight)
      let models = before.models.models(
        for: matrix.games, content: ContentModel(catalogue.catalogue.games))
      let recommender = Recommender(
        ofNight: past.day, catalogue: catalogue.catalogue, matrix,
        factors: try models.factors.factors(of: matrix.observed, workers: night.workers),
        models: models, weights: before.ranker, trending: trending.lists,
        parameters: settings.recommendations, candidates: settings.candidates)
      return ServedLists(
        table: try recommender.lists(
          workers: night.workers,
          progress: context.progress(total: matrix.players.count, unit: "players")),
        champion: before.models.day, settings: settings,
        similarOfChampion: NeighborTable(
          ofNight: past.day, catalogue.catalogue, matrix, factors: models.factors.games,
          parameters: parameters.similarity, workers: night.workers))
    }
  }
}

extension FactorModel {
  /// X[players, rank]: the exact factors of all profiles.
  func factors(of profiles: SparseRows, workers: Workers) throws -> Matrix {
    let gramian = weightedGamesGramian
    let parts = Workers.ranges(of: profiles.rows, size: 1024)
    let factors = try workers.map(parts.count) { part in
      try self.factors(of: parts[part], in: profiles, weightedGramian: gramian).elements
    }
    return Matrix(
      rows: profiles.rows, columns: games.columns, elements: Array(factors.joined()))
  }
}
