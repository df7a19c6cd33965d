import FindieEvaluation
package import FindieBatch
import FindieModels

extension Stage<HeldOutModels> {
  /// Trains tonight's models without the held-out likes.
  package static func trainHeldOutModels(from data: ModelData, _ night: Night) -> Stage {
    let parameters = night.parameters
    return Stage(
      "held-out-models", from: data,
      parameters: [
        "evaluation": parameters.evaluation, "als": parameters.als, "newGames": parameters.newGames,
        "neighborhood": parameters.neighborhood, "ease": parameters.ease,
      ] as NamedParameters
    ) { context, data in
      let heldOut = HeldOutData(data, parameters: parameters)
      let progress = context.progress(total: parameters.als.iterations, unit: "iterations")
      return HeldOutModels(
        day: data.history.day, games: data.matrix.games,
        try RankingModels(
          trainedOn: heldOut.split.train, content: heldOut.content, parameters: parameters.models,
          newGames: parameters.newGames, workers: night.workers,
          availableBytes: night.memory.availableBytes, progress: { _ in try progress(1) },
          warn: { context.warn($0) }))
    }
  }
}
