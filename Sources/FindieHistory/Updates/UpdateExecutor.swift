import FindieFiles
package import FindieWorkers
import Foundation

/// Who searches for duplicates and rebuilds days in an update of the history. The results are the
/// same.
package enum UpdateExecutor: Sendable {
  case threads(Workers)
  /// Tasks on other machines, which did it already.
  case tasks(UpdateTasks)

  /// - Parameter append: called with the entries of the index of each bucket, in order.
  func duplicates(
    of collection: EventCollection, in history: History, _ start: UpdateStart, staging: Staging,
    append: (Span<IdEntry>) throws -> Void
  ) throws -> FoundDuplicates {
    switch self {
    case .threads(let workers):
      var search = try DuplicateSearch(
        collection, in: history, start, staging: staging, workers: workers)
      do {
        try search.search(0..<IdEntry.bucketCount, append: append)
      } catch let missing as MissingFiles {
        throw History.Failure.damagedFile(path: missing.urls[0].path, reason: "it does not exist")
      }
      return search.found
    case .tasks(let results): return try results.duplicates(of: collection, append: append)
    }
  }

  /// The file of each rebuilt day; nil if the day has no events any more.
  func files(
    of rebuild: DayRebuild, _ collection: EventCollection, staging: Staging
  ) throws -> [DayRebuild.RebuiltDay?] {
    switch self {
    case .threads(let workers): try rebuild.rebuild(workers: workers)
    case .tasks(let results):
      try results.files(of: rebuild.days, collection, staging: staging)
    }
  }

  /// The files of rebuilt days that are sorted by game already.
  var byGame: [(file: URL, day: Ledger.Day)] {
    switch self {
    case .threads: []
    case .tasks(let results): results.byGame
    }
  }
}
