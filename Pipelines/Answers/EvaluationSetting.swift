package import FindieBatch
package import FindieDomain
import FindieHistory
import FindieLinearAlgebra
package import FindieRecommender
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
  /// - Parameter usualKs: how long lists are where nobody asked.
  func evaluation(
    of split: Split, content: ContentModel?, usualKs: [Int]
  ) throws -> Evaluation {
    try BLASLibrary.prepare(for: workers)
    let fitting = ModelFitting(
      train: split.train, content: content, parameters: parameters.models, workers: workers
    ) { model, total in
      step("train \(model)", total: total, unit: "iterations")
    }
    let rankers = try models.recipes.map { recipe in
      _ = try step("train \(recipe.name)", total: 1, unit: "models")(0)
      return try recipe.fit(fitting)
    }
    let judged = step("judge", total: split.players.count * rankers.count, unit: "lists")
    return try Evaluation(
      of: rankers, split: split, ks: ks ?? usualKs, features: content?.vectors, against: .best,
      parameters: parameters.evaluation, workers: workers, progress: judged)
  }
}

extension NightParameters {
  /// The numbers of all models.
  package var models: ModelParameters { ModelParameters(als: als) }
}

/// Which models are judged, by name.
package struct ModelChoice: Sendable {
  package let recipes: [ModelRecipe]

  /// The models of a workspace, where games have genres and tags.
  package static let night = chosen("popularity", "tags", "als")
  /// The models of bare interactions.
  package static let plain = chosen("popularity", "als")
  /// Every name.
  package static var names: [String] { ModelRecipe.all.map(\.name) }

  private static func chosen(_ names: String...) -> ModelChoice {
    ModelChoice(recipes: ModelRecipe.all.filter { names.contains($0.name) })
  }

  private init(recipes: [ModelRecipe]) {
    self.recipes = recipes
  }

  /// - Throws: what is wrong with the names, all at once.
  package init(names: [String], hasContent: Bool) throws(Problem) {
    var problems: [String] = []
    for name in names where ModelRecipe.named(name) == nil {
      let near = SettingsText.suggestion(for: name, among: ModelChoice.names)
      problems.append(
        "'\(name)' is no model\(near.isEmpty ? "; there are " + ModelChoice.list : near)")
    }
    if names.isEmpty { problems.append("name at least one of \(ModelChoice.list)") }
    if Set(names).count < names.count { problems.append("a model is named twice") }
    let recipes = names.compactMap { ModelRecipe.named($0) }
    for recipe in recipes where recipe.needsContent && !hasContent {
      problems.append("\(recipe.name) needs a catalogue, which --train has not")
    }
    guard problems.isEmpty else { throw Problem(description: problems.joined(separator: "; ")) }
    self.recipes = recipes
  }

  private static var list: String { names.joined(separator: ", ") }

  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }
}

/// There is nobody to judge models by.
package struct NothingToEvaluate: Error, CustomStringConvertible {
  package let description: String
}
