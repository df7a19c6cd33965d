package import FindieDomain
import FindieEvaluation
import FindieHistory
import FindieModels
import FindieNight
package import Foundation

/// Interactions in files to tune on, and the test set of a benchmark.
package struct TuningFiles: Sendable {
  package var train: URL
  /// Nil to split a test set off the training set.
  package var test: URL?
  package var foldIn: URL?
  /// Whether actions have weights and decay, which are then tuned; else each has weight 1 and does not
  /// decay.
  package var usesActionWeights: Bool
  /// The current time. Events more than a day later are rejected.
  package var now: Timestamp

  package init(train: URL, test: URL?, foldIn: URL?, usesActionWeights: Bool, now: Timestamp) {
    self.train = train
    self.test = test
    self.foldIn = foldIn
    self.usesActionWeights = usesActionWeights
    self.now = now
  }

  /// Searches for better parameters.
  ///
  /// - Parameter splitting: how to split the training set if no test set is given.
  /// - Throws: `NothingToEvaluate`, `DifferentSearch`, and errors of reading the files.
  package func tuning(
    _ splitting: EvaluationSetting.Splitting, testDay: Day?, _ setting: TuningSetting
  ) throws -> TuningReport {
    let trainFiles = try read(train, "train", setting)
    let foldInFiles = try foldIn.map { try read($0, "fold-in", setting) }
    let testFiles = try test.map { try read($0, "test", setting) }
    let days = [trainFiles, foldInFiles].compactMap { $0?.events.dayAfterNewest }
    guard let day = days.max(), trainFiles.events.count > 0 else {
      throw NothingToEvaluate(
        description: "\(train.path) has no interactions to train on. Name another --train.")
    }
    let games = trainFiles.events.games
    func evidence(_ files: InteractionFiles) -> TuningEvidence {
      TuningEvidence(
        events: files.events, wishlists: [], users: [], games: games, content: nil,
        isOut: [Bool](repeating: true, count: games.count), day: day,
        weights: usesActionWeights ? setting.parameters.matrix : .plain,
        usesActionWeights: usesActionWeights,
        workers: setting.workers)
    }
    guard let testFiles else {
      return try evidence(trainFiles).tuning(splitting, testDay: testDay, setting)
    }
    let found = InteractionMatrix(
      interactions: testFiles.events, wishlists: [], users: [], games: testFiles.events.games,
      on: testFiles.events.dayAfterNewest ?? day, parameters: .plain, workers: setting.workers)
    return try evidence(trainFiles).tuning(
      given: foldInFiles.map { evidence($0) }, test: found, named: test?.path ?? "", setting)
  }

  private func read(
    _ url: URL, _ role: String, _ setting: TuningSetting
  ) throws -> InteractionFiles {
    try InteractionFiles(
      url, parameters: setting.parameters.ingest, now: now, workers: setting.workers
    ) { setting.step("read \(role)", total: $0, unit: "bytes") }
  }
}

extension TuningEvidence {
  /// Uses a given test set. The validation set is split off the training set in the same way: whole players
  /// if the test has a fold-in, else games of training players; with profiles as long as the test's.
  fileprivate func tuning(
    given foldIn: TuningEvidence?, test: InteractionMatrix, named path: String,
    _ setting: TuningSetting
  ) throws -> TuningReport {
    let sealed = SealedTest(
      sentence: "As given in \(path)\(foldIn == nil ? "" : ", with a fold-in")."
    ) { weights in
      Split.given(
        train: matrix(on: day, weights), foldIn: foldIn.map { $0.matrix(on: day, weights) },
        test: test)
    }
    let training = matrix(on: day, weights)
    let profiles = foldIn.map { $0.matrix(on: day, weights) } ?? training
    let lengths = test.players.ids.compactMap { profiles.players.index(of: $0) }
      .map { profiles.observed.positives(ofRow: $0).count }
    let cut: Split =
      foldIn == nil
      ? .random(training, parameters: setting.validation, isOut: isOut)
      : .heldOutPlayers(training, parameters: setting.validation, isOut: isOut)
    let validation = SplitPlan(
      cut.resembling(lengths, seed: setting.search.seed), of: training,
      limit: setting.search.players, seed: setting.search.seed)
    let data = TuningData(
      training: { matrix(on: day, $0) }, plan: validation, occurrences: occurrences(before: day),
      usesActionWeights: usesActionWeights)
    return try Tuning(setting, data, fingerprint: training.fingerprint).report(sealed)
  }
}
