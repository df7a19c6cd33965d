import FindieWorkspace
package import FindieBatch
import FindieHistory

extension Stage<HistoryByGame> {
  /// Sorts each day of the history by game and stores the result next to the history. An ordinary night
  /// sorts the new day and the days that late events changed.
  package static func sortByGame(from history: Stage<HistorySnapshot>, _ night: Night) -> Stage {
    Stage("by-game", from: history, parameters: NoParameters()) { _, history in
      let (events, sorted) = try night.workspace.daysByGame.update(
        of: night.workspace.history, before: history.day, workers: night.workers)
      return HistoryByGame(events: events, sorted: sorted)
    }
  }
}
