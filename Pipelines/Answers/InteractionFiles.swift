import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieWorkers
import Foundation

/// Interactions of a folder's files, or of one file, that no history keeps: read once, as a night would
/// read them.
struct InteractionFiles {
  /// In the order of their instants.
  let events: EventTable
  let counts: ReadCounts

  /// What became of the lines.
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
  ///   - role: what the files are for, one word, which no other reading of this process has.
  ///   - progress: makes of the bytes to be read what is told of those that were; may throw to stop.
  /// - Throws: where nothing can be read, or too many lines are bad.
  init(
    _ url: URL, role: String, parameters: IngestParameters, now: Timestamp, workers: Workers,
    progress: (_ bytes: Int) -> @Sendable (Int) throws -> Void
  ) throws {
    let sources = try InputFolder(at: url, of: .interactions).sources(of: .interactions)
    let reader = EventReader(limits: parameters.limits, now: now)
    // A history that is nowhere: it tells duplicates apart and puts all in order, and is not kept.
    let nowhere = History(
      folder: FileManager.default.temporaryDirectory.appending(
        path: "findie-\(role)-\(ProcessInfo.processInfo.processIdentifier)"))
    let result = Swift.Result {
      try nowhere.withStaging(sources.map(\.path)) { staging in
        let files = try reader.read(
          sources, into: staging, workers: workers,
          progress: progress(sources.reduce(0) { $0 + Int($1.size) }))
        let update = try nowhere.update(from: staging, files.map(\.source), workers: workers)
        let events = try nowhere.events(
          .interactions, on: update.remadeDays, after: update, workers: workers)
        return (events, update.ledger)
      }
    }
    try DurableFile.remove(nowhere.folder)
    let (events, ledger) = try result.get()
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
