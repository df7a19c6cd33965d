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
  private let hash: UInt64

  init(of intake: Intake, _ history: History) {
    let days = intake.ledger.days.filter { $0.day < intake.day }
    day = intake.day
    self.days = days.count
    rows = days.reduce(0) { $0 + $1.rows }
    hash = history.contentHash(of: intake.ledger, before: intake.day)
  }

  package var counts: [String: Int] { ["days": days, "events": rows] }

  package var content: Fingerprint? { Fingerprint(of: "\(day) \(hash)") }
}
