import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieModels
import FindieNight
import FindieRanking
import FindieReports
import FindieText
import FindieWorkers
import FindieWorkspace
import Foundation

/// Training, test and fold-in sets in files, on which models are evaluated.
struct BenchmarkFiles: Sendable {
  let train: URL
  let test: URL
  let foldIn: URL?
  /// Other programs' lists of the test players, evaluated with the models.
  let lists: [ListsFile]
  /// Whether actions have the weights and the decay of the parameters; else each has weight 1 and
  /// does not decay.
  let usesActionWeights: Bool
  /// The current time. Events more than a day later are rejected.
  let now: Timestamp

  /// - Throws: `LabFailure`, and errors of reading the files.
  func evaluation(_ setting: EvaluationSetting) throws -> ModelEvaluation {
    let train = try read(train, as: "train", setting)
    let foldIn = try foldIn.map { try read($0, as: "fold-in", setting) }
    let test = try read(test, as: "test", setting)
    let weighting = usesActionWeights ? setting.parameters.matrix : .plain
    let days = [train, foldIn].compactMap { $0?.events.dayAfterNewest }
    guard let day = days.max(), train.events.count > 0 else {
      throw LabFailure.nothingToEvaluate(
        "\(self.train.path) has no interactions to train on. Name another --train."
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
      throw LabFailure.nothingToEvaluate(
        "No player of \(self.test.path) can be tested: "
          + (split.design.notes.isEmpty
            ? "none has a positive there."
            : split.design.notes.map(\.sentence).joined(separator: " "))
          + " The test and "
          + (self.foldIn == nil
            ? "the training must have players in common, or use --fold-in."
            : "the fold-in must have players in common."))
    }
    var others: [any Ranker] = []
    var own = setting
    own.parameters.matrix = weighting
    let catalogue = Catalogue(bare: training.games)
    if setting.models.ofNight.isEmpty {
      own = try own.tuned(train.events, catalogue, training, on: day)
    } else {
      let night = try own.learnedNight(train.events, catalogue, on: day)
      others = try own.rankers(of: night, split)
      own = own.with(night.learned)
    }
    others += try lists.map { try $0.ranker(for: split, games: training.games) }
    var result = try own.evaluate(
      of: split, days: training.days, content: nil, others: others, defaultKs: [20, 50, 100])
    result.data = ModelEvaluation.FilesRead(
      train: train.counts, foldIn: foldIn?.counts, test: test.counts)
    return result
  }

  private func read(
    _ url: URL, as role: String, _ setting: EvaluationSetting
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

extension Catalogue {
  /// A catalogue that knows only the ids.
  fileprivate init(bare games: Identifiers) {
    self.init(games: games.ids.map { Game(id: $0, title: $0, developerId: $0) })
  }
}

/// Interactions in a file or in a folder's files, read like input but not stored in a history.
struct InteractionFiles {
  /// Sorted by timestamp.
  let events: EventTable
  let counts: ReadCounts

  /// The counts of the lines.
  struct ReadCounts: Codable, Sendable {
    let path: String
    let files: Int
    let read: Int
    let accepted: Int
    let duplicate: Int
    let rejected: Int
    let rejectedByReason: [String: Int]
  }

  /// - Parameters:
  ///   - progress: takes the number of bytes to read; the closure it returns is called with the
  ///     number that was read, and throws to stop.
  /// - Throws: `IngestFailure`, `TooManyBadLines`, `TooManyConflicts`.
  init(
    _ url: URL, parameters: IngestParameters, now: Timestamp, workers: Workers,
    progress: (_ bytes: Int) -> @Sendable (Int) throws -> Void
  ) throws {
    let sources = try InputFolder(at: url, of: .interactions).sources(of: .interactions)
    let reader = EventReader(
      limits: parameters.limits, now: now, badShareLimit: parameters.badShareLimit)
    let (events, ledger) = try DurableFile.withTemporaryFolder { folder in
      // A temporary history finds duplicates and sorts.
      let history = History(folder: folder.appending(path: "history"))
      return try history.withStaging(sources.map(\.path)) { staging in
        let files = try reader.read(
          sources, into: staging, workers: workers,
          progress: progress(sources.reduce(0) { $0 + Int($1.size) }))
        let update = try history.update(from: staging, files.map(\.source), by: .threads(workers))
        let paths = Set(sources.map { ExactText($0.path) })
        if let breach = parameters.badShareLimit.breach(by: update, reading: paths) { throw breach }
        let events = try history.events(
          .interactions, on: update.changedDays, after: update, workers: workers)
        return (events, update.ledger)
      }
    }
    for source in ledger.sources {
      let breach = parameters.badShareLimit.breach(
        by: source.counts, of: source.path, quarantine: url.path)
      if let breach { throw breach }
    }
    let sum = ledger.counts(of: .interactions)
    self.events = events
    counts = ReadCounts(
      path: url.path, files: sources.count, read: sum.read, accepted: sum.accepted,
      duplicate: sum.duplicate, rejected: sum.rejected, rejectedByReason: sum.rejectedByReason)
  }
}
