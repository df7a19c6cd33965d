package import FindieAnalytics
package import FindieBatch
import FindieDomain
import FindieHistory
import FindieWorkers

extension Activity: TransientArtifact {
  package static var grain: String { "one row per game and day" }
  package static var countOfGrain: String? { "rows" }

  package var counts: [String: Int] {
    ["rows": rowCount, "eventsWithUnknownGames": unknownGameEvents]
  }
}

extension Activity {
  /// Counts what stands in a history before a night, one record after the other, since their events are
  /// many.
  init(of history: History, games: [Game], before night: Day, workers: Workers) throws {
    func record(_ collection: EventCollection) throws -> ActivityRecord {
      ActivityRecord(
        try history.events(
          collection, before: night, texts: ActivityRecord.texts, workers: workers),
        games: games, night: night, workers: workers)
    }
    self.init(
      interactions: try record(.interactions), analytics: try record(.analytics), workers: workers)
  }
}

extension Stage<Activity> {
  /// Counts what was done with every game on every day.
  package static func countActivity(
    from past: Stage<Past>, _ catalogue: Stage<NightCatalogue>, _ night: Night
  ) -> Stage {
    Stage("activity", from: past, catalogue, parameters: NoParameters()) { _, past, catalogue in
      try Activity(
        of: night.history, games: catalogue.catalogue.games, before: past.day,
        workers: night.workers)
    }
  }
}
