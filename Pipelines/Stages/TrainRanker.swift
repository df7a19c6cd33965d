package import FindieBatch
package import FindieEvaluation
import FindieModels
import FindieRanking

extension Stage<RankerWeights> {
  /// Chooses the ranker's weights for the models' scores, popularity, friends and new releases, and how
  /// varied lists may be, on positives that the models have not seen. It never reads what the evaluation
  /// holds out.
  package static func trainRanker(
    from data: ModelData, _ tuning: Stage<TunedParameters>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "ranker", from: data, tuning,
      parameters: [
        "ranker": parameters.ranker, "candidates": parameters.candidates,
        "evaluation": parameters.evaluation, "newGames": parameters.newGames,
        "neighborhood": parameters.neighborhood, "recommendations": parameters.recommendations,
      ] as NamedParameters
    ) { context, data, tuning in
      let validation = ValidationData(data, parameters: parameters)
      let progress = context.progress(total: tuning.adopted.als.iterations, unit: "iterations")
      return try validation.ranker(
        parameters.models(tuning), workers: night.workers,
        availableBytes: night.memory.availableBytes
      ) { _ in try progress(1) }
    }
  }
}
