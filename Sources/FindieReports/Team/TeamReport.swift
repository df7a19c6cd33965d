import FindieAnalytics
import FindieDomain
import FindieText

/// The numbers of the team's report.
struct TeamReport: Sendable {
  let night: Day
  /// Compared with the preceding period of the same length.
  let kpis: KPIComparison
  let health: CatalogueHealth
  /// By grain, the oldest first.
  let retention: [RetentionCohort.Grain: [RetentionCohort]]
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
  /// The first day of each record.
  let recorded: RecordedData
  /// The last 4 complete weeks, which studios' reports are about.
  let closedWeeks: DayRange
  /// Days of the period with an extreme like rate of a game.
  let extremeDays: [ExtremeDay]
  /// The games that contribute most to the largest alerts.
  let contributions: [KPIAlert: [AlertContribution]]
  /// Days with few events among those that alerts watch.
  let missingEvents: [MissingEvents]
  /// The annotations of the charts' days, the oldest first.
  let notes: [DayNote]
  /// The ranges that the page switches between; empty for a report of the KPIs only.
  let ranges: [TeamRange]
  /// Games by id.
  let games: [ExactText: Game]
  /// The address of the studio's page by developer id; none for a studio without a report.
  let pages: [ExactText: String]
  /// Results of other stages; nil for a report of the KPIs only.
  let findings: NightFindings?
  /// The studios with the most impressions in the period, without placeholders for an unknown
  /// studio.
  let topStudios: [TopStudio]
  /// All studios in order of developer id.
  let studios: [TopStudio]

  struct TopStudio: Sendable {
    let studio: Studio
    var tally: Tally
    /// In the weeks of studios' reports.
    let closed: Tally
    /// Nil for a studio with a report.
    let inactivity: InactivityReason?
  }

  /// A link to a page of the run before this one; none if it is not known.
  ///
  /// - Parameters:
  ///   - page: relative to the folder of a run's reports.
  ///   - root: the path to the folder of all runs.
  func previousNight(_ page: String, from root: String) -> [Page.Link] {
    (findings?.health.map(\.day).last { $0 < night }).map {
      [Page.Link(name: "Previous night, \($0.inWords)", path: "\(root)\($0)/\(page)")]
    } ?? []
  }

  var current: TeamKPIs { kpis.current }
  var previous: TeamKPIs? { kpis.previous }
  var period: DayRange { current.range }

  /// The days of a period from the first recorded one on, which its figures are of.
  func recordedDays(of period: DayRange) -> DayRange {
    DayRange(
      first: min(max(period.first, firstDay ?? period.first), period.last), last: period.last)
  }

  /// A KPI's figures of the period and, if there is one, of the period before.
  func figures(of kpi: KPI) -> [Figure] {
    ([kpi.figure(of: current, in: recorded)]
      + (previous.map { [kpi.figure(before: $0, in: recorded)] } ?? [])).map { $0 ?? .none }
  }

  func cards(of kpis: KPIComparison) -> [Card] {
    TeamCards(kpis: kpis, setting: setting, recorded: recorded).cards
  }

  /// What the data lacks for figures of the period.
  var notRecorded: [String] {
    let known = Set(setting.notRecorded)
    return setting.notRecorded
      + KPI.all.filter { kpi in
        let figure = kpi.figure(of: current, in: recorded)
        return !known.contains(kpi.key) && (figure == .notRecorded || figure == .tooEarly)
      }.map(\.key)
  }

  /// Days on which more crashed than chance explains, newest first.
  var crashAlerts: [CrashAlert] {
    CrashAlert.all(in: findings?.partners?.metrics ?? [], on: night)
  }

  /// Why there is no earlier period to compare with; nil if there is one.
  var nothingBefore: String? {
    guard previous == nil else { return nil }
    return "There is no earlier period to compare with: the data "
      + (firstDay.map { "starts on \($0.inWords)." } ?? "has no events yet.")
  }

  /// A game's title, with a link to its studio's page if there is one.
  func link(toGame gameId: String) -> HTML {
    titleSentence(ofGame: gameId).html
  }
}

/// One step from a card to the shop.
struct FunnelStep: Hashable, Sendable {
  let measure: Measure
  /// Nil if the data does not record it on all days.
  let count: Int?
  /// Of the impressions; above 1 if players took the step several times per card.
  let share: Double?
}

extension TeamReport {
  var funnelSteps: [FunnelStep] {
    let impressions = current.tally[.impressions]
    return [Measure.impressions, .detailOpens, .wishlistAdds, .externalClicks].map { measure in
      // A step that is recorded on some of the days only has no share.
      let isRecorded = recorded.measures[measure].map {
        $0 <= recordedDays(of: period).first
      }
      let count = isRecorded ?? false ? current.tally[measure] : nil
      return FunnelStep(
        measure: measure, count: count,
        share: count.flatMap { impressions > 0 ? Double($0) / Double(impressions) : nil })
    }
  }
}
