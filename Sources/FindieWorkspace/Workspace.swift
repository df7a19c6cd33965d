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

  package func published(_ day: Day) -> URL { published.appending(path: day.description) }

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

/// Recognizes by name which files of a workspace and its reports the program made. Only these are
/// removed; other files stay where they are.
package enum OwnFiles {
  /// The name of the list of a night's files with their checksums.
  static let checksumsName = "SHA256SUMS"
  /// The name of the requests to forget players in a night's folder. It changes when the night does
  /// not, so that it has no checksum.
  package static let requestsName = ".forgotten.json"
  /// What a night was built from, and how good its lists were. They are no list of the night, and
  /// have no checksum in `SHA256SUMS`: they name the workspace and that file's checksum.
  package static let (recipeName, healthName) = (".recipe.json", ".health.json")
  /// The catalogue that a night's models were trained on, if it is not the night's own.
  package static let anchorName = "model/anchor.sqlite"
  /// The start of the names of what an anchor's training made (`.anchor-tuning.artifact`). They are
  /// artifacts of one workspace, and have their own checksums.
  package static let anchorPrefix = ".anchor-"

  /// Whether `SHA256SUMS` does not list a file of a night's folder.
  package static func isUnlisted(_ path: String) -> Bool {
    [checksumsName, requestsName, recipeName, healthName].contains(path)
      || path.hasPrefix("model/\(anchorPrefix)")
  }

  /// Whether a hidden file belongs to a night, whatever subfolder it is in.
  package static func isOfNight(hidden name: String) -> Bool {
    [recipeName, healthName].contains(name) || name.hasPrefix(anchorPrefix)
  }

  private static let lists: Set = [
    "recommendations.ndjson", "similar.ndjson", "trending.ndjson", "popular.ndjson",
    "new-releases.ndjson", "announced.ndjson", "price-drops.ndjson",
    "audiences.ndjson",
  ]

  /// Whether a path is one that every published night has.
  static func isOfEveryNight(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    switch names.count {
    case 1:
      return isUnlisted(path) || path == Workspace.storeName || lists.contains(path)
    case 2:
      return path == anchorName
        || ["model", "held-out"].contains(names[0]) && path.hasSuffix(".artifact")
    default: return false
    }
  }

  /// Whether a folder is empty or has a night's lists, store or list of checksums. Otherwise it
  /// only has files of other programs.
  static func isNight(_ folder: URL) throws(FileFailure) -> Bool {
    guard DurableFile.isFolder(folder) else { return false }
    let names = try DurableFile.list(folder)
    return names.isEmpty || names.contains(where: isOfEveryNight)
  }

  /// For `runs/<day>`.
  package static func ofRun(_ path: String) -> Bool {
    // Earlier versions wrote `trace.json`.
    ["run.json", "health.json", "recipe.json", "trace.json"].contains(whole(path))
  }

  /// For `quarantine/<day>`.
  static func ofQuarantine(_ path: String) -> Bool {
    !path.contains("/") && path.hasSuffix(".ndjson") || whole(path).hasSuffix(".ndjson")
  }

  /// For a folder of artifacts.
  package static func ofArtifacts(_ path: String) -> Bool {
    let name = whole(path)
    return name == Workspace.catalogueSourcesName
      || name.hasSuffix(".artifact") && name.utf8.allSatisfy(isOfStage)
  }

  private static func isOfStage(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || [0x2D, 0x2E].contains(byte)
  }

  /// For `sync/cache/personal`: `3f/3f…`, named by 64 hexadecimal digits, and `.failed` if the
  /// request failed.
  static func ofPersonalAnswers(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    guard names.count == 2 else { return false }
    let name = whole(String(names[1]))
    let digits = name.hasSuffix(".failed") ? name.dropLast(".failed".count) : name[...]
    return digits.utf8.count == 64 && digits.hasPrefix(names[0])
      && digits.utf8.allSatisfy(isHexadecimal)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// The name of the file that a temporary file replaces: `.run.json.partial` replaces `run.json`.
  /// Other names are returned unchanged.
  private static func whole(_ name: String) -> String {
    name.hasPrefix(".") && name.hasSuffix(".partial") && name.utf8.count > ".partial".utf8.count + 1
      ? String(name.dropFirst().dropLast(".partial".count)) : name
  }

  /// Whether a name is that of a temporary file or folder that only the program writes to:
  /// `.2026-03-31.partial`, `.2026-03-31.old`, `.run.json.partial`.
  static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix("."), let end = name.lastIndex(of: "."), end > name.startIndex else {
      return false
    }
    let stem = name[name.index(after: name.startIndex)..<end]
    // Earlier versions numbered them: `.2026-03-31.7.partial`.
    let isNumbered = stem.split(separator: ".").last.map { Int($0) != nil } ?? false
    let numberless = isNumbered ? stem[..<(stem.lastIndex(of: ".") ?? stem.endIndex)] : stem
    switch name[end...] {
    case ".old": return Day(String(stem)) != nil
    case ".partial":
      return Day(String(numberless)) != nil || numberless == "current"
        || Day(String(stem.prefix { $0 != "." })) != nil && stem.hasSuffix(".old")
        || [".json", ".ndjson", ".artifact", ".prom", ".failed", ".html"].contains {
          stem.hasSuffix($0)
        }
        || stem.utf8.count == 64 && stem.utf8.allSatisfy(isHexadecimal)
    default: return false
    }
  }
}
