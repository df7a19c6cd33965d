import FindieAnalytics
import FindieDomain

/// The numbers of the team's report.
struct TeamReport: Sendable {
  let night: Day
  let current: TeamKPIs
  /// The preceding period of the same length; nil if the data does not cover all of it.
  let previous: TeamKPIs?
  /// The first day with an event; nil without events.
  let firstDay: Day?
  /// The days of the charts.
  let chart: TeamKPIs
  let allTime: Tally
  let allTimeRange: DayRange
  let alerts: KPIAlerts
  /// The newest event of each record; nil without events.
  let newestEvents: [(source: EventSource, instant: Timestamp?)]
  let users: Int
  let setting: ReportSetting
  /// Games by id, for titles.
  let titles: [ExactText: String]
  /// Results of other stages; nil for a report of the KPIs only.
  let findings: NightFindings?
  /// The studios with the most impressions in the period.
  let topStudios: [TopStudio]
  /// All studios in order of developer id.
  let studios: [TopStudio]

  struct TopStudio: Sendable {
    let studio: Studio
    let tally: Tally
  }

  var period: DayRange { current.range }

  /// Why there is no earlier period to compare with; nil if there is one.
  var nothingBefore: String? {
    guard previous == nil else { return nil }
    return "There is no earlier period to compare with: the data "
      + (firstDay.map { "starts on \($0.inWords)." } ?? "has no events yet.")
  }

  func figures(_ kpis: TeamKPIs) -> KPIFigures {
    KPIFigures(kpis: kpis, recorded: setting.recorded)
  }
}
