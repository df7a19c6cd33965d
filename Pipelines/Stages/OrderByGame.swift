package import FindieBatch
package import FindieHistory

/// The days of the past in the order of their games: the roll-ups that studios' reports are counted
/// from.
package struct PastByGame: TransientArtifact {
  package static var grain: String { "one row per event, a file a day" }

  /// By record and day.
  package let days: [DayByGame]
  /// How many were not there yet.
  let made: Int

  package var counts: [String: Int] {
    ["days": days.count, "made": made, "events": days.reduce(0) { $0 + $1.count }]
  }
}

extension Stage<PastByGame> {
  /// Keeps each day of the past in the order of its games, beside the history: an ordinary night makes
  /// the new day's, and those that late events changed.
  package static func orderByGame(from past: Stage<Past>, _ night: Night) -> Stage {
    Stage("by-game", from: past, parameters: NoParameters()) { _, past in
      let (days, made) = try night.daysByGame.days(
        of: night.history, before: past.day, workers: night.workers)
      return PastByGame(days: days, made: made)
    }
  }
}
