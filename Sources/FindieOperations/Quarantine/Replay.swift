import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
package import FindieNight
import FindieWorkspace
import Foundation

/// Reads repaired lines of the quarantine into the history.
///
/// It writes first the history, then the list of replayed lines, then the quarantine without them, so
/// that it can be interrupted anywhere and repeated. The lines of a file become a source of their own,
/// `quarantine/<day>/<file>-<hash of the lines>.ndjson`: replaying the same lines replaces them, and other
/// lines leave them.
package struct Replay {
  private var night: Night

  /// - Parameter night: only its workspace, parameters, contract, workers and clock are used.
  package init(_ night: Night) {
    self.night = night
  }

  /// - Parameter isDryRun: whether nothing is written.
  /// - Throws: `NotFound`.
  package func run(_ selection: QuarantineSelection, isDryRun: Bool) throws -> ReplayResult {
    // Before the lock, which would create the workspace.
    try night.workspace.checkExists()
    _ = try selection.read(night.workspace.quarantine)
    let lock = try WorkspaceLock(workspace: night.workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    var replay = self
    try replay.night.checkWorkspace()
    try replay.night.loadForgottenPlayers()
    try replay.night.repairIds { _ in }
    return try replay.replayed(selection, isDryRun: isDryRun)
  }

  private func replayed(_ selection: QuarantineSelection, isDryRun: Bool) throws -> ReplayResult {
    let found = try selection.read(night.workspace.quarantine)
    let folder = night.workspace.quarantine.folder.appending(path: Quarantine.replayName)
    try DurableFile.removeFiles(in: folder, where: Quarantine.isReplayed)
    let result = Swift.Result { () throws -> ReplayResult in
      try DurableFile.createFolder(folder, access: .ownerOnly)
      var batches = found.map { ReplayBatch($0) }
      try check(&batches, in: folder)
      return try take(batches, in: folder, isDryRun: isDryRun)
    }
    try DurableFile.removeFiles(in: folder, where: Quarantine.isReplayed)
    return try result.get()
  }

  /// Finds the valid lines: reads all lines as a run would, and discards the result.
  private func check(_ batches: inout [ReplayBatch], in folder: URL) throws {
    var (indices, sources): ([Int], [InputSource]) = ([], [])
    for index in batches.indices {
      guard
        let source = try batches[index].source(in: folder, path: { _ in "quarantine/\(index)" })
      else { continue }
      indices.append(index)
      sources.append(source)
    }
    var reader = night
    reader.parameters.ingest.limits.storedLines = .max
    reader.parameters.ingest.limits.storedBytesPerFile = .max
    let read = try night.workspace.history.withStaging(sources.map(\.path)) { staging in
      try reader.read(sources, into: staging)
    }
    for (index, file) in zip(indices, read) { batches[index].reject(file.rejected) }
  }

  private func take(
    _ batches: [ReplayBatch], in folder: URL, isDryRun: Bool
  ) throws -> ReplayResult {
    let sources = try batches.map { batch in
      try batch.source(in: folder) { batch.path(ofLinesWithHash: $0) }
    }
    let (ledger, changes) = try night.workspace.history.withStaging(sources.compactMap { $0?.path })
    {
      staging -> (Ledger, [DayChange]) in
      let read = try night.read(sources.compactMap(\.self), into: staging)
      for file in read {
        precondition(file.rejected.isEmpty, "valid lines of \(file.source.path) are rejected")
      }
      let update = try night.workspace.history.update(
        from: staging, read.map(\.source), workers: night.workers)
      try update.ledger.checkBalance()
      let changes = try DayChange.changes(
        by: update, in: night.workspace.history, workers: night.workers)
      if !isDryRun, !read.isEmpty { try night.workspace.history.write(update) }
      return (update.ledger, changes)
    }
    if !isDryRun { try updateQuarantine(batches, sources) }
    return ReplayResult(
      isDryRun: isDryRun,
      files: zip(batches, sources).filter { !$0.0.file.isEmpty }.map { batch, source in
        ReplayResult.File(
          batch, source: source?.path,
          ledger.sources.first { $0.path == source?.path }?.counts ?? LineCounts())
      }, days: changes)
  }

  /// Removes replayed lines from the quarantine, and updates the reasons of the others.
  private func updateQuarantine(_ batches: [ReplayBatch], _ sources: [InputSource?]) throws {
    var replayed = try night.workspace.quarantine.replayed()
    for (batch, source) in zip(batches, sources) {
      guard let source else { continue }
      for entry in batch.valid { replayed.insert(entry, in: source.path) }
    }
    if !replayed.isEmpty { try night.workspace.quarantine.write(replayed) }
    for batch in batches where batch.isChanged {
      try night.workspace.quarantine.write(batch.rest, to: batch.url)
    }
  }
}
