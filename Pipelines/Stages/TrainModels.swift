package import FindieAnalytics
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

extension Stage<HeldOut> {
  /// Goes back to an earlier day: models that are trained on what was known then are tested on what
  /// players liked since.
  package static func holdOut(
    from data: ModelData, _ interactions: Stage<Interactions>, _ activity: Stage<Activity>,
    _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "held-out", from: data, interactions, activity,
      parameters: [
        "evaluation": parameters.evaluation, "ranker": parameters.ranker,
        "matrix": parameters.matrix, "trending": parameters.trendingOfLists,
      ] as NamedParameters
    ) { _, data, interactions, activity in
      let catalogue = data.catalogue.catalogue
      return HeldOut(
        interactions.table, catalogue: catalogue, matrix: data.matrix, on: data.history.day,
        parameters: parameters, workers: night.workers
      ) { parameters.lifts(activity, catalogue, on: $0) }
    }
  }
}

extension Stage<HeldOutModels> {
  /// Trains tonight's models on what was known before the held-out positives.
  package static func trainHeldOutModels(
    from heldOut: Stage<HeldOut>, _ tuning: Stage<TunedParameters>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "held-out-models", from: heldOut, tuning,
      parameters: [
        "newGames": parameters.newGames, "neighborhood": parameters.neighborhood,
      ] as NamedParameters
    ) { context, heldOut, tuning in
      let progress = context.progress(total: tuning.adopted.als.iterations, unit: "iterations")
      return HeldOutModels(
        day: heldOut.night, cut: heldOut.cut, games: heldOut.train.games,
        try RankingModels(
          trainedOn: heldOut.train.observed, content: heldOut.content,
          parameters: parameters.models(tuning),
          newGames: parameters.newGames, workers: night.workers,
          availableBytes: night.memory.availableBytes, progress: { _ in try progress(1) },
          warn: { context.warn($0.sentence) }))
    }
  }
}

extension Stage<RankerWeights> {
  /// Chooses the ranker's weights and how varied lists may be, by half of the players who are
  /// tested on the held-out positives. The other half evaluates.
  package static func trainRanker(
    from heldOut: Stage<HeldOut>, _ models: Stage<HeldOutModels>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "ranker", from: heldOut, models,
      parameters: [
        "ranker": parameters.ranker, "candidates": parameters.candidates,
        "recommendations": parameters.recommendations,
        "minimumPlayers": parameters.reports.minimumPlayers, "k": parameters.evaluation.k,
      ] as NamedParameters
    ) { _, heldOut, models in
      try heldOut.ranker(
        models.models(for: heldOut.train.games, content: heldOut.content), parameters: parameters,
        workers: night.workers)
    }
  }
}
