package import FindieBatch
package import FindieDomain
package import FindieHistory

/// What the night may see: everything before its day began.
package struct Past: TransientArtifact {
  package static var grain: String { "one entry per day before the night" }
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
    Stage("history", from: intake, parameters: NoParameters()) { context, intake in
      let days = intake.ledger.days.filter { $0.day < intake.day }
      if days.isEmpty { context.warn("there is no event before \(intake.day)") }
      return Past(
        day: intake.day, days: days.count, rows: days.reduce(0) { $0 + $1.rows },
        hash: night.history.contentHash(of: intake.ledger, before: intake.day))
    }
  }
}

/// The events of the past, in columns.
package struct PastEvents: TransientArtifact {
  package static var grain: String { "one row per event" }

  package let interactions: EventTable
  package let analytics: EventTable

  package var counts: [String: Int] {
    ["interactions": interactions.count, "analytics": analytics.count]
  }
}

extension Stage<PastEvents> {
  /// Loads the events of all days before the night.
  package static func loadEvents(from past: Stage<Past>, _ night: Night) -> Stage {
    Stage("events", from: past, parameters: NoParameters()) { _, past in
      PastEvents(
        interactions: try night.history.events(
          .interactions, before: past.day, workers: night.workers),
        analytics: try night.history.events(.analytics, before: past.day, workers: night.workers))
    }
  }
}

/// For a stage that has none.
struct NoParameters: Encodable {}
