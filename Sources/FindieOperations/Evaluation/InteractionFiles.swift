import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieNight
import FindieWorkers
import Foundation

/// Interactions of one file or of a folder's files, read like input but not stored in a history.
struct InteractionFiles {
  /// Sorted by timestamp.
  let events: EventTable
  let counts: ReadCounts

  /// The counts of the lines.
  struct ReadCounts: Codable, Sendable {
    let path: String
    let files: Int
    let read: Int
    let accepted: Int
    let duplicate: Int
    let rejected: Int
    let rejectedByReason: [String: Int]
  }

  /// - Parameters:
  ///   - progress: takes the number of bytes to read; the closure it returns is called with the number
  ///     that was read, and throws to stop.
  /// - Throws: `IngestFailure`, `TooManyBadLines`, `TooManyConflicts`.
  init(
    _ url: URL, parameters: IngestParameters, now: Timestamp, workers: Workers,
    progress: (_ bytes: Int) -> @Sendable (Int) throws -> Void
  ) throws {
    let sources = try InputFolder(at: url, of: .interactions).sources(of: .interactions)
    let reader = EventReader(
      limits: parameters.limits, now: now, badShareLimit: parameters.badShareLimit)
    let (events, ledger) = try DurableFile.withTemporaryFolder { folder in
      // A temporary history finds duplicates and sorts.
      let history = History(folder: folder.appending(path: "history"))
      return try history.withStaging(sources.map(\.path)) { staging in
        let files = try reader.read(
          sources, into: staging, workers: workers,
          progress: progress(sources.reduce(0) { $0 + Int($1.size) }))
        let update = try history.update(from: staging, files.map(\.source), workers: workers)
        let paths = Set(sources.map { ExactText($0.path) })
        if let breach = parameters.badShareLimit.breach(by: update, reading: paths) { throw breach }
        let events = try history.events(
          .interactions, on: update.changedDays, after: update, workers: workers)
        return (events, update.ledger)
      }
    }
    for source in ledger.sources {
      let breach = parameters.badShareLimit.breach(
        by: source.counts, of: source.path, quarantine: url.path)
      if let breach { throw breach }
    }
    let sum = ledger.counts(of: .interactions)
    self.events = events
    counts = ReadCounts(
      path: url.path, files: sources.count, read: sum.read, accepted: sum.accepted,
      duplicate: sum.duplicate, rejected: sum.rejected, rejectedByReason: sum.rejectedByReason)
  }
}
