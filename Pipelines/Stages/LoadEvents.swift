import FindieAnalytics
package import FindieBatch
package import FindieHistory
import FindieWorkers

/// The events of the past: who did what with which game, in which session and when.
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
      let tables = try night.workers.map(EventCollection.allCases.count) { place in
        try night.history.events(
          EventCollection.allCases[place], before: past.day, texts: Activity.texts,
          workers: night.workers)
      }
      return PastEvents(interactions: tables[0], analytics: tables[1])
    }
  }
}
