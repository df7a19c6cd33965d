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
  /// Counts what stands in a history before a night.
  ///
  /// - Parameter events: the same days in the order of their games.
  init(
    of history: History, _ events: EventsByGame, games: [Game], before night: Day, workers: Workers
  ) throws {
    let presence = try workers.map(EventCollection.allCases.count) { place in
      try PresenceCount(of: history, EventCollection.allCases[place], before: night, workers)
    }
    self.init(events, presence: presence, games: games, workers: workers)
  }
}

extension PresenceCount {
  fileprivate init(
    of history: History, _ collection: EventCollection, before night: Day, _ workers: Workers
  ) throws {
    self.init(collection, night: night)
    var names = try history.eachDays(
      collection, before: night, texts: PresenceCount.texts, workers: workers
    ) { add($0) }
    // Rare: else the events are gone through once.
    if hasSharedSessions {
      names = try history.eachDays(
        collection, before: night, texts: PresenceCount.textsOfShared, workers: workers
      ) { addShared($0) }
    }
    finish(with: names)
  }
}

extension Stage<Activity> {
  /// Counts what was done with every game on every day.
  package static func countActivity(
    from past: Stage<Past>, _ byGame: Stage<PastByGame>, _ catalogue: Stage<NightCatalogue>,
    _ night: Night
  ) -> Stage {
    Stage("activity", from: past, byGame, catalogue, parameters: NoParameters()) {
      _, past, byGame, catalogue in
      try Activity(
        of: night.history, byGame.events, games: catalogue.catalogue.games, before: past.day,
        workers: night.workers)
    }
  }
}
