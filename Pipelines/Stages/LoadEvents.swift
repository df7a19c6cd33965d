package import FindieBatch
package import FindieHistory

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
