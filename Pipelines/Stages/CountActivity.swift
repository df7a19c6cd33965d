import FindieWorkspace
import FindieDomain
import FindieAnalytics
package import FindieBatch
import FindieHistory

extension Stage<Activity> {
  /// Counts what players did with each game on each day.
  package static func countActivity(
    from history: Stage<HistorySnapshot>, _ byGame: Stage<HistoryByGame>,
    _ catalogue: Stage<NightCatalogue>, _ night: Night
  ) -> Stage {
    Stage("activity", from: history, byGame, catalogue, parameters: NoParameters()) {
      _, history, byGame, catalogue in
      try Activity(
        of: night.workspace.history, byGame.events, games: catalogue.catalogue.games,
        before: history.day, workers: night.workers)
    }
  }
}
