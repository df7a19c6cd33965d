package import FindieDomain
import FindieHistory
import FindieStore
package import FindieWorkers
package import Foundation

/// Answers from what a workspace keeps: its history and its catalogue, as of a day.
package struct WorkspaceReader {
  let catalogue: Catalogue
  let workspace: URL
  let history: History
  let workers: Workers
  /// The as-of day: events before it are seen.
  package let day: Day

  /// - Parameter date: nil for the day after the newest event, or today without any.
  /// - Throws: `NothingPublished` where the workspace has no history, `ImpossibleNight` where no night can
  ///   be of the date.
  package init(workspace: URL, date: Day?, now: Timestamp, workers: Workers) throws {
    self.workspace = workspace
    history = History(folder: workspace.appending(path: "history"))
    self.workers = workers
    let ledger = try history.ledger()
    let store = workspace.appending(path: "findie.sqlite")
    guard FileManager.default.fileExists(atPath: store.path) else {
      throw NothingPublished(
        "\(workspace.path) holds no history; run `findie run nightly` first, or name another "
          + "--workspace")
    }
    try ledger.checkNight(of: date, now: now)
    day = date ?? ledger.dayAfterNewest ?? now.day
    catalogue = try LivingStore(at: store).catalogue()
  }
}
