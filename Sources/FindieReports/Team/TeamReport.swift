import FindieAnalytics
import FindieDomain

/// The numbers of the team's report.
struct TeamReport: Sendable {
  let night: Day
  let current: TeamKPIs
  /// As many days before; nil where the record does not cover all of them, so that there is nothing to
  /// compare with.
  let previous: TeamKPIs?
  /// The first day with an event, nil without any.
  let firstDay: Day?
  /// The days that the charts show.
  let chart: TeamKPIs
  let allTime: Tally
  let allTimeRange: DayRange
  let alerts: KPIAlerts
  /// Each record with its newest event before the night, nil without any.
  let newestEvents: [(source: EventSource, instant: Timestamp?)]
  let users: Int
  let setting: ReportSetting
  /// Games by id, for titles.
  let titles: [ExactText: String]
  /// The other rooms' findings; nil where only the KPIs were asked for.
  let findings: NightFindings?
  /// The studios with most impressions of the period.
  let topStudios: [TopStudio]
  /// All studios, by developer id.
  let studios: [TopStudio]

  struct TopStudio: Sendable {
    let studio: Studio
    let tally: Tally
  }

  var period: DayRange { current.range }

  /// Why there is nothing to compare with; nil where there is something.
  var nothingBefore: String? {
    guard previous == nil else { return nil }
    return "There is nothing to compare with: the record "
      + (firstDay.map { "begins on \($0.inWords)." } ?? "holds no event yet.")
  }

  func figures(_ kpis: TeamKPIs) -> KPIFigures {
    KPIFigures(kpis: kpis, recorded: setting.recorded)
  }
}
