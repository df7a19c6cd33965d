package import FindieBatch
package import FindieDomain
import FindieEvaluation
import FindieHistory
import FindieLinearAlgebra
import FindieModels
package import FindieNight
package import FindieWorkers

/// The settings of an evaluation outside of the nightly run.
package struct EvaluationSetting: Sendable {
  /// How the history of a workspace is split.
  package enum Splitting: String, CaseIterable, Sendable {
    case random, players, time, last
  }

  package var models: ModelChoice
  /// The lengths of the evaluated lists; nil for the defaults.
  package var ks: [Int]?
  package var parameters: NightParameters
  package var workers: Workers
  /// The first day of the test in a split by time; nil for the day that leaves the held-out share of the
  /// interactions.
  package var testDay: Day?
  package var observer: any RunObserver
  package var isStopping: @Sendable () -> Bool

  package init(
    models: ModelChoice, ks: [Int]?, parameters: NightParameters, workers: Workers,
    testDay: Day? = nil, observer: any RunObserver, isStopping: @escaping @Sendable () -> Bool
  ) {
    self.models = models
    self.ks = ks
    self.parameters = parameters
    self.workers = workers
    self.testDay = testDay
    self.observer = observer
    self.isStopping = isStopping
  }

  /// Reports the start of a step.
  ///
  /// - Returns: called with the progress of the step; throws to stop.
  func step(_ name: String, total: Int, unit: String) -> @Sendable (Int) throws -> Void {
    observer.report(.started(stage: name))
    return observer.progress(of: name, total: total, unit: unit, isStopping: isStopping)
  }

  /// Trains the models on a split's training set and evaluates them on its test set.
  ///
  /// - Parameters:
  ///   - others: rankers that need no training, evaluated after the models.
  ///   - defaultKs: the default lengths of lists.
  func evaluate(
    of split: Split, content: ContentModel?, others: [any Ranker] = [], defaultKs: [Int]
  ) throws -> ModelEvaluation {
    try BLASLibrary.prepare(for: workers)
    let fitting = ModelFitting(
      train: split.train, content: content, parameters: parameters.models, workers: workers,
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
      parameters: parameters.evaluation, workers: workers, progress: progress)
    return ModelEvaluation(evaluation: evaluation)
  }
}
