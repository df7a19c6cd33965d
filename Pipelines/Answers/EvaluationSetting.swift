package import FindieBatch
package import FindieDomain
import FindieHistory
import FindieLinearAlgebra
import FindieRecommender
package import FindieWorkers

/// How people want models judged.
package struct EvaluationSetting: Sendable {
  /// How the history of a workspace is split.
  package enum Splitting: String, CaseIterable, Sendable {
    case random, players, time, last
  }

  package var models: ModelChoice
  /// How long the judged lists are; nil for what is usual for the data.
  package var ks: [Int]?
  package var parameters: NightParameters
  package var workers: Workers
  /// Where the test begins in a split by time; nil for the day from which on about the held-out share
  /// of the interactions lies.
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

  /// Tells of a step that begins, and gives what is told of how far it is.
  func step(_ name: String, total: Int, unit: String) -> @Sendable (Int) throws -> Void {
    observer.report(.started(stage: name))
    return observer.progress(of: name, total: total, unit: unit, isStopping: isStopping)
  }

  /// Fits the models on a split's training, and judges them by the rest.
  ///
  /// - Parameters:
  ///   - others: rankers that need no fitting, judged after the models.
  ///   - usualKs: how long lists are where nobody asked.
  func judgement(
    of split: Split, content: ContentModel?, others: [any Ranker] = [], usualKs: [Int]
  ) throws -> Judgement {
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
    var weights: BlendWeights?
    if let place = models.blendPlace {
      _ = try step("choose the blend", total: 1, unit: "blends")(0)
      let chosen = try Blend.chosen(
        of: models.recipes, rankers, split: split, fitting: fitting)
      rankers.insert(chosen.blend, at: place)
      weights = chosen.weights
    }
    rankers += others
    let judged = step("judge", total: split.players.count * rankers.count, unit: "lists")
    let evaluation = try Evaluation(
      of: rankers, split: split, ks: ks ?? usualKs, features: content?.vectors, against: .best,
      notes: weights.map { [$0.sentence] } ?? [], parameters: parameters.evaluation,
      workers: workers, progress: judged)
    return Judgement(evaluation: evaluation, blend: weights)
  }
}
