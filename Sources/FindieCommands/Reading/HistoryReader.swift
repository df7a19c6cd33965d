package import FindieWorkspace
import FindieDomain
import FindieFiles
import FindieHistory
import FindieNight
package import FindieText
package import FindieWorkers
import Foundation

/// Reads the history itself: its days, and whether it is intact.
package struct HistoryReader {
  private let history: History
  private let workspace: Workspace

  /// - Throws: `NotFound` if there is no history.
  package init(_ workspace: Workspace) throws {
    self.workspace = workspace
    history = workspace.history
    guard DurableFile.exists(history.folder),
      try !DurableFile.names(in: history.folder).isEmpty
    else {
      throw workspace.noHistory
    }
  }

  /// Reads every file of the history and compares checksums and counts.
  ///
  /// - Returns: the output, and whether the history is intact.
  /// - Throws: `WorkspaceLock.Held` during a run; `Stopped`.
  package func verification(
    workers: Workers, observer: any RunObserver, elapsedSeconds: () -> Double,
    isStopping: @escaping @Sendable () -> Bool
  ) throws -> (answer: Answer, isIntact: Bool) {
    // A concurrent run would look like damage.
    let lock = try WorkspaceLock.forReading(workspace.folder)
    defer { withExtendedLifetime(lock) {} }
    let stage = "verify"
    let started = elapsedSeconds()
    observer.report(.started(stage: stage))
    var found = try history.verify(
      workers: workers,
      progress: observer.progress(
        of: stage, total: events, unit: "events", isStopping: isStopping))
    if found.isSound, let lost = try NightRefusal.lostHistory(of: workspace, history.ledger()) {
      found.problems.append("\(lost.finding). Remedy: \(lost.remedy)")
    }
    let report = Verification(found, seconds: elapsedSeconds() - started)
    return (report.answer, found.isSound)
  }

  /// The number of events of all days; 0 if the ledger cannot be read, which `verify` reports.
  private var events: Int {
    do {
      return try history.ledger().eventCount
    } catch {
      return 0
    }
  }

  /// The days with their events and the number of their input files.
  package func days() throws -> Answer {
    struct Entry: Codable {
      let day: Day
      let collection: String
      let events: Int
      let files: Int
    }
    let entries = try history.ledger().days.map {
      Entry(
        day: $0.day, collection: $0.collection.rawValue, events: $0.rows, files: $0.origins.count)
    }.sorted { ($0.day, $0.collection) < ($1.day, $1.collection) }
    var table = TextTable(
      ("day", .left), ("collection", .left), ("events", .right), ("files", .right))
    for entry in entries {
      table.add(
        "\(entry.day)", entry.collection, entry.events.grouped, "\(entry.files)")
    }
    let events = entries.reduce(0) { $0 + $1.events }
    let days = Set(entries.map(\.day)).count
    return Answer(
      text: "\(table.text)\n\n\(events.grouped) events of \(days) days",
      json: canonicalLine(entries))
  }
}

/// The output of a verification.
private struct Verification: Codable {
  let isIntact: Bool
  let days: Int
  let events: Int
  let bytes: Int
  let seconds: Double
  let problems: [String]

  init(_ found: HistoryVerification, seconds: Double) {
    isIntact = found.isSound
    days = found.days
    events = found.events
    bytes = found.bytes
    self.seconds = seconds
    problems = found.problems
  }

  var answer: Answer {
    let size =
      "\(events.counted("event")) in \(days.counted("day file")), "
      + "\(bytes.counted("byte")), in \(seconds.fixed(1)) s"
    let verdict =
      isIntact
      ? "The history is intact: \(size)."
      : "The history has \(problems.count.counted("problem")) (\(size)):"
    return Answer(
      text: ([verdict] + problems.map { "  - " + printable($0) }).joined(separator: "\n"),
      json: canonicalLine(self))
  }
}
