package import FindieWorkspace
import FindieDomain
package import FindieHistory
import FindieIngest
package import FindieNight
import FindieReports
package import FindieText

/// Reads new and changed files of events into the history, like the first stage of a nightly run,
/// and counts their lines by outcome.
package struct Ingestion: Codable, Sendable {
  /// The files of one collection.
  package struct Collection: Codable, Sendable {
    package let collection: String
    package let files: Int
    package let filesSkipped: Int
    package let counts: LineCounts
    package let rejected: Int
  }

  package let read: Int
  package let accepted: Int
  package let duplicate: Int
  package let rejected: Int
  package let ignored: Int
  /// The number of files that were read.
  package let files: Int
  /// The number of files that were unchanged.
  package let filesSkipped: Int
  /// The number of days whose events changed.
  package let days: Int
  /// Event versions that differ from the stored event with the same id. Duplicates do not count.
  package let conflicts: Int
  package let seconds: Double
  package let linesPerSecond: Double
  package let peakMemoryInBytes: Int
  package let collections: [Collection]
  /// The day of the quarantine with the rejected lines.
  private let quarantineDay: String

  /// - Parameters:
  ///   - night: input, workspace and settings.
  ///   - control: it pauses while another run holds the workspace.
  /// - Throws: the errors of the stage; then the history is unchanged.
  package init(
    _ night: Night, _ control: RunControl
  ) throws {
    let (observer, elapsedSeconds) = (control.observer, control.elapsedSeconds)
    let stage = "intake"
    let lock = try WorkspaceLock.acquire(
      night.workspace.folder, day: nil, timeoutInSeconds: night.options.lockTimeoutInSeconds,
      elapsedSeconds: elapsedSeconds, pause: control.pause,
      report: { observer.report(.message($0)) })
    defer { withExtendedLifetime(lock) {} }
    var night = night
    try night.checkWorkspace()
    try night.loadForgottenPlayers()
    try night.repairIds { observer.report(.warned(stage: stage, message: $0)) }
    try night.removeForgottenPlayers()
    let started = elapsedSeconds()
    observer.report(.started(stage: stage))
    let ingested = try night.withBufferedInput { night in
      try IntakeRun(
        of: night.inputFolder(), night,
        warn: { observer.report(.warned(stage: stage, message: $0)) }
      ).run {
        observer.progress(of: stage, total: $0, unit: "bytes", isStopping: control.isStopping)
      }
    }
    collections = EventCollection.allCases.map { Collection($0, ingested) }
    let sum = ingested.read.map(\.counts).sum
    read = sum.read
    accepted = sum.accepted
    duplicate = sum.duplicate
    rejected = sum.rejected
    ignored = sum.ignored
    files = ingested.read.count
    filesSkipped = ingested.skipped.count
    days = ingested.changedDays.count
    conflicts = ingested.ledger.conflictCount
    seconds = elapsedSeconds() - started
    linesPerSecond = seconds > 0 ? (Double(read) / seconds).rounded() : 0
    peakMemoryInBytes = Resources.used.peakMemoryInBytes
    quarantineDay = ingested.day.description
  }
}

extension Ingestion.Collection {
  fileprivate init(_ collection: EventCollection, _ ingested: IngestedEvents) {
    let read = ingested.read.filter { $0.collection == collection }
    let counts = read.map(\.counts).sum
    self.init(
      collection: collection.rawValue, files: read.count,
      filesSkipped: ingested.skipped.count { $0.collection.events == collection }, counts: counts,
      rejected: counts.rejected)
  }
}

// MARK: - For people

extension Ingestion {
  /// - Parameter workspace: the one that was read into.
  package func answer(in workspace: Workspace) -> Answer {
    var table = TextTable(
      ("collection", .left), ("files", .right), ("unchanged", .right), ("read", .right),
      ("accepted", .right), ("duplicate", .right), ("rejected", .right), ("ignored", .right),
      ("formats", .left), ("reasons", .left))
    for collection in collections {
      let counts = collection.counts
      table.add(
        collection.collection, "\(collection.files)", "\(collection.filesSkipped)",
        counts.read.grouped, counts.accepted.grouped,
        counts.duplicate.grouped, counts.rejected.grouped,
        counts.ignored.grouped, counts.byShape.listed,
        counts.rejectedByReason.listed)
    }
    var lines = [table.text, ""]
    if files == 0 {
      lines.append("Nothing to read: all \(filesSkipped) files of events are unchanged.")
    } else {
      lines.append(
        "\(days.counted("day")) changed in \(seconds.fixed(1)) s, "
          + "\(Int(linesPerSecond).grouped) lines/s, "
          + "peak memory \((peakMemoryInBytes >> 20).grouped) MB.")
    }
    if conflicts > 0 {
      lines.append("\(DataQuality.conflictsInWords(conflicts)).")
    }
    if rejected > 0 {
      let command = workspace.command("quarantine --day \(quarantineDay)")
      lines.append("To see the rejected lines: \(command)")
    }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
