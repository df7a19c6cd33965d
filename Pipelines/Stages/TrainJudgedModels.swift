package import FindieBatch
package import FindieRecommender

extension Stage<JudgedModels> {
  /// Trains the night's models without a part of what players like, which they are judged by.
  package static func trainJudgedModels(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>, _ matrix: Stage<InteractionMatrix>,
    _ parameters: NightParameters, _ night: Night
  ) -> Stage {
    Stage(
      "judged", from: past, catalogue, matrix,
      parameters: [
        "evaluation": parameters.evaluation, "als": parameters.als, "newGames": parameters.newGames,
        "neighborhood": parameters.neighborhood, "ease": parameters.ease,
      ] as NamedParameters
    ) { context, past, catalogue, matrix in
      let held = HeldOutNight(
        matrix, catalogue: catalogue.catalogue, on: past.day, parameters: parameters)
      let progress = context.progress(total: parameters.als.iterations, unit: "iterations")
      return JudgedModels(
        day: past.day, games: matrix.games,
        try RankingModels(
          trainedOn: held.split.train, content: held.content, parameters: parameters.models,
          newGames: parameters.newGames, workers: night.workers,
          availableBytes: night.memory.availableBytes, progress: { _ in try progress(1) },
          warn: { context.warn($0) }))
    }
  }
}
