package import FindieAnalytics
import FindieWorkspace
package import FindieDomain
package import FindieHistory
package import FindieWorkers

extension Activity: TransientArtifact {
  package static var grain: String { "one row per game and day" }
  package static var countOfGrain: String? { "rows" }

  package var counts: [String: Int] {
    ["rows": rowCount, "eventsWithUnknownGames": unknownGameEvents]
  }
}

extension Activity {
  /// Counts the events of a history before the day of a night.
  ///
  /// - Parameter events: the events of the same days, sorted by game.
  package init(
    of history: History, _ events: EventsByGame, games: [Game], before night: Day, workers: Workers
  ) throws {
    let presence = try workers.map(EventCollection.allCases.count) { index in
      try PresenceCount(of: history, EventCollection.allCases[index], before: night, workers)
    }
    self.init(events, presence: presence, games: games, workers: workers)
  }
}

extension PresenceCount {
  /// Counts the events of a history before a day.
  package init(
    of history: History, _ collection: EventCollection, before night: Day, _ workers: Workers
  ) throws {
    self.init(collection, night: night)
    var names = try history.eachDays(
      collection, before: night, texts: Self.texts, workers: workers
    ) { add($0) }
    // A second pass is rare: most data sets have no sessions that several players share.
    if hasSharedSessions {
      names = try history.eachDays(
        collection, before: night, texts: Self.textsOfShared, workers: workers
      ) { addShared($0) }
    }
    finish(with: names)
  }
}

extension StudioCounting: TransientArtifact {
  package static var grain: String { "one row per studio, period and cut, computed on demand" }

  package var counts: [String: Int] { ["periods": periods.count] }
}
