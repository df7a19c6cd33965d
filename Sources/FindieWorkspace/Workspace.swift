package import FindieDomain
package import FindieFiles
package import FindieHistory
package import FindieIngest
package import Foundation

/// The folders and files of a workspace and of its reports.
///
/// ```
/// workspace.json      the id of the workspace, which its parts name
/// findie.sqlite       the store that the nightly run updates
/// history/            accepted events by day; by-game/ has the same days sorted by game
/// quarantine/<day>/   rejected lines
/// artifacts/          results of stages; those of a backfill are in backfill/
/// published/<day>/    lists, a snapshot of the store, the models, and what they were built from;
///                     current names one of them
/// runs/<day>/         the record of a run (`RunFolder`)
/// forgotten.json      players who asked to be forgotten
/// <reports>/<day>/    the reports of a night
/// ```
package struct Workspace: Sendable, Equatable {
  package let folder: URL
  /// The folder that contains each night's folder of reports.
  package let reports: URL
  /// The option that names this workspace on a command line; empty for the default workspace.
  private let option: String
  /// The same for the reports.
  private let reportsOption: String

  /// - Parameters:
  ///   - option: the option that names it on a command line.
  ///   - reportsOption: the option that names the reports.
  package init(
    _ folder: URL, reports: URL = URL(filePath: "Reports"), option: String = "",
    reportsOption: String = ""
  ) {
    self.folder = folder
    self.reports = reports
    self.option = option
    self.reportsOption = reportsOption
  }

  /// A command line for this workspace.
  ///
  /// - Parameter words: the command, with its other options.
  package func command(_ words: String) -> String {
    option.isEmpty ? "findie \(words)" : "findie \(words) \(option)"
  }

  /// A command line for this workspace and its reports.
  package func commandWithReports(_ words: String) -> String {
    reportsOption.isEmpty ? command(words) : "\(command(words)) \(reportsOption)"
  }

  /// The name of the store and of its published snapshots.
  package static let storeName = "findie.sqlite"

  /// The folders in the workspace.
  package static let folderNames = [
    "artifacts", "backfill", "by-game", "history", "notify", "published", "quarantine", "runs",
    "stdin", "sync",
  ]

  private func file(_ name: String) -> URL { folder.appending(path: name) }

  package var exists: Bool { DurableFile.exists(folder) }

  package var store: URL { file(Self.storeName) }

  /// The list of forgotten players.
  package var requestsToForget: URL { file("forgotten.json") }

  package var history: History { History(folder: file("history")) }

  package var daysByGame: DaysByGame { DaysByGame(folder: file("by-game")) }

  package var quarantine: Quarantine { Quarantine(folder: file("quarantine")) }

  package var artifacts: URL { file("artifacts") }

  /// The artifacts of a backfill, kept apart so that the next nightly run finds its own.
  package var backfillArtifacts: URL { file("backfill") }

  /// The record of the files that the store's catalogue was read from, in a folder of artifacts.
  package static let catalogueSourcesName = "catalogue.json"

  /// The store's users and wishlists in the form in which nights read them, in a folder of
  /// artifacts.
  package static let storedPlayersName = "catalogue.players"

  /// What the operator's own model says about players, as the last run read it, likewise.
  package static let suggestionsName = "catalogue.suggestions"

  /// Removes the record of the store's catalogue. Call it before anything is written to the store.
  package func removeCatalogueSources() throws(FileFailure) {
    for folder in [artifacts, backfillArtifacts] {
      try DurableFile.remove(folder.appending(path: Self.catalogueSourcesName))
    }
  }

  /// Where lines from standard input are buffered to a file.
  package var standardInput: URL { file("stdin") }

  package var published: URL { file("published") }

  package var runs: URL { file("runs") }
}

// MARK: - Published nights

extension Workspace {
  /// The symbolic link to the folder that readers use.
  package var current: URL { published.appending(path: "current") }

  /// The lists of players who did something since the published night (`findie refresh`).
  package var refreshedLists: URL { published.appending(path: "refresh.sqlite") }

  package func published(_ day: Day) -> URL { published.appending(path: day.description) }

  /// What the operator's own model said about players (`Suggestions`), by the day on which it was
  /// received: what a night and those before it, until the held-out likes, have received.
  package func suggestions(_ day: Day) -> URL {
    published(day).appending(path: OwnFiles.suggestionsFolder)
  }

  /// The same, in the workspace of a reproduction.
  package var reproducedSuggestions: URL { file(OwnFiles.suggestionsFolder) }

  package func publishedStore(_ day: Day) -> URL {
    published(day).appending(path: Self.storeName)
  }

  /// What a published night was built from (`NightRecipe`), in its folder. A night of an earlier
  /// version, or one whose folder is lost, has it in `runs/`.
  package func recipeFile(of day: Day) -> URL {
    file(OwnFiles.recipeName, of: day, else: run(day).recipe)
  }

  /// How good the lists of a published night were (`NightHealth`), as for the recipe.
  package func healthFile(of day: Day) -> URL {
    file(OwnFiles.healthName, of: day, else: run(day).health)
  }

  private func file(_ name: String, of day: Day, else other: URL) -> URL {
    let file = published(day).appending(path: name)
    return DurableFile.exists(file) ? file : other
  }

  /// The days that were published or run, in order.
  package func recordedDays() throws -> [Day] {
    try Set(days(in: runs) + publishedDays()).sorted()
  }

  package func reports(_ day: Day) -> URL { reports.appending(path: day.description) }

  /// The day of the night that `current` names; nil if no night was published.
  package var currentDay: Day? {
    do {
      let name = try FileManager.default.destinationOfSymbolicLink(atPath: current.path)
      return DurableFile.exists(published.appending(path: name)) ? Day(name) : nil
    } catch {
      return nil
    }
  }

  /// The published nights, in order.
  package func publishedDays() throws -> [Day] {
    try days(in: published).filter { try OwnFiles.isNight(published($0)) }
  }

  /// The days that have a folder in `folder`, in order.
  package func days(in folder: URL) throws -> [Day] {
    guard DurableFile.exists(folder) else { return [] }
    return try DurableFile.names(in: folder).compactMap { Day($0) }.sorted()
  }
}

// MARK: - Runs

extension Workspace {
  package func run(_ day: Day) -> RunFolder { run(day.description) }

  /// - Parameter name: a day or `RunFolder.undated`; nil for the latter.
  package func run(_ name: String?) -> RunFolder {
    RunFolder(url: runs.appending(path: name ?? RunFolder.undated))
  }

  /// The duration of each stage when it last ran.
  package var stageTimes: URL { runs.appending(path: "last.json") }

  /// The metrics of the last run.
  package var metrics: URL { runs.appending(path: "metrics.prom") }

  /// The state of the current run.
  package var runningFile: URL { runs.appending(path: "running.json") }
}

/// The files of one run, `runs/<day>/`.
package struct RunFolder: Sendable {
  /// The folder of a run that failed before its day was known.
  package static let undated = "undated"

  package let url: URL

  private func file(_ name: String) -> URL { url.appending(path: name) }

  package var record: URL { file("run.json") }

  /// How good the published recommendations of the night were.
  package var health: URL { file("health.json") }

  /// Everything needed to build the published night again.
  package var recipe: URL { file("recipe.json") }
}
