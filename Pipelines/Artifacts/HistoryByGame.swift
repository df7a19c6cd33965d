package import FindieHistory
import FindieWorkspace

/// The events of a history, each day sorted by game. They are the source of activity and of the
/// studios' numbers.
package struct HistoryByGame: TransientArtifact {
  package static var grain: String { "one row per event, one file per day" }

  package let events: EventsByGame
  /// The number of days that were sorted in this run.
  let sorted: Int

  package var counts: [String: Int] {
    ["days": events.days.count, "sorted": sorted, "events": events.count]
  }
}
