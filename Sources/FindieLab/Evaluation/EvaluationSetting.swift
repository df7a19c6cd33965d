import FindieAnalytics
import FindieCommands
import FindieDomain
import FindieHistory
import FindieModels
import FindieNight
import FindieRanking
import FindieWorkers
import FindieWorkspace

/// The settings of an evaluation outside of the nightly run.
struct EvaluationSetting: Sendable {
  /// How the history of a workspace is split.
  enum Splitting: String, CaseIterable, Sendable {
    case random, time
  }

  var models: ModelChoice
  /// The lengths of the evaluated lists; nil for the defaults.
  var ks: [Int]?
  var parameters: NightParameters
  var workers: Workers
  /// The first test day in a split by time; nil for the day that leaves the held-out share of the
  /// interactions.
  var testDay: Day? = nil
  var observer: any RunObserver
  var isStopping: @Sendable () -> Bool

  /// Reports the start of a step.
  ///
  /// - Returns: called with the progress of the step; throws to stop.
  func step(_ name: String, total: Int, unit: String) -> @Sendable (Int) throws -> Void {
    observer.report(.started(stage: name))
    return observer.progress(of: name, total: total, unit: unit, isStopping: isStopping)
  }

  /// What a night learns from the interactions before a day.
  ///
  /// - Parameter activity: the events of all days, for trends; nil without trends.
  func learnedNight(
    _ interactions: EventTable, _ catalogue: Catalogue, on day: Day, activity: Activity? = nil
  ) throws -> LearnedNight {
    try BLASLibrary.prepare(for: workers)
    _ = try step("learn as a night of \(day)", total: 1, unit: "nights")(0)
    return try LearnedNight(
      interactions, catalogue: catalogue, on: day, parameters: parameters, workers: workers,
      availableBytes: Resources.availableMemoryInBytes
    ) { day in
      activity.map { parameters.lifts($0, catalogue, on: day) } ?? catalogue.games.map { _ in nil }
    }
  }

  /// The chosen rankers of a night, for the tested players.
  func rankers(of night: LearnedNight, _ split: Split) throws -> [any Ranker] {
    try models.ofNight.map { ranker in
      switch ranker {
      case .recent:
        guard let recent = night.recentPopularity else {
          throw LabFailure.nothingToEvaluate(
            "Nothing is known of recent popularity: there are too few dated positives to learn "
              + "from. Leave out the model recent.")
        }
        return recent
      case .lists: return try night.lists(of: split, hasVariety: true, workers: workers)
      case .listsWithoutVariety:
        return try night.lists(of: split, hasVariety: false, workers: workers)
      case .rows:
        return try night.lists(of: split, hasVariety: true, ofRows: true, workers: workers)
      }
    }
  }

  /// This setting, with the parameters of models that a night tunes on a validation.
  ///
  /// - Parameter validation: with the days of its training.
  func tuned(on validation: () throws -> (Split, days: [Float])) throws -> EvaluationSetting {
    guard models.areTuned else { return self }
    _ = try step("tune", total: 1, unit: "searches")(0)
    try BLASLibrary.prepare(for: workers)
    let (split, days) = try validation()
    return with(try parameters.tunedModels(split, days: days, workers: workers))
  }

  /// The same as a night of a day tunes them.
  func tuned(
    _ interactions: EventTable, _ catalogue: Catalogue, _ matrix: InteractionMatrix, on day: Day
  ) throws -> EvaluationSetting {
    try tuned {
      let heldOut = try HeldOut(
        interactions, catalogue: catalogue, matrix: matrix, on: day, parameters: parameters,
        workers: workers
      ) { _ in catalogue.games.map { _ in nil } }
      return (heldOut.validation.split, heldOut.train.days)
    }
  }

  func with(_ models: ModelParameters) -> EvaluationSetting {
    var setting = self
    (setting.parameters.als, setting.parameters.ease) = (models.als, models.ease)
    return setting
  }

  /// Trains the models on a split's training set and evaluates them on its test set.
  ///
  /// - Parameters:
  ///   - days: of the training, as `InteractionMatrix.days`.
  ///   - others: rankers that need no training, evaluated after the models.
  ///   - defaultKs: the default list lengths.
  func evaluate(
    of split: Split, days: [Float], content: ContentModel?, others: [any Ranker],
    defaultKs: [Int]
  ) throws -> ModelEvaluation {
    try BLASLibrary.prepare(for: workers)
    let fitting = ModelFitting(
      train: split.train, days: days, content: content, parameters: parameters.modelParameters,
      workers: workers,
      availableBytes: Resources.availableMemoryInBytes
    ) { model, total in
      step("train \(model)", total: total, unit: "iterations")
    }
    var rankers = try models.recipes.map { recipe in
      _ = try step("train \(recipe.name)", total: 1, unit: "models")(0)
      return try recipe.fit(fitting)
    }
    rankers += others
    let progress = step("evaluate", total: split.players.count * rankers.count, unit: "lists")
    let evaluation = try Evaluation(
      of: rankers, split: split, ks: ks ?? defaultKs, features: content?.vectors, against: .best,
      workers: workers, progress: progress)
    return ModelEvaluation(evaluation: evaluation)
  }
}
