package import FindieBatch
import FindieDomain
import FindieLinearAlgebra
package import FindieRecommender
import FindieWorkers

extension Stage<FactorModel> {
  /// Learns a factor a player and a factor a game; those of games that few have played are made up from
  /// their genres and tags.
  package static func trainFactors(
    from matrix: Stage<InteractionMatrix>, _ catalogue: Stage<NightCatalogue>,
    _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "factors", from: matrix, catalogue,
      parameters: [canonicalJSON(parameters.als), canonicalJSON(parameters.newGames)]
    ) { context, matrix, catalogue in
      let progress = context.progress(total: parameters.als.iterations, unit: "iterations")
      return try FactorModel(
        trainedOn: matrix.observed, ContentModel(catalogue.catalogue.games), parameters,
        workers: night.workers
      ) { _ in try progress(1) }
    }
  }
}

extension FactorModel {
  /// The model that a night serves.
  ///
  /// - Parameter progress: called after each iteration; throws to stop.
  init(
    trainedOn observed: SparseRows, _ content: ContentModel, _ parameters: NightParameters,
    workers: Workers, progress: (Int) throws -> Void
  ) throws {
    self = try ImplicitALS(parameters.als)
      .fit(observed, workers: workers, progress: progress)
      .completingGames(
        features: content.vectors, observed: observed, parameters: parameters.newGames,
        workers: workers)
  }
}
