package import FindieBatch
package import FindieDomain
import FindieHistory

/// What the night may see: everything before its day began.
package struct Past: TransientArtifact {
  package static var grain: String { "one entry per day before the night" }
  package static var countOfGrain: String? { "days" }
  package static var isKnownByContent: Bool { true }

  package let day: Day
  package let days: Int
  package let rows: Int
  let hash: UInt64

  package var counts: [String: Int] { ["days": days, "events": rows] }

  package var content: Fingerprint? { Fingerprint(of: "\(day) \(hash)") }
}

extension Stage<Past> {
  /// Cuts the history off at the night's day; a late event of an older day changes it.
  package static func seePast(from intake: Stage<Intake>, _ night: Night) -> Stage {
    Stage(
      "history", from: intake, parameters: NoParameters(),
      foreseen: { .unchanged(Past(of: $0, night.history)) }
    ) { context, intake in
      let past = Past(of: intake, night.history)
      if past.days == 0 { context.warn("there is no event before \(intake.day)") }
      return past
    }
  }
}

extension Past {
  fileprivate init(of intake: Intake, _ history: History) {
    let days = intake.ledger.days.filter { $0.day < intake.day }
    self.init(
      day: intake.day, days: days.count, rows: days.reduce(0) { $0 + $1.rows },
      hash: history.contentHash(of: intake.ledger, before: intake.day))
  }
}
