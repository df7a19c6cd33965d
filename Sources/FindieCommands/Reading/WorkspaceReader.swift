package import FindieAnalytics
package import FindieDomain
import FindieFiles
package import FindieHistory
import FindieNight
import FindieStore
package import FindieWorkers
package import FindieWorkspace
import Foundation

/// Reads a workspace's history and catalogue as of a day, without what does not count.
package struct WorkspaceReader {
  package let catalogue: Catalogue
  let workspace: Workspace
  let history: History
  package let workers: Workers
  /// The as-of day (exclusive).
  package let day: Day

  /// - Parameter date: nil for the as-of day of a night (`Ledger.nightDay`).
  /// - Throws: `NotFound` if the workspace has no history; `NightRefusal`.
  package init(_ workspace: Workspace, date: Day?, now: Timestamp, workers: Workers) throws {
    self.workspace = workspace
    self.workers = workers
    let ledger = try workspace.history.ledger()
    guard DurableFile.exists(workspace.store) else {
      throw workspace.noHistory
    }
    try ledger.checkNight(of: date, now: now)
    day = ledger.nightDay(date, now: now)
    catalogue = try WorkspaceStore(at: workspace.store).catalogue().withoutUncountedWishlists
    history = History(
      folder: workspace.history.folder, without: UncountedPlayers(catalogue.uncounted))
  }

  /// The interactions before the day, which models are trained on.
  ///
  /// - Throws: also `NightRefusal`.
  package func interactions() throws -> EventTable {
    try AddressSpaceLimit.check(for: workers, events: history.ledger().eventCount)
    return try history.events(
      .interactions, before: day, texts: [.userId, .gameId], numbers: [], workers: workers)
  }

  /// The events of each game before the day, from which trends are counted.
  ///
  /// - Throws: as `interactions`.
  package func activity() throws -> Activity {
    let tables = try EventCollection.allCases.map { collection in
      try history.events(
        collection, before: day,
        texts: [.userId, .gameId, .sessionId] + DayByGame.valueColumns(of: collection),
        numbers: collection.numberColumns, workers: workers)
    }
    return Activity(
      interactions: tables[0], analytics: tables[1], games: catalogue.games, night: day,
      workers: workers)
  }
}
