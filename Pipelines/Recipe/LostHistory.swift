package import FindieDomain
package import FindieHistory
package import FindieWorkspace
import FindieFiles
import FindieText
import Foundation

/// The history lacks events that a published night was built from, and no removal explains it. The
/// history was deleted, or replaced by an older or different one.
package struct LostHistory: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .failed }
  /// The published night.
  package let night: Day
  package let losses: [Ledger.Loss]
  /// Days with the same number of events as then but different ones, in a history that does not
  /// continue that night's.
  private let unexplained: [Ledger.Loss]
  private let folder: String
  /// The command that reads an old export.
  private let ingest: String

  /// Nil if the history has all events of the published night, or no night is published.
  ///
  /// - Throws: `UnknownNight` if the recipe of the published night cannot be read.
  package init?(of workspace: Workspace, _ ledger: Ledger) throws {
    guard let day = try workspace.publishedDay else { return nil }
    guard let recipe = workspace.recipe(of: day) else { throw UnknownNight(day, in: workspace) }
    losses = ledger.losses(since: recipe.ledger)
    unexplained = ledger.unexplainedDays(since: recipe.ledger)
    night = day
    folder = workspace.history.folder.path
    ingest = workspace.command("ingest --input OLD_EXPORT")
    if losses.isEmpty, unexplained.isEmpty { return nil }
  }

  package var events: Int { losses.reduce(0) { $0 + $1.events } }

  /// What is missing, without the remedy.
  package var finding: String {
    losses.isEmpty
      ? "the history does not continue the one that the night of \(night) was built from, " + "and "
        + "has other "
        + "events: \(days(of: unexplained))"
      : "the history has lost \(events.grouped) events that the night of \(night) was built from: "
        + days(of: losses)
  }

  private func days(of losses: [Ledger.Loss]) -> String {
    EventCollection.allCases.compactMap { collection -> String? in
      let days = losses.filter { $0.collection == collection }.map(\.day)
      guard let first = days.min(), let last = days.max() else { return nil }
      let range = first == last ? "of \(first)" : "of \(days.count) days, \(first) to \(last)"
      return "\(collection.rawValue) \(range)"
    }.joined(separator: ", ")
  }

  package var remedy: String {
    "restore the folder \(folder) from a backup, or read the old export again with `\(ingest)`; if "
      + "the events are to be gone, run the night with --publish anyway"
  }

  package var description: String {
    "\(finding). Nothing was published, since players would get games that they have seen. Remedy: "
      + "\(remedy)."
  }
}

/// It is not known what the published night was built from, or whether the history still has it.
package struct UnknownNight: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .failed }
  private let night: Day
  private let file: String
  private let why: String
  private let restore: String

  package init(_ night: Day, in workspace: Workspace) {
    self.night = night
    let recipe = workspace.run(night).recipe
    file = recipe.path
    let what = DurableFile.exists(recipe) ? "is damaged or has another format" : "is missing"
    why =
      what + (DurableFile.exists(workspace.history.folder) ? "" : "; the history is missing too")
    restore = workspace.restoreCommand
  }

  /// What is wrong, without the remedy.
  package var finding: String {
    "\(file), which says what the published night of \(night) was built from, \(why)"
  }

  package var remedy: String {
    "restore a backup (\(restore)); if no event of the history was lost, run the night once with "
      + "--publish anyway"
  }

  package var description: String {
    "\(finding). Nothing was published, since the history may lack events of that night, and "
      + "players would get games that they have seen. Remedy: \(remedy)."
  }
}
