package import FindieDomain
import FindieEvaluation
import FindieHistory
import FindieModels
import FindieNight
package import Foundation

/// Training, test and fold-in sets in files, on which models are evaluated.
package struct BenchmarkFiles: Sendable {
  package var train: URL
  package var test: URL
  package var foldIn: URL?
  /// Other programs' lists of the test players, evaluated with the models.
  package var lists: [ListsFile]
  /// Whether actions have the weights and the decay of the parameters; else each has weight 1 and does not
  /// decay.
  package var usesActionWeights: Bool
  /// The current time. Events more than a day later are rejected.
  package var now: Timestamp

  package init(
    train: URL, test: URL, foldIn: URL?, lists: [ListsFile] = [], usesActionWeights: Bool,
    now: Timestamp
  ) {
    self.train = train
    self.test = test
    self.foldIn = foldIn
    self.lists = lists
    self.usesActionWeights = usesActionWeights
    self.now = now
  }

  /// - Throws: `NothingToEvaluate`, and errors of reading the files.
  package func evaluation(_ setting: EvaluationSetting) throws -> ModelEvaluation {
    let train = try read(train, "train", setting)
    let foldIn = try foldIn.map { try read($0, "fold-in", setting) }
    let test = try read(test, "test", setting)
    let weighting = usesActionWeights ? setting.parameters.matrix : .plain
    let days = [train, foldIn].compactMap { $0?.events.dayAfterNewest }
    guard let day = days.max(), train.events.count > 0 else {
      throw NothingToEvaluate(
        description: "\(self.train.path) has no interactions to train on. Name another --train."
      )
    }
    let games = train.events.games
    func matrix(
      of files: InteractionFiles, games: [String], on day: Day, _ weighting: MatrixParameters
    ) -> InteractionMatrix {
      InteractionMatrix(
        interactions: files.events, wishlists: [], users: [], games: games, on: day,
        parameters: weighting, workers: setting.workers)
    }
    let training = matrix(of: train, games: games, on: day, weighting)
    let split = Split.given(
      train: training,
      foldIn: foldIn.map { matrix(of: $0, games: games, on: day, weighting) },
      test: matrix(
        of: test, games: test.events.games, on: test.events.dayAfterNewest ?? day, .plain))
    guard !split.players.isEmpty else {
      throw NothingToEvaluate(
        description:
          "No player of \(self.test.path) can be tested: "
          + (split.notes.isEmpty
            ? "none has a positive there." : split.notes.joined(separator: " "))
          + " The test and "
          + (self.foldIn == nil
            ? "the training must have players in common, or use --fold-in."
            : "the fold-in must have players in common."))
    }
    let others = try lists.map { try $0.ranker(for: split, games: training.games) }
    var result = try setting.evaluate(
      of: split, content: nil, others: others, defaultKs: [20, 50, 100])
    result.data = ModelEvaluation.FilesRead(
      train: train.counts, foldIn: foldIn?.counts, test: test.counts)
    return result
  }

  private func read(
    _ url: URL, _ role: String, _ setting: EvaluationSetting
  ) throws -> InteractionFiles {
    try InteractionFiles(
      url, parameters: setting.parameters.ingest, now: now, workers: setting.workers
    ) { setting.step("read \(role)", total: $0, unit: "bytes") }
  }
}

extension EventTable {
  var games: [String] {
    let games = self[.gameId].vocabulary
    return (0..<games.count).map { games.text(UInt32($0)) }
  }

  /// The day after the newest event; nil without events.
  var dayAfterNewest: Day? {
    count > 0 ? day(count - 1).adding(days: 1) : nil
  }
}

extension MatrixParameters {
  /// All actions have weight 1, and nothing decays.
  static let plain: MatrixParameters = {
    var parameters = MatrixParameters()
    // Finite, so that JSON can store it.
    parameters.halfLifeInDays = .greatestFiniteMagnitude
    parameters.weights.like = 1
    parameters.weights.superLike = 1
    parameters.weights.wishlist = 1
    parameters.weights.share = 1
    parameters.weights.viewDetails = 1
    parameters.weights.dislike = 1
    return parameters
  }()
}
