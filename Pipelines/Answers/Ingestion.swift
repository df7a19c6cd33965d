package import FindieBatch
import FindieDomain
package import FindieHistory
import FindieIngest

/// Takes new and changed files of events into the history without a night, as a night's first stage
/// does, and says what became of their lines.
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
  /// How many files were read.
  package let files: Int
  /// How many files were known already.
  package let filesSkipped: Int
  /// How many days have other events than before.
  package let days: Int
  /// Events that say something else than the one of their id that the history keeps; repeats are not
  /// counted, and no more than `Conflict.limit`.
  package let conflicts: Int
  package let seconds: Double
  package let linesPerSecond: Double
  package let peakMemoryInBytes: Int
  package let collections: [Collection]
  /// The day under which the rejected lines are kept.
  private let quarantineDay: String

  /// - Parameters:
  ///   - night: where to read and write; it makes no lists and no reports.
  ///   - elapsedSeconds: a clock that only goes forward.
  ///   - isStopping: whether someone asked for a stop.
  ///   - pause: waits for a workspace that another run holds; throws where a stop was asked for.
  /// - Throws: what stopped it, as the night's stage would; then the history is as it was.
  package init(
    _ night: Night, observer: any RunObserver, elapsedSeconds: () -> Double,
    isStopping: @escaping @Sendable () -> Bool,
    pause: (_ seconds: Double) throws -> Void = { _ in }
  ) throws {
    let stage = "intake"
    let lock = try WorkspaceLock.taken(
      night.workspace, day: nil, waiting: night.patienceInSeconds, elapsedSeconds: elapsedSeconds,
      pause: pause, say: { observer.report(.found($0)) })
    defer { withExtendedLifetime(lock) {} }
    var night = night
    night.lock = lock
    try night.findForgotten()
    try night.takeOutForgotten()
    let started = elapsedSeconds()
    observer.report(.started(stage: stage))
    let taken = try night.withInputInFiles { night in
      try night.takeEvents(
        of: night.inputFolder(),
        progress: {
          observer.progress(of: stage, total: $0, unit: "bytes", isStopping: isStopping)
        }, warn: { observer.report(.warned(stage: stage, sentence: $0)) })
    }
    collections = EventCollection.allCases.map { Collection($0, taken) }
    let sum = taken.read.reduce(into: LineCounts()) { $0 += $1.counts }
    read = sum.read
    accepted = sum.accepted
    duplicate = sum.duplicate
    rejected = sum.rejected
    ignored = sum.ignored
    files = taken.read.count
    filesSkipped = taken.skipped.count
    days = taken.changedDays.count
    conflicts = taken.ledger.conflictCount
    seconds = elapsedSeconds() - started
    linesPerSecond = seconds > 0 ? (Double(read) / seconds).rounded() : 0
    peakMemoryInBytes = Resources.used.peakMemoryInBytes
    quarantineDay = taken.day.description
  }
}

extension Ingestion.Collection {
  fileprivate init(_ collection: EventCollection, _ taken: TakenEvents) {
    let read = taken.read.filter { $0.collection == collection }
    let counts = read.reduce(into: LineCounts()) { $0 += $1.counts }
    self.init(
      collection: collection.rawValue, files: read.count,
      filesSkipped: taken.skipped.count { $0.collection.events == collection }, counts: counts,
      rejected: counts.rejected)
  }
}

// MARK: - For people

extension Ingestion {
  package var answer: Answer {
    var table = TextTable(
      ("collection", .left), ("files", .right), ("known", .right), ("read", .right),
      ("accepted", .right), ("duplicate", .right), ("rejected", .right), ("ignored", .right),
      ("shapes", .left), ("why rejected", .left))
    for collection in collections {
      let counts = collection.counts
      table.add(
        collection.collection, "\(collection.files)", "\(collection.filesSkipped)",
        NightSummary.grouped(counts.read), NightSummary.grouped(counts.accepted),
        NightSummary.grouped(counts.duplicate), NightSummary.grouped(counts.rejected),
        NightSummary.grouped(counts.ignored), list(counts.byShape),
        list(counts.rejectedByReason))
    }
    var lines = [table.text, ""]
    if files == 0 {
      lines.append("Nothing to read: \(filesSkipped) files of events, all known and unchanged.")
    } else {
      lines.append(
        "\(days) day\(days == 1 ? "" : "s") changed in \(tenths(seconds)) s, "
          + "\(NightSummary.grouped(Int(linesPerSecond))) lines/s, "
          + "\(NightSummary.grouped(peakMemoryInBytes >> 20)) MB at most.")
    }
    if conflicts > 0 {
      lines.append(
        "\(conflicts) event\(conflicts == 1 ? " says" : "s say") something else than what is kept of the id that is kept."
      )
    }
    if rejected > 0 {
      lines.append("The rejected lines: findie quarantine --day \(quarantineDay)")
    }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }

  private func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \(NightSummary.grouped($0.value))" }
      .joined(separator: ", ")
  }

  private func tenths(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
