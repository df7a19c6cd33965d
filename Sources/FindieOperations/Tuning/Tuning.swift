import FindieBatch
import FindieEvaluation
import FindieFiles
import FindieLinearAlgebra
import FindieModels
import FindieNight
import FindieWorkers
import Foundation

/// A parameter search, from the data to the parameter file.
struct Tuning {
  let setting: TuningSetting
  let data: TuningData
  let models: ModelChoice
  /// Identifies the data.
  let fingerprint: UInt64
  /// The action weights at the start.
  private let weights: MatrixParameters

  /// The maximum number of games up to which EASE is used by default.
  private static let maximumGamesForEASE = 10_000

  init(_ setting: TuningSetting, _ data: TuningData, fingerprint: UInt64) throws {
    guard data.players > 0 else {
      throw NothingToEvaluate(
        description:
          "No player has enough positives for a test set and a validation set. Use more history, or another "
          + "--split.")
    }
    self.setting = setting
    self.data = data
    self.fingerprint = fingerprint
    weights = data.usesActionWeights ? setting.parameters.matrix : .plain
    let usual = data.games <= Tuning.maximumGamesForEASE ? ["knn", "ease", "als"] : ["knn", "als"]
    models =
      try setting.models
      ?? ModelChoice(names: usual + [ModelRecipe.blend], hasContent: data.content != nil)
  }

  /// Searches, then scores the test set once.
  ///
  /// If it is stopped, it returns the best parameters so far, and the test set is not scored.
  func report(_ test: consuming SealedTest) throws -> TuningReport {
    try BLASLibrary.prepare(for: setting.workers)
    let start = TuningPoint(
      matrix: weights, models: setting.parameters.models)
    var file = try TrialsFile(
      at: setting.trials,
      TrialsFile.Header(
        data: String(fingerprint, radix: 16), test: test.sentence, validation: data.sentence,
        search: setting.search, models: models.recipes.map(\.name), start: start))
    let earlier = file.findings
    var search = TuningSearch(
      data, models: setting.parameters.models, recipes: models.recipes,
      parameters: setting.search,
      clock: TuningSearch.Clock(
        limitInSeconds: setting.limitInSeconds, now: setting.elapsedSeconds),
      workers: setting.workers, availableBytes: Resources.availableMemoryInBytes, earlier: earlier,
      progress: steps,
      found: { finding in
        try file.add(finding)
        logFinding(finding)
      })
    var isStopped = false
    do {
      try search.run(from: weights)
    } catch is Stopped {
      isStopped = true
    }
    guard !search.trials.isEmpty else {
      if isStopped { throw Stopped() }
      throw NothingToEvaluate(
        description: "No trial was completed in time. Allow more --minutes.")
    }
    let winner = search.best(of: "als")?.point ?? start
    var report = TuningReport(
      search, tuned: tuned(search, winner), given: setting.parameters, test: test.sentence,
      validation: data.sentence, players: data.players, games: data.games, isStopped: isStopped,
      output: setting.output.path, trialsFile: setting.trials.path)
    // Before the blend and the test, which take time and may be stopped.
    try DurableFile.deliver(report.yaml.utf8, to: setting.output)
    guard !isStopped else { return report }
    do {
      if models.blendIndex != nil {
        report.blend = try data.blend(
          of: models.recipes, report.tuned.models, winner.matrix, workers: setting.workers,
          availableBytes: Resources.availableMemoryInBytes, progress: steps)
        try DurableFile.deliver(report.yaml.utf8, to: setting.output)
      }
      let names = models.recipes.map(\.name)
      if let old = file.testEvaluations.last(where: {
        $0.als == winner && $0.models == names && $0.blend == report.blend
      }) {
        report.evaluation = old.evaluation
      } else {
        let evaluation = try evaluated(test.opened([winner.matrix, start.matrix]), report)
        try file.add(
          TrialsFile.TestEvaluation(
            als: winner, models: names, blend: report.blend, evaluation: evaluation))
        report.evaluation = evaluation
      }
      report.testEvaluations = file.testEvaluations.count
    } catch is Stopped {
      report.isStopped = true
    }
    return report
  }

  private var steps: @Sendable (String, Int) -> @Sendable (Int) throws -> Void {
    { [setting] name, total in
      setting.step(
        name.hasPrefix("evaluate") ? name : "train \(name)", total: total,
        unit: name.hasPrefix("evaluate") ? "lists" : "iterations")
    }
  }

  /// The given parameters with the values that were found.
  private func tuned(_ search: TuningSearch, _ winner: TuningPoint) -> NightParameters {
    var tuned = setting.parameters
    if data.usesActionWeights { tuned.matrix = winner.matrix }
    tuned.als = winner.als
    if let ease = search.best(of: "ease") { tuned.ease = ease.point.ease }
    if let knn = search.best(of: "knn") { tuned.neighborhood = knn.point.neighborhood }
    return tuned
  }

  private func logFinding(_ finding: TuningFinding) {
    let sentence =
      switch finding {
      case .trial(let trial):
        "\(trial.model), \(trial.change): nDCG@\(trial.k) \(fourDecimals(trial.nDCG.mean))"
          + (trial.isCut ? " after \(trial.iterations) iterations, stopped early" : "")
      case .weight(let weight): weight.sentence
      }
    setting.observer.report(.message(sentence))
  }

  /// Evaluates the tuned models and the given ALS on the test set.
  private func evaluated(_ splits: [Split], _ report: TuningReport) throws -> Evaluation {
    let (split, given) = (splits[0], splits[1])
    func fitting(_ split: Split, _ parameters: NightParameters) -> ModelFitting {
      ModelFitting(
        train: split.train, content: data.content, parameters: parameters.models,
        workers: setting.workers, availableBytes: Resources.availableMemoryInBytes,
        progress: steps)
    }
    let fitted = try models.recipes.map { try $0.fit(fitting(split, report.tuned)) }
    var rankers: [any Ranker] = []
    var last: (any Ranker)?
    for (recipe, ranker) in zip(models.recipes, fitted) {
      guard recipe.name == "als" else {
        rankers.append(ranker)
        continue
      }
      rankers.insert(
        FixedProfileRanker(
          "ALS as given", try recipe.fit(fitting(given, report.given)), profiles: given.profiles),
        at: 0)
      last = FixedProfileRanker("ALS tuned", ranker, profiles: split.profiles)
    }
    if let blend = report.blend {
      rankers.append(Blend(components: fitted, weights: blend.weights))
    }
    if let last { rankers.append(last) }
    let lists = setting.step(
      "evaluate on the test set", total: split.players.count * rankers.count, unit: "lists")
    return try Evaluation(
      of: rankers, split: split, ks: [setting.search.k],
      notes: report.blend.map { [$0.sentence] } ?? [],
      parameters: setting.parameters.evaluation, workers: setting.workers, progress: lists)
  }
}
