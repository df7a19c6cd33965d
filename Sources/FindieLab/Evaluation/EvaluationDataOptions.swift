import ArgumentParser
import FindieAnalytics
import FindieCommands
package import FindieDomain
import FindieHistory
import FindieModels
package import FindieNight
import FindieRanking
package import FindieWorkers
package import FindieWorkspace
import Foundation

/// The interactions that `evaluate` trains and tests on: a workspace's history, or files.
struct EvaluationDataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Train on the interactions in this file or folder instead of a workspace.",
      valueName: "path"))
  var train: String?
  @Option(help: ArgumentHelp("Test on these interactions. Requires --train.", valueName: "path"))
  var test: String?
  @Option(
    help: ArgumentHelp(
      "The profiles of the test players: interactions that models may read, but never train on. "
        + "Requires --test.", valueName: "path"))
  var foldIn: String?
  @Flag(help: "Weight and age actions as the parameters say. Requires --train.")
  var weights = false
  @Option(
    help: ArgumentHelp(
      "How to hold out test data: random (a share of each player's games), players (some players "
        + "entirely), time (the last days), or last (each player's last game). Default: random."))
  var split: EvaluationSetting.Splitting?
  @Option(
    help: ArgumentHelp(
      "The first held-out day. Requires --split time. Default: the day that gives the held-out "
        + "share.",
      valueName: "day"))
  var testFrom: Day?
  @OptionGroup var workspace: WorkspaceOption
  @Option(
    help: ArgumentHelp(
      "The as-of day, YYYY-MM-DD. Default: the day after the newest event, at most today in UTC.",
      valueName: "day"))
  var date: Day?
  @OptionGroup var parameters: ParametersOption
  @OptionGroup var threads: ThreadsOption
  @OptionGroup var now: NowOption

  func validate() throws {
    for (name, isGiven) in [("--test", test != nil), ("--weights", weights)]
    where isGiven && train == nil {
      throw ValidationError("\(name) requires --train.")
    }
    if foldIn != nil, test == nil { throw ValidationError("--fold-in requires --test.") }
    if train != nil, date != nil {
      throw ValidationError("--date applies to a workspace, and cannot be combined with --train.")
    }
    if test != nil, split != nil || testFrom != nil {
      throw ValidationError("--split and --test-from cannot be combined with --test.")
    }
    if testFrom != nil, split != .time {
      throw ValidationError("--test-from requires --split time.")
    }
  }

  var trainFile: URL? { train.map { URL(filePath: $0) } }
  var testFile: URL? { test.map { URL(filePath: $0) } }
  var foldInFile: URL? { foldIn.map { URL(filePath: $0) } }

  /// The history of the workspace.
  func history() throws -> WorkspaceReader {
    try WorkspaceReader(
      workspace.value, date: date, now: now.instant(), workers: threads.workers)
  }

  /// The models named in a list; nil if there is no list.
  func models(_ names: CommaList?) throws -> ModelChoice? {
    guard let names else { return nil }
    do {
      return try ModelChoice(
        names: names.elements, hasContent: train == nil, isByTime: test != nil || split == .time)
    } catch {
      throw ValidationError("--models: \(error).")
    }
  }
}

extension EvaluationSetting.Splitting: ExpressibleByArgument {}

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
  /// The first test day in a split by time; nil for the day that leaves the held-out share of the
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
      }
    }
  }

  /// Trains the models on a split's training set and evaluates them on its test set.
  ///
  /// - Parameters:
  ///   - others: rankers that need no training, evaluated after the models.
  ///   - defaultKs: the default list lengths.
  func evaluate(
    of split: Split, content: ContentModel?, others: [any Ranker] = [], defaultKs: [Int]
  ) throws -> ModelEvaluation {
    try BLASLibrary.prepare(for: workers)
    let fitting = ModelFitting(
      train: split.train, content: content, parameters: parameters.modelParameters,
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
