package import FindieAnalytics
import FindieDomain
package import FindieModels
package import FindieRanking
import FindieWorkers
package import FindieWorkspace

extension Stage<FactorModel> {
  /// Trains a factor per player and per game by ALS.
  package static func trainFactors(
    from training: TrainingInputs, _ tuning: Stage<TunedParameters>, _ night: Night
  ) -> Stage {
    Stage("trained-factors", from: training, tuning, parameters: NoParameters()) {
      context, training, tuning in
      let parameters = tuning.adopted.als
      let progress = context.progress(total: parameters.iterations, unit: "iterations")
      return try ImplicitALS(parameters).fit(
        training.matrix.matrix.observed, workers: night.workers
      ) { _ in try progress(1) }
    }
  }

  /// The trained factors, updated for tonight's games and for what players have done until tonight.
  package static func updateFactors(
    from anchor: Stage<Anchor>, _ games: Stage<TrainingGames>, _ trained: Stage<FactorModel>,
    _ data: ModelData, _ night: Night
  ) -> Stage {
    Stage("factors", from: anchor, games, trained, data, parameters: NoParameters()) {
      _, anchor, games, trained, data in
      guard !anchor.isTonight else { return trained }
      let matrix = data.matrix
      let model = try GameMapping(from: Identifiers(games.ids), to: matrix.games).mapped(trained)
        .updated(for: matrix.observed, workers: night.workers)
      return try FactorModel(
        solvingPlayersOf: matrix.observed, games: model.games, parameters: model.parameters,
        workers: night.workers)
    }
  }
}

extension Stage<ItemItemModels> {
  /// Trains the item-item models: item-kNN, and EASE if the number of games and the memory allow.
  package static func trainItemModels(
    from training: TrainingInputs, _ tuning: Stage<TunedParameters>,
    _ denseWeights: Stage<DenseWeights>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "trained-items", from: training, tuning, denseWeights,
      parameters: ["neighborhood": parameters.neighborhood] as NamedParameters, isLarge: true
    ) { _, training, tuning, denseWeights in
      try ItemItemModels(
        trainedOn: training.matrix.matrix.observed, days: training.matrix.matrix.days,
        parameters: parameters.modelParameters(tuning), workers: night.workers,
        hasDenseWeights: denseWeights.fit)
    }
  }

  /// The trained item-item models, updated for tonight's games and for what players have done until
  /// tonight.
  package static func updateItemModels(
    from anchor: Stage<Anchor>, _ games: Stage<TrainingGames>, _ trained: Stage<ItemItemModels>,
    _ tuning: Stage<TunedParameters>, _ data: ModelData, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "items", from: anchor, games, trained, tuning, data,
      parameters: ["neighborhood": parameters.neighborhood] as NamedParameters
    ) { _, anchor, games, trained, tuning, data in
      guard !anchor.isTonight else { return trained }
      return GameMapping(from: Identifiers(games.ids), to: data.matrix.games).mapped(trained)
        .updated(
          for: data.matrix.observed, days: data.matrix.days,
          parameters: parameters.modelParameters(tuning), workers: night.workers)
    }
  }
}

extension Stage<DenseWeights> {
  /// Decides whether there is enough memory for dense weights. Once a night was published with
  /// these models, its decision stands, unless `--force dense-weights` is given.
  package static func decideDenseWeights(
    from training: TrainingInputs, _ tuning: Stage<TunedParameters>, _ night: Night
  ) -> Stage {
    Stage(DenseWeights.stage, from: training, tuning, parameters: NoParameters()) {
      context, training, tuning in
      let ease = EASE(night.parameters.modelParameters(tuning).ease)
      let bytes = ease.bytesOfDenseWeights(training.matrix.matrix.observed)
      let recorded =
        try night.recipe
        ?? night.recorded(of: training.anchor.data, unlessForced: DenseWeights.stage)
      if let decided = recorded?.denseWeights, decided.bytes == bytes { return decided }
      let available = night.memory.availableBytes
      let decision = DenseWeights(fit: available.map { bytes <= $0 } ?? true, bytes: bytes)
      if let available, let sentence = decision.conclusion {
        context.warn("\(DenseWeights.megabytes(available)) MB are free. \(sentence)")
      }
      return decision
    }
  }
}

extension Stage<HeldOut> {
  /// Goes back to an earlier day: models that are trained on what was known then are tested on what
  /// players liked since.
  package static func holdOut(
    from training: TrainingInputs, _ history: Stage<HistorySnapshot>,
    _ interactions: Stage<Interactions>, _ activity: Stage<Activity>,
    _ byGame: Stage<HistoryByGame>, _ suggestions: Stage<NightSuggestions>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "held-out", from: training, history, interactions, activity, byGame, suggestions,
      identifiedBy: [training],
      parameters: [
        "evaluation": parameters.evaluation, "ranker": parameters.ranker,
        "matrix": parameters.matrix, "trending": parameters.trendingOfLists,
      ] as NamedParameters
    ) { _, training, history, interactions, activity, byGame, suggestions in
      let catalogue = training.catalogue.records
      // Another night's activity has other games.
      let activity =
        training.anchor.isTonight
        ? activity
        : try Activity(
          of: history.events, byGame.events, games: catalogue.games,
          before: history.day, workers: night.workers)
      let data = training.anchor.data
      return try HeldOut(
        interactions.table, catalogue: catalogue, matrix: training.matrix.matrix, on: data.end,
        parameters: parameters, workers: night.workers,
        suggestions: { try suggestions.tested(data.suggestions, before: $0, on: data.end) },
        lifts: { parameters.lifts(activity, catalogue, on: $0) })
    }
  }
}

extension Stage<HeldOutModels> {
  /// Trains tonight's models on what was known before the held-out positives.
  package static func trainHeldOutModels(
    from heldOut: Stage<HeldOut>, _ tuning: Stage<TunedParameters>,
    _ denseWeights: Stage<DenseWeights>, _ anchor: Stage<Anchor>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "held-out-models", from: heldOut, tuning, denseWeights, anchor,
      parameters: ["neighborhood": parameters.neighborhood] as NamedParameters, isLarge: true
    ) { context, heldOut, tuning, denseWeights, anchor in
      let progress = context.progress(total: tuning.adopted.als.iterations, unit: "iterations")
      return HeldOutModels(
        day: anchor.data.day, cut: heldOut.cut, games: heldOut.train.games,
        try RankingModels(
          trainedOn: heldOut.train.observed, days: heldOut.train.days, content: heldOut.content,
          parameters: parameters.modelParameters(tuning),
          workers: night.workers, hasDenseWeights: denseWeights.fit,
          progress: { _ in try progress(1) }))
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
      "trained-ranker", from: heldOut, models, parameters: rankerParameters(night)
    ) { _, heldOut, models in
      try heldOut.ranker(
        models.models(for: heldOut.train.games, content: heldOut.content), parameters: parameters,
        workers: night.workers)
    }
  }

  /// Chooses the weights for the updated models, by what players liked in the last days until
  /// tonight: what is popular moves faster than who likes what.
  package static func updateRanker(
    from anchor: Stage<Anchor>, _ trained: Stage<RankerWeights>, _ models: Stage<HeldOutModels>,
    _ tuning: Stage<TunedParameters>, _ data: ModelData, _ activity: Stage<Activity>,
    _ suggestions: Stage<NightSuggestions>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "ranker", from: anchor, trained, models, tuning, data, activity, suggestions,
      parameters: rankerParameters(night).with([
        "evaluation": parameters.evaluation, "matrix": parameters.matrix,
        "neighborhood": parameters.neighborhood, "trending": parameters.trendingOfLists,
      ])
    ) { context, anchor, trained, models, tuning, data, activity, suggestions in
      guard !anchor.isTonight else { return trained }
      do {
        return try HeldOut(data, activity, suggestions, night)
          .ranker(
            updating: models, parameters.modelParameters(tuning), variety: trained.variety,
            parameters: parameters, workers: night.workers)
      } catch let failure as Champion.Unusable {
        context.warn("the weights of \(anchor.data.day) are used: \(failure)")
        return trained
      }
    }
  }

  private static func rankerParameters(_ night: Night) -> NamedParameters {
    let parameters = night.parameters
    return [
      "ranker": parameters.ranker, "candidates": parameters.candidates,
      "recommendations": parameters.recommendations,
      "minimumPlayers": parameters.reports.minimumPlayers, "k": parameters.evaluation.k,
    ]
  }
}

extension HeldOut {
  /// Of tonight's data, whatever models are trained on. Reads the interactions again, since few
  /// nights need them so late.
  init(
    _ data: StageValues<ModelData>, _ activity: Activity, _ suggestions: NightSuggestions,
    _ night: Night
  ) throws {
    let (catalogue, parameters) = (data.catalogue.records, night.parameters)
    let day = data.history.day
    try self.init(
      night.interactions(of: data.history.events, before: day), catalogue: catalogue,
      matrix: data.matrix, on: day, parameters: parameters, workers: night.workers,
      suggestions: { try suggestions.tested(suggestions.record, before: $0, on: day) },
      lifts: { parameters.lifts(activity, catalogue, on: $0) })
  }
}
