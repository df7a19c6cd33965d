import FindieDomain
package import FindieModels
package import FindieRanking
import FindieWorkers
package import FindieWorkspace

extension Stage<FactorModel> {
  /// Trains a factor per player and per game by ALS. The factors of games with few players are
  /// predicted from genres and tags.
  package static func trainFactors(
    from matrix: Stage<InteractionMatrix>, _ catalogue: Stage<NightCatalogue>,
    _ tuning: Stage<TunedParameters>, _ champion: Stage<Champion>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    let named: NamedParameters = ["newGames": parameters.newGames]
    // The published night is an input only if the training starts from its factors.
    guard parameters.als.start == .lastNight else {
      return Stage("factors", from: matrix, catalogue, tuning, parameters: named) {
        context, matrix, catalogue, tuning in
        try FactorModel(context, matrix, catalogue, tuning.adopted.als, nil, night)
      }
    }
    return Stage("factors", from: matrix, catalogue, tuning, champion, parameters: named) {
      context, matrix, catalogue, tuning, champion in
      try FactorModel(context, matrix, catalogue, tuning.adopted.als, champion, night)
    }
  }
}

extension FactorModel {
  fileprivate init(
    _ context: StageContext, _ matrix: InteractionMatrix, _ catalogue: NightCatalogue,
    _ parameters: ALSParameters, _ champion: Champion?, _ night: Night
  ) throws {
    let content = ContentModel(catalogue.catalogue.games)
    let progress = context.progress(total: parameters.iterations, unit: "iterations")
    let start = champion.flatMap { champion in
      champion.startingFactors(for: matrix.games, content, rank: parameters.rank) {
        context.warn("training starts from random factors: \($0)")
      }
    }
    try self.init(
      trainedOn: matrix.observed, content, parameters, newGames: night.parameters.newGames,
      workers: night.workers, startingFrom: start
    ) { _ in try progress(1) }
  }
}

extension Champion {
  /// Y[games, rank]: the published models' factors, with a row of zeros for each new game; nil if
  /// training cannot start from them.
  fileprivate func startingFactors(
    for games: Identifiers, _ content: ContentModel, rank: Int, orElse warn: (String) -> Void
  ) -> Matrix? {
    do throws(Unusable) {
      let factors = try models().models(for: games, content: content).factors.games
      guard factors.columns <= rank else {
        warn("the published factors have rank \(factors.columns), tonight's \(rank)")
        return nil
      }
      return factors
    } catch {
      warn(error.description)
      return nil
    }
  }
}

extension Stage<ItemItemModels> {
  /// Trains the item-item models: item-kNN, and EASE if the number of games and the memory allow.
  package static func trainItemModels(
    from matrix: Stage<InteractionMatrix>, _ tuning: Stage<TunedParameters>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "items", from: matrix, tuning,
      parameters: ["neighborhood": parameters.neighborhood] as NamedParameters
    ) { context, matrix, tuning in
      try ItemItemModels(
        trainedOn: matrix.observed, parameters: parameters.models(tuning), workers: night.workers,
        availableBytes: night.memory.availableBytes, warn: { context.warn($0.sentence) })
    }
  }
}

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
          warn: { context.warn($0.sentence) }))
    }
  }
}

extension Stage<RankerWeights> {
  /// Chooses the ranker's weights for the models' scores, popularity, friends and new releases, and
  /// how varied lists may be, on positives that the models have not seen. It never reads what the
  /// evaluation holds out.
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
