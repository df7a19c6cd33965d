package import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
package import FindieWorkers
package import Foundation

/// Answers about the history itself: what it holds, and whether it is sound.
package struct HistoryReader {
  private let history: History
  private let workspace: URL

  /// - Throws: `NothingPublished` where there is no history.
  package init(workspace: URL) throws {
    self.workspace = workspace
    history = History(folder: workspace.appending(path: "history"))
    guard DurableFile.exists(history.folder),
      try !DurableFile.names(in: history.folder).isEmpty
    else {
      throw NothingPublished(
        "\(workspace.path) holds no history; run `findie ingest` or `findie run nightly` first, or "
          + "name another --workspace")
    }
  }

  /// Reads every file of the history and compares all that can be compared.
  ///
  /// - Returns: what was found, and whether the history is sound.
  /// - Throws: where it cannot be looked at: a night holds the workspace, or a stop was asked for.
  package func verification(
    workers: Workers, observer: any RunObserver, elapsedSeconds: () -> Double,
    isStopping: @escaping @Sendable () -> Bool
  ) throws -> (answer: Answer, isSound: Bool) {
    // A night that writes meanwhile would look like damage.
    let lock = try WorkspaceLock(workspace: workspace)
    defer { withExtendedLifetime(lock) {} }
    let stage = "verify"
    let started = elapsedSeconds()
    observer.report(.started(stage: stage))
    let found = try history.verify(
      workers: workers,
      progress: observer.progress(
        of: stage, total: events, unit: "events", isStopping: isStopping))
    let report = Verification(found, seconds: elapsedSeconds() - started)
    return (report.answer, found.isSound)
  }

  /// Of all days; none where the ledger cannot be read, which `verify` then says.
  private var events: Int {
    do {
      return try history.ledger().days.reduce(0) { $0 + $1.rows }
    } catch {
      return 0
    }
  }

  /// The days with their events, and how many files they came from.
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
      ("day", .left), ("collection", .left), ("events", .right), ("from files", .right))
    for entry in entries {
      table.add(
        "\(entry.day)", entry.collection, NightSummary.grouped(entry.events), "\(entry.files)")
    }
    let events = entries.reduce(0) { $0 + $1.events }
    let days = Set(entries.map(\.day)).count
    return Answer(
      text: "\(table.text)\n\n\(NightSummary.grouped(events)) events of \(days) days",
      json: canonicalLine(entries))
  }
}

/// A verification as it is said.
private struct Verification: Codable {
  let isSound: Bool
  let days: Int
  let events: Int
  let bytes: Int
  let seconds: Double
  let problems: [String]

  init(_ found: HistoryVerification, seconds: Double) {
    isSound = found.isSound
    days = found.days
    events = found.events
    bytes = found.bytes
    self.seconds = seconds
    problems = found.problems
  }

  var answer: Answer {
    let tenths = Int((seconds * 10).rounded())
    let size =
      "\(NightSummary.grouped(events)) events in \(NightSummary.grouped(days)) files of days, "
      + "\(NightSummary.grouped(bytes)) bytes, in \(tenths / 10).\(tenths % 10) s"
    let verdict =
      isSound
      ? "The history is sound: \(size)."
      : "The history has \(problems.count) problem\(problems.count == 1 ? "" : "s"): \(size)."
    return Answer(
      text: ([verdict] + problems.map { "  - " + printable($0) }).joined(separator: "\n"),
      json: canonicalLine(self))
  }
}
