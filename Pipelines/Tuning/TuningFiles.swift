package import FindieDomain
import FindieHistory
import FindieRecommender
package import Foundation

/// Interactions in files to tune on, and where they are given, those that a benchmark tests with.
package struct TuningFiles: Sendable {
  package var train: URL
  /// nil to cut a test from the training.
  package var test: URL?
  package var foldIn: URL?
  /// Whether actions are weighed and age, so that weights and half-life are searched; else all weigh 1
  /// for ever.
  package var weighsActions: Bool
  /// The one reading of the clock: events of more than a day later are rejected.
  package var now: Timestamp

  package init(train: URL, test: URL?, foldIn: URL?, weighsActions: Bool, now: Timestamp) {
    self.train = train
    self.test = test
    self.foldIn = foldIn
    self.weighsActions = weighsActions
    self.now = now
  }

  /// Searches for better numbers.
  ///
  /// - Parameter splitting: how the training is cut where no test is given.
  /// - Throws: where files cannot be read, or nobody can be tested.
  package func tuning(
    _ splitting: EvaluationSetting.Splitting, testDay: Day?, _ setting: TuningSetting
  ) throws -> TuningReport {
    let trainFiles = try read(train, "train", setting)
    let foldInFiles = try foldIn.map { try read($0, "fold-in", setting) }
    let testFiles = try test.map { try read($0, "test", setting) }
    let days = [trainFiles, foldInFiles].compactMap { $0?.events.dayAfterNewest }
    guard let day = days.max(), trainFiles.events.count > 0 else {
      throw NothingToEvaluate(
        description: "\(train.path) holds no interactions to train on; name another by --train")
    }
    let games = trainFiles.events.games
    func evidence(_ files: InteractionFiles) -> TuningEvidence {
      TuningEvidence(
        events: files.events, wishlists: [], users: [], games: games, content: nil,
        isOut: [Bool](repeating: true, count: games.count), day: day,
        weights: weighsActions ? setting.parameters.matrix : .plain, weighsActions: weighsActions,
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
      url, role: role, parameters: setting.parameters.ingest, now: now, workers: setting.workers
    ) { setting.step("read \(role)", total: $0, unit: "bytes") }
  }
}

extension TuningEvidence {
  /// The test was cut by somebody else; the validation is cut from the training in the same way:
  /// players that never train where the test has a fold-in, games of players that train where not; with
  /// profiles as long as the test's.
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
    let told = foldIn.map { $0.matrix(on: day, weights) } ?? training
    let lengths = test.players.ids.compactMap { told.players.index(of: $0) }
      .map { told.observed.positives(ofRow: $0).count }
    let cut: Split =
      foldIn == nil
      ? .random(training, parameters: setting.validation, isOut: isOut)
      : .heldOutPlayers(training, parameters: setting.validation, isOut: isOut)
    let validation = SplitPlan(
      cut.resembling(lengths, seed: setting.search.seed), of: training,
      limit: setting.search.players, seed: setting.search.seed)
    let data = TuningData(
      training: { matrix(on: day, $0) }, plan: validation, occurrences: occurrences(before: day),
      weighsActions: weighsActions)
    return try Tuning(setting, data, fingerprint: training.fingerprint).report(sealed)
  }
}
