import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieReports
import FindieWorkspace

/// What every task that writes studios' reports is given, besides the events by game.
struct ReportTaskModel: Codable, Sendable {
  let day: Day
  /// Identifies the history whose events are counted.
  let history: Fingerprint
  let sources: StudioSources
  let parameters: ReportParameters
  let positions: PositionEffects
}
