import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import Foundation

/// Takes repaired lines of the quarantine into the history.
///
/// The order in which it writes is such that it may be cut off anywhere, and run again to the same end:
/// first the history, then the list of replayed lines, then the quarantine without them. What it takes
/// in of a file is a source of its own, `quarantine/<day>/<file>-<hash of the lines>.ndjson`: the same
/// lines again replace themselves, and other lines retract nothing.
package struct Replay {
  private var night: Night

  /// - Parameter night: its workspace, parameters, contract and clock are used, no more.
  package init(_ night: Night) {
    self.night = night
  }

  /// - Parameter isDryRun: whether only to say what would change; then nothing is written.
  /// - Throws: `NothingPublished` where there is no such quarantine.
  package func run(_ selection: QuarantineSelection, isDryRun: Bool) throws -> ReplayResult {
    // Asked first, so that a workspace that is none does not become one.
    _ = try selection.read(night.quarantine)
    let lock = try WorkspaceLock(workspace: night.workspace)
    defer { withExtendedLifetime(lock) {} }
    var replay = self
    try replay.night.findForgotten()
    return try replay.replayed(selection, isDryRun: isDryRun)
  }

  private func replayed(_ selection: QuarantineSelection, isDryRun: Bool) throws -> ReplayResult {
    let found = try selection.read(night.quarantine)
    let folder = night.quarantine.folder.appending(path: ".replay")
    try DurableFile.remove(folder)
    let result = Swift.Result { () throws -> ReplayResult in
      try DurableFile.createFolder(folder)
      var batches = found.map { ReplayBatch($0) }
      try judge(&batches, in: folder)
      return try take(batches, in: folder, isDryRun: isDryRun)
    }
    try DurableFile.remove(folder)
    return try result.get()
  }

  /// Reads the lines as a night would, into a staging that nothing is made of, to see which are sound.
  private func judge(_ batches: inout [ReplayBatch], in folder: URL) throws {
    var (places, sources): ([Int], [InputSource]) = ([], [])
    for place in batches.indices {
      guard
        let source = try batches[place].source(in: folder, path: { _ in "quarantine/\(place)" })
      else { continue }
      places.append(place)
      sources.append(source)
    }
    var judge = night
    judge.parameters.ingest.limits.keptLines = .max
    judge.parameters.ingest.limits.keptBytesPerFile = .max
    let read = try night.history.withStaging(sources.map(\.path)) { staging in
      try judge.read(sources, into: staging)
    }
    for (place, file) in zip(places, read) { batches[place].refuse(file.rejected) }
  }

  private func take(
    _ batches: [ReplayBatch], in folder: URL, isDryRun: Bool
  ) throws -> ReplayResult {
    let sources = try batches.map { batch in
      try batch.source(in: folder) { batch.path(ofLinesWithHash: $0) }
    }
    let (ledger, changes) = try night.history.withStaging(sources.compactMap { $0?.path }) {
      staging -> (Ledger, [DayChange]) in
      let read = try night.read(sources.compactMap(\.self), into: staging)
      for file in read {
        precondition(file.rejected.isEmpty, "sound lines of \(file.source.path) are rejected now")
      }
      let update = try night.history.update(
        from: staging, read.map(\.source), workers: night.workers)
      try update.ledger.checkBalance()
      let changes = try DayChange.changes(by: update, in: night.history, workers: night.workers)
      if !isDryRun, !read.isEmpty { try night.history.write(update) }
      return (update.ledger, changes)
    }
    if !isDryRun { try settle(batches, sources) }
    return ReplayResult(
      isDryRun: isDryRun,
      files: zip(batches, sources).filter { !$0.0.file.isEmpty }.map { batch, source in
        ReplayResult.File(
          batch, source: source?.path,
          ledger.sources.first { $0.path == source?.path }?.counts ?? LineCounts())
      }, days: changes)
  }

  /// Takes what the history has now out of the quarantine, and says there why the rest is still bad.
  private func settle(_ batches: [ReplayBatch], _ sources: [InputSource?]) throws {
    var replayed = try night.quarantine.replayed()
    for (batch, source) in zip(batches, sources) {
      guard let source else { continue }
      for entry in batch.sound { replayed.insert(entry, in: source.path) }
    }
    if !replayed.isEmpty { try night.quarantine.write(replayed) }
    for batch in batches where batch.isChanged {
      try night.quarantine.write(batch.rest, to: batch.url)
    }
  }
}
