package import FindieEvaluation
import FindieHistory
import FindieLinearAlgebra
import FindieModels
import FindieWorkspace

extension NightVolume {
  init(_ history: HistorySnapshot, _ matrix: InteractionMatrix) {
    self.init(
      events: history.rows, players: matrix.players.count,
      positives: matrix.observed.values.count { $0 > 0 })
  }

  /// The maximum share of players or positives that may be missing without an explanation: games that
  /// leave the catalogue take their events out of the matrix.
  private static let maximumLoss = 0.1
  private static let checkNames = ["lost events", "lost players", "lost positives"]
  private static let bounds = [0, maximumLoss, maximumLoss]

  /// Checks that tonight's data did not shrink since the champion's night.
  ///
  /// Events leave the history only by corrected files and forgotten players, which the ledger records, so
  /// none may be missing. A removed event takes away at most one player and one positive, and a new event
  /// can turn at most one positive into a dislike. So these explain a fall of any size, on any data.
  func checks(
    since champion: Champion, _ workspace: Workspace, _ parameters: MatrixParameters
  ) throws -> [GateCheck] {
    let (names, bounds) = (NightVolume.checkNames, NightVolume.bounds)
    func notEvaluated(_ reason: String) -> [GateCheck] {
      zip(names, bounds).map { GateCheck($0, .atMost($1), notEvaluated: .words(reason)) }
    }
    guard let day = champion.day else {
      return notEvaluated(champion.reason ?? "no night is published")
    }
    guard let recipe = workspace.recipe(of: day), let before = recipe.volume else {
      return notEvaluated("the recipe of the night of \(day) does not record its data")
    }
    guard recipe.parameters.matrix == parameters else {
      return notEvaluated("the parameters of the matrix changed since the night of \(day)")
    }
    let ledger = try workspace.history.ledger()
    let lost = ledger.losses(since: recipe.ledger).reduce(0) { $0 + $1.events }
    let removed = ledger.removedEvents(since: recipe.ledger)
    return checks(
      since: before, lost: lost, removed: removed, note: "compared with the night of \(day)")
  }

  /// As `checks(since:_:_:)`, with the events that are lost and those that were removed.
  package func checks(
    since before: NightVolume, lost: Int, removed: Int, note: String
  ) -> [GateCheck] {
    let (names, bounds) = (NightVolume.checkNames, NightVolume.bounds)
    let added = max(0, events - before.events + removed)
    func share(_ now: Int, of before: Int, explained: Int) -> Double {
      before > 0 ? Double(max(0, before - explained - now)) / Double(before) : 0
    }
    return [
      GateCheck(names[0], Double(lost), .atMost(bounds[0]), note: .words(note)),
      GateCheck(
        names[1], share(players, of: before.players, explained: removed), .atMost(bounds[1]),
        note: .words(note)),
      GateCheck(
        names[2], share(positives, of: before.positives, explained: removed + added),
        .atMost(bounds[2]), note: .words(note)),
    ]
  }
}
