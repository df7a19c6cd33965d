import FindieLinearAlgebra
package import FindieDomain
import FindieHistory
import FindieRecommender
import FindieStore
package import FindieWorkers
package import Foundation

/// Answers from what a workspace keeps: its history and its catalogue, as of a day.
package struct WorkspaceReader {
  let catalogue: Catalogue
  let history: History
  let workers: Workers
  /// The as-of day: events before it are seen.
  package let day: Day

  /// - Parameter date: nil for the day after the newest event.
  /// - Throws: `NothingPublished` where the workspace has no history.
  package init(workspace: URL, date: Day?, workers: Workers) throws {
    history = History(folder: workspace.appending(path: "history"))
    self.workers = workers
    let ledger = try history.ledger()
    let store = workspace.appending(path: "findie.sqlite")
    guard let newest = ledger.days.map(\.day).max(),
      FileManager.default.fileExists(atPath: store.path)
    else {
      throw NothingPublished(
        "\(workspace.path) holds no history; run `findie run nightly` first, or name another "
          + "--workspace")
    }
    day = date ?? newest.adding(days: 1)
    catalogue = try LivingStore(at: store).catalogue()
  }

  /// Popularity, tag similarity and the factors on a held-out split, as the night judges them.
  package func evaluation(parameters: NightParameters) throws -> Answer {
    try BLASLibrary.prepare(for: workers)
    let matrix = InteractionMatrix(
      interactions: try history.events(.interactions, before: day, workers: workers),
      wishlists: catalogue.wishlists, users: catalogue.users, games: catalogue.games.map(\.id),
      on: day, parameters: parameters.matrix, workers: workers)
    let isOut = catalogue.games.map { $0.availability(on: day) == .out }
    let evaluation = try Evaluation(
      ofNight: matrix, games: catalogue.games, isOut: isOut, parameters: parameters,
      workers: workers)
    return Answer(text: evaluation.text, json: canonicalLine(evaluation))
  }
}

extension Evaluation {
  /// The evaluation as a table, with the verdict under it.
  var text: String {
    var table = TextTable(
      ("model", .left), ("recall@\(k)", .right), ("nDCG@\(k)", .right), ("coverage", .right))
    for row in rows {
      table.add(row.model, sixDigits(row.recall), sixDigits(row.nDCG), sixDigits(row.coverage))
    }
    return """
      Held out: \(Int((heldOutShare * 100).rounded())) % of each player's positives, seed \(seed); \
      \(players) players, \(heldOutGames) games.

      \(table.text)

      \(verdict)
      """
  }
}
