package import FindieAnalytics
package import FindieBatch
package import FindieDomain
package import FindieEvaluation
import FindieReports
import FindieWorkers

extension Stage<StudioCounting> {
  /// Computes the figures of the studios' reports.
  package static func countStudios(
    from history: Stage<HistorySnapshot>, _ byGame: Stage<HistoryByGame>,
    _ catalogue: Stage<NightCatalogue>, _ positions: Stage<PositionEffects>, _ night: Night
  ) -> Stage {
    let parameters = night.parameters.reports
    return Stage(
      "studio-numbers", from: history, byGame, catalogue, positions, parameters: parameters
    ) { _, history, byGame, catalogue, positions in
      StudioCounting(
        byGame.events, games: catalogue.catalogue.games, night: history.day,
        setting: StudioSetting(parameters, positions, until: history.day), workers: night.workers)
    }
  }
}

extension StudioSetting {
  /// - Parameter night: the calendar covers events before this day.
  package init(_ parameters: ReportParameters, _ effects: PositionEffects, until night: Day) {
    self.init()
    suppression = Suppression(minimumPlayers: parameters.minimumPlayers)
    totals = parameters.totals
    calendar = ReportCalendar(timeZone: parameters.timeZone, until: night)
    positions = PositionTable(
      firstPositions: PositionEffects.firstPositions, effects: effects.effectByBucket,
      unavailableReason: effects.notIdentifiableInWords)
  }
}
