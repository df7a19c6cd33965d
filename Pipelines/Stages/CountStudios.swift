package import FindieAnalytics
package import FindieBatch
import FindieDomain
package import FindieRecommender
import FindieWorkers

extension StudioCounting: TransientArtifact {
  package static var grain: String { "one row per studio, period and cut, made when asked for" }

  package var counts: [String: Int] { ["periods": periods.count] }
}

extension Stage<StudioCounting> {
  /// Counts what studios are told of their games.
  package static func countStudios(
    from past: Stage<Past>, _ byGame: Stage<PastByGame>, _ catalogue: Stage<NightCatalogue>,
    _ positions: Stage<PositionEffects>, _ parameters: ReportParameters, _ night: Night
  ) -> Stage {
    Stage("studio-numbers", from: past, byGame, catalogue, positions, parameters: parameters) {
      _, past, byGame, catalogue, positions in
      StudioCounting(
        byGame.events, games: catalogue.catalogue.games, night: past.day,
        setting: StudioSetting(parameters, positions, until: past.day), workers: night.workers)
    }
  }
}

extension StudioSetting {
  /// - Parameter night: the calendar is good for events before it.
  init(_ parameters: ReportParameters, _ effects: PositionEffects, until night: Day) {
    self.init()
    withholding = Withholding(playersToTell: parameters.playersToTell)
    calendar = ReportCalendar(timeZone: parameters.timeZone, until: night)
    positions = PositionTable(
      firstPositions: PositionEffects.firstPositions, effects: effects.effectByPlace,
      refusal: effects.notIdentifiable)
  }
}
