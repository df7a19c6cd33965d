package import FindieDomain
import FindieHistory
import FindieRecommender
package import Foundation

/// Training, test and fold-in as files that somebody cut, and what models make of them.
package struct BenchmarkFiles: Sendable {
  package var train: URL
  package var test: URL
  package var foldIn: URL?
  /// Other programs' lists of the test's players, judged beside the models.
  package var lists: [ListsFile]
  /// Whether actions are weighed and age as the parameters say; else all weigh 1 for ever.
  package var weighsActions: Bool
  /// The one reading of the clock: events of more than a day later are rejected.
  package var now: Timestamp

  package init(
    train: URL, test: URL, foldIn: URL?, lists: [ListsFile] = [], weighsActions: Bool,
    now: Timestamp
  ) {
    self.train = train
    self.test = test
    self.foldIn = foldIn
    self.lists = lists
    self.weighsActions = weighsActions
    self.now = now
  }

  /// - Throws: where files cannot be read, or nobody can be tested.
  package func evaluation(_ setting: EvaluationSetting) throws -> Judgement {
    let train = try read(train, "train", setting)
    let foldIn = try foldIn.map { try read($0, "fold-in", setting) }
    let test = try read(test, "test", setting)
    let weighing = weighsActions ? setting.parameters.matrix : .plain
    let days = [train, foldIn].compactMap { $0?.events.dayAfterNewest }
    guard let day = days.max(), train.events.count > 0 else {
      throw NothingToEvaluate(
        description: "\(self.train.path) holds no interactions to train on; name another by --train"
      )
    }
    let games = train.events.games
    func matrix(
      of files: InteractionFiles, games: [String], on day: Day, _ weighing: MatrixParameters
    ) -> InteractionMatrix {
      InteractionMatrix(
        interactions: files.events, wishlists: [], users: [], games: games, on: day,
        parameters: weighing, workers: setting.workers)
    }
    let training = matrix(of: train, games: games, on: day, weighing)
    let split = Split.given(
      train: training,
      foldIn: foldIn.map { matrix(of: $0, games: games, on: day, weighing) },
      test: matrix(
        of: test, games: test.events.games, on: test.events.dayAfterNewest ?? day, .plain))
    guard !split.players.isEmpty else {
      throw NothingToEvaluate(
        description:
          "no player of \(self.test.path) can be tested: "
          + (split.notes.isEmpty ? "none is for a game there." : split.notes.joined(separator: " "))
          + " The same userId must stand in the test and in "
          + (self.foldIn == nil ? "the training, or give profiles by --fold-in." : "the fold-in."))
    }
    let others = try lists.map { try $0.ranker(for: split, games: training.games) }
    var judgement = try setting.judgement(
      of: split, content: nil, others: others, usualKs: [20, 50, 100])
    judgement.data = Judgement.FilesRead(
      train: train.counts, foldIn: foldIn?.counts, test: test.counts)
    return judgement
  }

  private func read(
    _ url: URL, _ role: String, _ setting: EvaluationSetting
  ) throws -> InteractionFiles {
    try InteractionFiles(
      url, role: role, parameters: setting.parameters.ingest, now: now, workers: setting.workers
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
  /// All actions weigh 1, and nothing decays.
  static let plain: MatrixParameters = {
    var parameters = MatrixParameters()
    // Finite, so that it can be written down; nobody lives to see a half of it.
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
