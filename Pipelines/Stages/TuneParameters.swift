package import FindieBatch
import FindieDomain
package import FindieEvaluation
import FindieModels
import FindieRanking
import FindieWorkspace

extension Stage<TunedParameters> {
  /// Chooses the parameters of ALS and EASE: on the first night and once a week by a search, on other
  /// nights those of the published night. They are a recorded decision: a reproduction reads them from
  /// the recipe.
  package static func tuneParameters(
    from data: ModelData, _ champion: Stage<Champion>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters
    return Stage(
      "tuning", from: data, champion,
      parameters: [
        "tuning": parameters.tuning.rawValue, "als": parameters.als, "ease": parameters.ease,
        "evaluation": parameters.evaluation, "ranker": parameters.ranker,
      ] as NamedParameters
    ) { context, data, champion in
      let given = TunableParameters(parameters.models)
      let untuned = TunedParameters(given: given, adopted: given, day: nil, trials: [])
      if let recipe = night.recipe { return recipe.tuning }
      guard parameters.tuning != .off else { return untuned }
      let recorded = champion.day.flatMap { night.workspace.recipe(of: $0)?.tuning }
        .flatMap { $0.given == given && $0.day != nil ? $0 : nil }
      if let recorded, !parameters.tuning.includes(data.history.day) { return recorded }
      let validation = ValidationData(data, parameters: parameters)
      guard validation.split.players.count >= parameters.ranker.minimumPlayers else {
        return untuned
      }
      var search = SelfTuning(
        validation.split, from: recorded?.adopted ?? given, workers: night.workers)
      let progress = context.progress(total: SelfTuning.usualTrials, unit: "trials")
      let adopted = try search.search(progress: progress)
      return TunedParameters(
        given: given, adopted: adopted, day: data.history.day, trials: search.trials)
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
    [
      "als.regularizationScale": adopted.als.regularizationScale,
      "als.unobservedScale": adopted.als.unobservedScale,
      "ease.regularization": adopted.ease.regularization, "ease.dropout": adopted.ease.dropout,
      "ease.lengthExponent": adopted.ease.lengthExponent,
      "ease.diagonalBound": adopted.ease.diagonalBound,
      "work": trials.reduce(0) { $0 + $1.work },
    ]
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
  /// The parameters of all models, with those that are tuned.
  func models(_ tuning: TunedParameters) -> ModelParameters {
    var models = models
    models.als = tuning.adopted.als
    models.ease = tuning.adopted.ease
    return models
  }
}
