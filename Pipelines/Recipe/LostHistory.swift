package import FindieDomain
package import FindieHistory
package import FindieWorkspace
import FindieText
import Foundation

/// The history lacks events that a published night was built from, and that nothing removed: it was
/// deleted, or replaced by an older or a new one.
package struct LostHistory: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .failed }
  /// The published night.
  package let night: Day
  package let losses: [Ledger.Loss]
  private let folder: String
  /// The command that reads an old export.
  private let ingest: String

  /// Nil if the history has all events of the newest published night.
  package init?(of workspace: Workspace, _ ledger: Ledger) throws {
    guard let recipe = try workspace.newestRecipe else { return nil }
    losses = ledger.losses(since: recipe.ledger)
    night = recipe.day
    folder = workspace.history.folder.path
    ingest = workspace.command("ingest --input OLD_EXPORT")
    if losses.isEmpty { return nil }
  }

  package var events: Int { losses.reduce(0) { $0 + $1.events } }

  /// What is missing, without the remedy.
  package var finding: String {
    let days = EventCollection.allCases.compactMap { collection -> String? in
      let days = losses.filter { $0.collection == collection }.map(\.day)
      guard let first = days.min(), let last = days.max() else { return nil }
      let range = first == last ? "of \(first)" : "of \(days.count) days, \(first) to \(last)"
      return "\(collection.rawValue) \(range)"
    }
    return
      "the history has lost \(events.grouped) events that the night of \(night) was built from: "
      + days.joined(separator: ", ")
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

extension Workspace {
  /// The recipe of the night that readers see; if it is unreadable, of the newest published night with a
  /// readable one.
  fileprivate var newestRecipe: NightRecipe? {
    get throws {
      let days = try [currentDay].compactMap(\.self) + publishedDays().reversed()
      return days.lazy.compactMap { recipe(of: $0) }.first
    }
  }
}
