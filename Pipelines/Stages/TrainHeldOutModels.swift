package import FindieBatch
package import FindieEvaluation
import FindieModels

extension Stage<HeldOutModels> {
  /// Trains tonight's models without the held-out likes.
  package static func trainHeldOutModels(
    from data: ModelData, _ tuning: Stage<TunedParameters>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "held-out-models", from: data, tuning,
      parameters: [
        "evaluation": parameters.evaluation, "newGames": parameters.newGames,
        "neighborhood": parameters.neighborhood,
      ] as NamedParameters
    ) { context, data, tuning in
      let heldOut = HeldOutData(data, parameters: parameters)
      let progress = context.progress(total: tuning.adopted.als.iterations, unit: "iterations")
      return HeldOutModels(
        day: data.history.day, games: data.matrix.games,
        try RankingModels(
          trainedOn: heldOut.split.train, content: heldOut.content,
          parameters: parameters.models(tuning),
          newGames: parameters.newGames, workers: night.workers,
          availableBytes: night.memory.availableBytes, progress: { _ in try progress(1) },
          warn: { context.warn($0) }))
    }
  }
}
