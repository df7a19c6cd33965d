package import FindieBatch
package import FindieDomain
import FindieFiles
import FindieHistory
import FindieStore
package import FindieWorkers
package import Foundation
package import Logging

/// Makes a published night again at another place, from what it was made from, and compares.
///
/// ```
/// runs/<day>/recipe.json          parameters, contract, clock, which days of the history
/// history/                    →   files of another name: a history's file is never written again
/// published/<day>/findie.sqlite → the store, whose catalogue is the one that the night saw
/// ```
package struct NightRemaking {
  private let original: Night
  private let day: Day
  private let place: URL
  private let isKept: Bool
  private let workers: Workers

  /// - Parameters:
  ///   - day: nil for the night that is served.
  ///   - reports: where the night's reports are, if they still are.
  ///   - place: the folder that gets the other workspace; nil for the one beside this workspace.
  ///   - isKept: whether the other workspace stays.
  /// - Throws: `NothingPublished` where there is no such night.
  package init(
    of day: Day?, workspace: URL, reports: URL, in place: URL?, isKept: Bool, workers: Workers
  ) throws {
    // Neither the clock nor the numbers matter: the original is not run.
    original = Night(
      workspace: workspace, reports: reports, workers: workers, now: Timestamp(milliseconds: 0))
    self.day = try day ?? original.dayToRemake()
    self.place =
      place ?? workspace.absoluteURL.standardizedFileURL.deletingLastPathComponent()
    self.isKept = isKept
    self.workers = workers
    guard DurableFile.exists(original.published(self.day)) else {
      throw NothingPublished(
        "there is no night of \(self.day) in \(original.published.path); see which there are by "
          + "listing that folder, or name another --workspace")
    }
  }

  /// Makes the night again and compares; the other workspace is gone afterwards, unless it is kept.
  ///
  /// - Throws: what stopped it.
  package func reproduction(
    observer: any RunObserver, log: Logger, elapsedSeconds: @escaping @Sendable () -> Double,
    isStopping: @escaping @Sendable () -> Bool
  ) throws -> Reproduction {
    let folder = try newFolder()
    let result = Swift.Result {
      let source = try prepared(in: folder)
      let remade = source.night
      _ = try NightRun(
        remade, observer: observer, log: log, elapsedSeconds: elapsedSeconds,
        isStopping: isStopping
      ).run()
      guard try Fingerprint(ofFile: original.recipe(day)) == source.recipe else {
        throw MadeMeanwhile(day: day)
      }
      return try comparison(of: remade, source)
    }
    if !isKept { try DurableFile.remove(folder) }
    return try result.get()
  }

  /// The other night before it is run, and what is known of its inputs.
  private struct Source {
    let night: Night
    let made: NightRecipe
    /// Of the recipe's file.
    let recipe: Fingerprint
    let changedDays: [Day]
    let isOfPresentHistory: Bool
  }

  /// Puts all that the night needs into another workspace.
  private func prepared(in folder: URL) throws -> Source {
    // A night that runs meanwhile removes files of the history.
    let lock = try WorkspaceLock(workspace: original.workspace)
    defer { withExtendedLifetime(lock) {} }
    let made = try NightRecipe(of: day, file: original.recipe(day))
    let present = try original.history.ledger()
    var recipe = made
    let isOfPresentHistory = !original.history.holdsDays(of: made.ledger)
    if isOfPresentHistory { recipe.ledger.days = present.days.filter { $0.day < day } }

    var night = Night(
      workspace: folder.appending(path: "workspace"), reports: folder.appending(path: "reports"),
      date: day, parameters: made.parameters, contract: made.contract, workers: workers,
      now: made.now)
    night.remade = recipe
    try DurableFile.createFolder(night.workspace)
    try original.history.copyDays(of: recipe.ledger, to: night.history)
    try DurableFile.copy(
      original.published(day).appending(path: NightRemaking.storeName), to: night.store)
    return Source(
      night: night, made: made, recipe: try Fingerprint(ofFile: original.recipe(day)),
      changedDays: made.ledger.daysThatDiffer(from: present, before: day),
      isOfPresentHistory: isOfPresentHistory)
  }

  private static let storeName = "findie.sqlite"

  private func comparison(of remade: Night, _ source: Source) throws -> Reproduction {
    let (published, again) = (original.published(day), remade.published(day))
    var files: [FileComparison] = []
    // Folders hold models: lists, store and reports are what a night is made again for.
    for name in try DurableFile.files(below: again)
    where !name.contains("/") && name != Checksums.fileName {
      var file = try FileComparison(
        name, published: published.appending(path: name), remade: again.appending(path: name))
      if name == NightRemaking.storeName {
        try file.compareRows(
          PublishedStore(at: published.appending(path: name)),
          PublishedStore(at: again.appending(path: name)))
      }
      files.append(file)
    }
    let hasReports = DurableFile.exists(original.reports(day))
    if hasReports {
      let folders = [original.reports(day), remade.reports(day)]
      let paths = try Set(folders.flatMap { try DurableFile.files(below: $0) })
      for path in paths.sorted() where path != Checksums.fileName {
        files.append(
          try FileComparison(
            "reports/" + path, published: folders[0].appending(path: path),
            remade: folders[1].appending(path: path)))
      }
    }
    return Reproduction(
      day: day, files: files, hasReports: hasReports, changedDays: source.changedDays,
      isOfPresentHistory: source.isOfPresentHistory,
      isOfOtherCatalogue:
        try NightRecipe(of: day, file: remade.recipe(day)).catalogue != source.made.catalogue,
      servedModels: source.made.servedModels,
      versions: source.made.versions, versionsNow: Versions.all,
      keptIn: isKept ? remade.workspace.deletingLastPathComponent().path : nil)
  }

  /// A folder that nobody has: a second one beside what a cut-off run left, or another run uses.
  private func newFolder() throws -> URL {
    try DurableFile.createFolder(place)
    var number = 1
    while true {
      let name = "findie-reproduced-\(day)" + (number == 1 ? "" : "-\(number)")
      let folder = place.appending(path: name)
      if try DurableFile.createNewFolder(folder) { return folder }
      number += 1
    }
  }
}

extension Night {
  fileprivate func dayToRemake() throws(NothingPublished) -> Day {
    if let servedDay { return servedDay }
    throw NothingPublished(
      "no night was published in \(workspace.path) yet; run `findie run nightly` first, or name "
        + "another --workspace")
  }
}

/// The night was published anew while it was made again.
struct MadeMeanwhile: Error, CustomStringConvertible {
  let day: Day

  var description: String {
    "the night of \(day) was published anew meanwhile, so there is nothing to compare with; run "
      + "the same command again."
  }
}
