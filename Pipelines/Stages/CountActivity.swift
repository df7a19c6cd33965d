import FindieDomain
package import FindieAnalytics
package import FindieBatch

extension Activity: TransientArtifact {
  package static var grain: String { "one row per game and day" }
  package static var countOfGrain: String? { "rows" }

  package var counts: [String: Int] {
    ["rows": rowCount, "eventsWithUnknownGames": unknownGameEvents]
  }
}

extension Stage<Activity> {
  /// Counts what was done with every game on every day.
  package static func countActivity(
    from past: Stage<Past>, _ events: Stage<PastEvents>, _ catalogue: Stage<NightCatalogue>,
    _ night: Night
  ) -> Stage {
    Stage("activity", from: past, events, catalogue, parameters: NoParameters()) {
      _, past, events, catalogue in
      Activity(
        interactions: events.interactions, analytics: events.analytics,
        games: catalogue.catalogue.games, night: past.day, workers: night.workers)
    }
  }
}
