import FindieBatch
import FindieFiles
import FindieLinearAlgebra
import FindieRecommender
import FindieWorkers
import Foundation

/// A search for better numbers, from the data to the parameter file.
struct Tuning {
  let setting: TuningSetting
  let data: TuningData
  let models: ModelChoice
  /// By it data are known again.
  let fingerprint: UInt64
  /// What actions weigh at the start.
  private let weights: MatrixParameters

  /// EASE joins by itself up to so many games.
  private static let largestUsualEASE = 10_000

  init(_ setting: TuningSetting, _ data: TuningData, fingerprint: UInt64) throws {
    guard data.players > 0 else {
      throw NothingToEvaluate(
        description:
          "no player's history is long enough to hide a part of it twice, for a test and "
          + "to choose by; take more history, or another --split")
    }
    self.setting = setting
    self.data = data
    self.fingerprint = fingerprint
    weights = data.weighsActions ? setting.parameters.matrix : .plain
    let usual = data.games <= Tuning.largestUsualEASE ? ["knn", "ease", "als"] : ["knn", "als"]
    models =
      try setting.models
      ?? ModelChoice(names: usual + [ModelRecipe.blend], hasContent: data.content != nil)
  }

  /// Searches, then looks at the test once.
  ///
  /// Stopped on the way, it ends with what is known so far, and without that look.
  func report(_ test: consuming SealedTest) throws -> TuningReport {
    try BLASLibrary.prepare(for: setting.workers)
    let start = TuningPoint(
      matrix: weights, models: setting.parameters.models, games: data.games)
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
        tell(finding)
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
        description: "no trial came to an end in the time; give more --minutes")
    }
    let winner = search.best(of: "als")?.point ?? start
    var report = TuningReport(
      search, tuned: tuned(search, winner), given: setting.parameters, test: test.sentence,
      validation: data.sentence, players: data.players, games: data.games, isStopped: isStopped,
      output: setting.output.path, trialsFile: setting.trials.path)
    // Before what comes now, which takes time and may be stopped.
    try DurableFile.deliver(report.yaml.utf8, to: setting.output)
    guard !isStopped else { return report }
    do {
      if models.blendPlace != nil {
        report.blend = try data.blend(
          of: models.recipes, report.tuned.models, winner.matrix, workers: setting.workers,
          availableBytes: Resources.availableMemoryInBytes, progress: steps)
        try DurableFile.deliver(report.yaml.utf8, to: setting.output)
      }
      let names = models.recipes.map(\.name)
      if let old = file.looks.last(where: {
        $0.als == winner && $0.models == names && $0.blend == report.blend
      }) {
        report.evaluation = old.evaluation
      } else {
        let evaluation = try judged(test.opened([winner.matrix, start.matrix]), report)
        try file.add(
          TrialsFile.Look(
            als: winner, models: names, blend: report.blend, evaluation: evaluation))
        report.evaluation = evaluation
      }
      report.looks = file.looks.count
    } catch is Stopped {
      report.isStopped = true
    }
    return report
  }

  private var steps: @Sendable (String, Int) -> @Sendable (Int) throws -> Void {
    { [setting] name, total in
      setting.step(
        name.hasPrefix("judge") ? name : "train \(name)", total: total,
        unit: name.hasPrefix("judge") ? "lists" : "iterations")
    }
  }

  /// The given numbers with what was found in their places.
  private func tuned(_ search: TuningSearch, _ winner: TuningPoint) -> NightParameters {
    var tuned = setting.parameters
    if data.weighsActions { tuned.matrix = winner.matrix }
    tuned.als = winner.settled(games: data.games)
    if let ease = search.best(of: "ease") { tuned.ease = ease.point.ease }
    if let knn = search.best(of: "knn") { tuned.neighborhood = knn.point.neighborhood }
    return tuned
  }

  private func tell(_ finding: TuningFinding) {
    let sentence =
      switch finding {
      case .trial(let trial):
        "\(trial.model), \(trial.change): nDCG@\(trial.k) \(fourDecimals(trial.nDCG.mean))"
          + (trial.isCut ? " after \(trial.iterations) iterations, behind" : "")
      case .weight(let weight): weight.sentence
      }
    setting.observer.report(.found(sentence))
  }

  /// The tuned models and the given ALS, judged by the test.
  private func judged(_ splits: [Split], _ report: TuningReport) throws -> Evaluation {
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
        ToldRanker(
          "ALS as given", try recipe.fit(fitting(given, report.given)), profiles: given.profiles),
        at: 0)
      last = ToldRanker("ALS tuned", ranker, profiles: split.profiles)
    }
    if let blend = report.blend {
      rankers.append(Blend(components: fitted, weights: blend.weights))
    }
    if let last { rankers.append(last) }
    let lists = setting.step(
      "judge by the test", total: split.players.count * rankers.count, unit: "lists")
    return try Evaluation(
      of: rankers, split: split, ks: [setting.search.k],
      notes: report.blend.map { [$0.sentence] } ?? [],
      parameters: setting.parameters.evaluation, workers: setting.workers, progress: lists)
  }
}
