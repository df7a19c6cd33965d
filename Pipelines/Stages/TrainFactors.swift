package import FindieBatch
package import FindieRecommender

extension Stage<FactorModel> {
  /// Learns a factor a player and a factor a game.
  package static func trainFactors(
    from matrix: Stage<InteractionMatrix>, _ parameters: ALSParameters, _ night: Night
  ) -> Stage {
    Stage("factors", from: matrix, parameters: parameters) { context, matrix in
      let progress = context.progress(total: parameters.iterations, unit: "iterations")
      return try ImplicitALS(parameters).fit(matrix.observed, workers: night.workers) { _ in
        try progress(1)
      }
    }
  }
}
