package import FindieBatch
package import FindieHistory

/// The days of the past in the order of their games: what activity and studios' reports are counted from.
package struct PastByGame: TransientArtifact {
  package static var grain: String { "one row per event, a file a day" }

  package let events: EventsByGame
  /// How many were not there yet.
  let made: Int

  package var counts: [String: Int] {
    ["days": events.days.count, "made": made, "events": events.count]
  }
}

extension Stage<PastByGame> {
  /// Keeps each day of the past in the order of its games, beside the history: an ordinary night makes
  /// the new day's, and those that late events changed.
  package static func orderByGame(from past: Stage<Past>, _ night: Night) -> Stage {
    Stage("by-game", from: past, parameters: NoParameters()) { _, past in
      let (events, made) = try night.daysByGame.update(
        of: night.history, before: past.day, workers: night.workers)
      return PastByGame(events: events, made: made)
    }
  }
}
