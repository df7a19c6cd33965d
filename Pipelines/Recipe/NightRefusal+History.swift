package import FindieDomain
package import FindieHistory
package import FindieWorkspace
import FindieFiles
import FindieText
import Foundation

extension NightRefusal {
  /// The history lacks events that the published night was built from, and no removal explains it:
  /// it was deleted, or replaced by an older or different one.
  ///
  /// The night is the last one that was published, even if its folder is lost too. Nil if the
  /// history has all of its events, or no night was published.
  ///
  /// - Throws: `NightRefusal` if the recipe of the published night cannot be read.
  package static func lostHistory(
    of workspace: Workspace, _ ledger: Ledger
  ) throws -> NightRefusal? {
    guard let night = try workspace.publishedDay ?? workspace.lastRecipe?.day else { return nil }
    guard let recipe = workspace.recipe(of: night) else {
      throw unknownNight(night, in: workspace)
    }
    let losses = ledger.losses(since: recipe.ledger)
    let unexplained = ledger.unexplainedDays(since: recipe.ledger)
    if losses.isEmpty, unexplained.isEmpty { return nil }
    let events = losses.reduce(0) { $0 + $1.events }
    let finding =
      losses.isEmpty
      ? "the history does not continue the one that the night of \(night) was built from, and has "
        + "other events: \(days(of: unexplained))"
      : "the history has lost \(events.counted("event")) that the night of \(night) was built from: "
        + days(of: losses)
    let ingest = workspace.command("ingest --input OLD_EXPORT")
    let remedy =
      "restore the folder \(workspace.history.folder.path) from a backup, or read the old export "
      + "again with `\(ingest)`; if the events are to be gone, run the night with --publish anyway"
    return NightRefusal(
      .failed, finding, remedy: remedy,
      description: "\(finding). Nothing was published, since players would get games that they "
        + "have seen. Remedy: \(remedy).")
  }

  /// Changed files lack so many events that they probably have the name of an earlier export, and
  /// replaced it. Nil if they were corrected only.
  ///
  /// - Parameter day: the night's.
  static func replacedFiles(_ removed: [RemovedEvents], on day: Day) -> NightRefusal? {
    let replaced = removed.filter(\.isReplacement)
    guard let first = replaced.first else { return nil }
    let finding = named(replaced)
    let remedy =
      "write each export under a name of its own: rename \(first.path), for example to "
      + "\(path(first.path, with: day)), and run again. To remove these events from the history, "
      + "run the night once with --publish anyway"
    return NightRefusal(
      .badData, finding, remedy: remedy,
      description: "\(finding). The history keeps only events that a changed file still has, so "
        + "these would be removed. Nothing was changed. Remedy: \(remedy).")
  }

  /// A warning about files that were corrected; nil if no event is removed.
  static func corrections(_ removed: [RemovedEvents]) -> String? {
    let corrected = removed.filter { !$0.isReplacement }
    return corrected.isEmpty
      ? nil : "\(named(corrected)). These events are removed from the history"
  }

  private static func named(_ files: [RemovedEvents]) -> String {
    let named = files.prefix(3).map { file in
      let losses = file.days.filter { $0.removed > 0 }.map {
        Ledger.Loss(collection: file.collection, day: $0.day, events: $0.removed)
      }
      return "\(file.path) no longer has \(file.removed.grouped) of the "
        + "\(file.stored.counted("event")) that were read from it (\(days(of: losses)))"
    }
    return named.joined(separator: ", ")
      + (files.count > 3 ? ", and likewise \(files.count - 3) more files" : "")
  }

  /// A path with the day in the name of the file.
  private static func path(_ path: String, with day: Day) -> String {
    let name = path.lastIndex(of: "/") ?? path.startIndex
    let end = path[name...].firstIndex(of: ".") ?? path.endIndex
    return "\(path[..<end])-\(day)\(path[end...])"
  }

  private static func days(of losses: [Ledger.Loss]) -> String {
    EventCollection.allCases.compactMap { collection -> String? in
      let days = losses.filter { $0.collection == collection }.map(\.day)
      guard let first = days.min(), let last = days.max() else { return nil }
      let range = first == last ? "of \(first)" : "of \(days.count) days, \(first) to \(last)"
      return "\(collection.rawValue) \(range)"
    }.joined(separator: ", ")
  }

  /// It is not known what the published night was built from, or whether the history still has it.
  package static func unknownNight(_ night: Day, in workspace: Workspace) -> NightRefusal {
    let recipe = workspace.recipeFile(of: night)
    let why =
      (DurableFile.exists(recipe) ? "is damaged or has another format" : "is missing")
      + (DurableFile.exists(workspace.history.folder) ? "" : "; the history is missing too")
    let finding =
      "\(recipe.path), which says what the published night of \(night) was built from, \(why)"
    let remedy =
      "restore a backup (\(workspace.restoreCommand)); if no event of the history was lost, run the "
      + "night once with --publish anyway"
    return NightRefusal(
      .failed, finding, remedy: remedy,
      description: "\(finding). Nothing was published, since the history may lack events of that "
        + "night, and players would get games that they have seen. Remedy: \(remedy).")
  }
}
