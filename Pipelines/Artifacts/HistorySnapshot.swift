package import FindieDomain
import FindieHistory
package import FindieWorkspace

/// The history as of a day: all events before it.
package struct HistorySnapshot: TransientArtifact {
  package static var grain: String { "one row per day of events" }
  package static var countOfGrain: String? { "days" }
  package static var isIdentifiedByContent: Bool { true }

  /// The day of the night (exclusive).
  package let day: Day
  package let days: Int
  package let rows: Int
  /// The history, of which only the events that count are read.
  let events: History
  private let hash: UInt64

  init(of intake: Intake, _ history: History, without uncounted: [UncountedPlayer]) {
    let days = intake.ledger.days.filter { $0.day < intake.day }
    day = intake.day
    self.days = days.count
    rows = days.reduce(0) { $0 + $1.rows }
    hash = history.contentHash(of: intake.ledger, before: intake.day)
    events = History(
      folder: history.folder,
      without: UncountedPlayers(uncounted.filter { $0.since.map { $0 < intake.day } ?? true }))
  }

  package var counts: [String: Int] {
    let uncounted = events.uncounted.all.count
    return ["days": days, "events": rows].merging(
      uncounted > 0 ? ["uncounted": uncounted] : [:], uniquingKeysWith: { $1 })
  }

  package var content: Fingerprint? {
    Fingerprint(
      of: "\(day) \(hash)" + (events.uncounted.identity(before: day).map { " \($0)" } ?? ""))
  }
}
