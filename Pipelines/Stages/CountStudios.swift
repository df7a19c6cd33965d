package import FindieAnalytics
package import FindieDomain
package import FindieRanking
import FindieReports
import FindieWorkers
package import FindieWorkspace

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
        byGame.events, games: catalogue.records.games, night: history.day,
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

extension Stage<PositionEffects> {
  /// Estimates how much less often a card is liked at each position than at the top, or says why
  /// the data does not identify that effect.
  package static func estimatePositions(
    from interactions: Stage<Interactions>, _ night: Night
  ) -> Stage {
    Stage(
      "positions", from: interactions,
      parameters: ["firstPositions": PositionEffects.firstPositions] as NamedParameters
    ) { _, interactions in
      PositionEffects(interactions.table, workers: night.workers)
    }
  }
}
