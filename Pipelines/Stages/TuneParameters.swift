import FindieAnalytics
import FindieDomain
package import FindieModels
package import FindieRanking
package import FindieWorkers
package import FindieWorkspace

extension Stage<TunedParameters> {
  /// Chooses the parameters of ALS and EASE: by a search on the first night and once a week, on
  /// other nights those of the anchor's champion. The choice is recorded in the recipe: other runs
  /// with the same training data and a reproduction read it there.
  package static func tuneParameters(
    from heldOut: Stage<HeldOut>, _ anchor: Stage<Anchor>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "tuning", from: heldOut, anchor,
      parameters: [
        "tuning": parameters.tuning.rawValue, "als": parameters.als, "ease": parameters.ease,
        "ranker": parameters.ranker,
      ] as NamedParameters
    ) { context, heldOut, anchor in
      let given = TunableParameters(parameters.modelParameters)
      let untuned = TunedParameters(given: given, adopted: given, day: nil, trials: [])
      if let recipe = night.recipe { return recipe.tuning }
      guard parameters.tuning != .off else { return untuned }
      func isUsable(_ tuning: TunedParameters) -> Bool {
        tuning.given == given && tuning.day != nil
      }
      if let decided = try night.recorded(of: anchor.data, unlessForced: "tuning")?.tuning,
        isUsable(decided)
      {
        return decided
      }
      let recorded = try anchor.champion(night).day.flatMap {
        night.workspace.recipe(of: $0)?.tuning
      }
      .flatMap { isUsable($0) ? $0 : nil }
      let day = anchor.data.day
      if let recorded, recorded.day == day || !parameters.tuning.includes(day) { return recorded }
      let validation = heldOut.validation.split
      guard validation.players.count >= parameters.ranker.minimumPlayers else { return untuned }
      var search = SelfTuning(
        validation, days: heldOut.train.days, from: recorded?.adopted ?? given,
        workers: night.workers)
      let progress = context.progress(total: SelfTuning.usualTrials, unit: "trials")
      let adopted = try search.search(progress: progress)
      return TunedParameters(
        given: given, adopted: adopted, day: day, trials: search.trials)
    }
  }
}

extension TunedParameters: JSONArtifact {
  package static var grain: String { "one tried value of a parameter" }
  package static var formatVersion: Int { 1 }

  package var counts: [String: Int] {
    ["trials": trials.count, "adopted": trials.count(where: \.isAdopted)]
  }

  package var measures: [String: Double] {
    var measures = [
      "als.regularizationScale": adopted.als.regularizationScale,
      "als.unobservedScale": adopted.als.unobservedScale,
      "ease.regularization": adopted.ease.regularization, "ease.dropout": adopted.ease.dropout,
      "ease.lengthExponent": adopted.ease.lengthExponent,
      "ease.diagonalBound": adopted.ease.diagonalBound,
      "ease.popularityExponent": adopted.ease.popularityExponent,
      "ease.denseGames": Double(adopted.ease.denseGames ?? EASEParameters.mostDenseGames),
      "work": trials.reduce(0) { $0 + $1.work },
    ]
    measures["ease.halfLifeInDays"] = adopted.ease.halfLifeInDays
    return measures
  }

  package var conclusion: String? {
    guard let day else { return nil }
    let changes = trials.filter(\.isAdopted).map(\.change)
    return changes.isEmpty
      ? "The tuning of \(day) found no parameters that are significantly better."
      : "The tuning of \(day) adopted: \(changes.joined(separator: "; "))."
  }
}

extension NightParameters {
  /// The parameters of all models, with the tuned values.
  func modelParameters(_ tuning: TunedParameters?) -> ModelParameters {
    var models = modelParameters
    if let adopted = tuning?.adopted { (models.als, models.ease) = (adopted.als, adopted.ease) }
    return models
  }

  /// The same with the values that a search on a validation finds.
  ///
  /// - Parameter days: of the training, as `InteractionMatrix.days`.
  package func tunedModels(
    _ validation: Split, days: [Float], workers: Workers
  ) throws -> ModelParameters {
    let given = TunableParameters(modelParameters)
    guard tuning != .off, validation.players.count >= ranker.minimumPlayers else {
      return modelParameters
    }
    var search = SelfTuning(validation, days: days, from: given, workers: workers)
    return modelParameters(
      TunedParameters(given: given, adopted: try search.search(), day: nil, trials: []))
  }
}
