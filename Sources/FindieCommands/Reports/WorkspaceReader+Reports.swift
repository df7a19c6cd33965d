import FindieAnalytics
import FindieDomain
import FindieRanking
import FindieStore
import FindieFiles
import FindieHistory
import FindieNight
import FindieReports
import FindieText
import FindieWorkers
import FindieWorkspace
import Foundation

extension WorkspaceReader {
  /// One studio's report over a fixed period.
  ///
  /// - Parameter name: the studio's id or name.
  /// - Precondition: studios' reports have the period.
  func developerReport(
    _ name: String, over period: PeriodName, format: ReportFormat
  ) throws -> ReportFile {
    let id = try catalogue.developer(name, in: "The catalogue").id
    guard
      let report = try studioReports(over: period).developerReport(
        id, over: kind(period), format: format)
    else { throw unknownDeveloper(id) }
    return report
  }

  /// The files to give to a studio.
  ///
  /// - Parameter name: the studio's id or name.
  func studioFolder(_ name: String) throws -> [ReportFile] {
    let id = try catalogue.developer(name, in: "The catalogue").id
    let studios = try studioReports(over: .last4Weeks)
    guard let files = studios.folder(of: id) else { throw unknownDeveloper(id) }
    let open = try OpenDays(
      workspace.daysByGame.read(history, before: day, workers: workers), games: catalogue.games,
      night: day, StudioSetting(nightParameters().reports, until: day), workers: workers)
    return files + studios.sheet(of: id, open)
  }

  /// One game's report over a fixed period.
  ///
  /// - Parameter name: the game's id or title.
  func gameReport(
    _ name: String, over period: PeriodName, format: ReportFormat
  ) throws -> ReportFile {
    let id = try catalogue.game(name, in: "The catalogue").id
    guard
      let report = try studioReports(over: period).gameReport(
        id, over: kind(period), format: format)
    else {
      throw NotFound("The catalogue has no game '\(id)'. Check the id.")
    }
    return report
  }

  private func kind(_ period: PeriodName) -> ReportPeriod.Kind {
    guard let kind = period.kind else {
      preconditionFailure("\(period.rawValue) is a period of team reports only")
    }
    return kind
  }

  /// The team's KPIs over the requested days.
  func kpiReport(over days: RequestedDays, format: ReportFormat) throws -> ReportFile {
    let (activity, reports) = try reports()
    return try reports.kpiReport(over: days.range(in: activity.wholeRange), format: format)
  }

  /// The team's days as a table, over the same range as the report.
  func kpiTable(over days: RequestedDays) throws -> String {
    let activity = try reports().activity
    let range = try days.range(in: activity.wholeRange)
    let users = catalogue.counted.packedUsers
    let kpis = activity.teamKPIs(over: range, users: users)
    let measures = activity.recordedMeasures()
    let recorded = activity.recordedData(users: users)
    let likeRate =
      Rate.likeRate.isRecorded(in: measures)
      ? kpis.tally.likeRate?.text ?? "not known" : "not recorded"
    func total(_ kpi: KPI, _ count: Int, _ noun: String) -> String {
      kpi.isRecorded(in: recorded, on: range.last)
        ? count.counted(noun) : "\(noun)s not recorded"
    }
    func cell(_ kpi: KPI, _ day: KPIDay) -> String {
      kpi.count(on: day, in: recorded)?.grouped ?? "not recorded"
    }
    var table = TextTable(
      ("day", .left), ("sign-ups", .right), ("DAU", .right), ("WAU", .right), ("MAU", .right),
      ("sessions", .right), ("discoveries", .right), ("likes", .right), ("like rate", .left))
    for day in kpis.days {
      table.add(
        "\(day.day)", cell(.signUps, day), cell(.dailyActive, day), cell(.weeklyActive, day),
        cell(.monthlyActive, day), cell(.sessions, day), day.tally[.impressions].grouped,
        day.tally.positives.grouped, day.tally.rate(.likeRate, in: measures)?.text ?? "")
    }
    return """
      \(range.first) to \(range.last): \(kpis.activePlayers.counted("player")), \
      \(total(.signUps, kpis.signUps, "sign-up")), \
      \(total(.sessions, kpis.sessions, "session")), \
      \(kpis.tally[.impressions].counted("discovery")), \
      like rate \(likeRate)

      \(table.text)

      """
  }

  /// The reports of studios: of the closed weeks as a night published them, where the workspace
  /// still has what these compare with; else, and over a day, as of the reader's day.
  private func studioReports(over period: PeriodName) throws -> StudioReports {
    let parameters = try nightParameters()
    let calendar = StudioSetting(parameters.reports, until: day).calendar
    guard period != .day,
      let weeks = try workspace.closedWeeks(
        of: ReportEdition(of: day, calendar), parameters.reports.ofNumbers, history, until: day,
        in: workspace.artifacts)
    else { return try reports().reports.studios }
    let (events, activity) = try counts()
    return StudioReports(
      StudioSources(
        catalogue, prices: try prices(parameters), weeks.values.recorded,
        edition: weeks.values.edition),
      weeks, events, lastDays: GameDays(activity, events.forgotten), night: day, workers: workers)
  }

  /// The events by game before the reader's day, and the counts of activity.
  private func counts() throws -> (events: EventsByGame, activity: Activity) {
    let events = try workspace.daysByGame.read(history, before: day, workers: workers)
    let activity = try Activity(
      of: history, events, games: catalogue.games, before: day, workers: workers)
    return (events, activity.adding(events.forgotten))
  }

  private func prices(_ parameters: NightParameters) throws -> [PriceSeries] {
    try parameters.prices.compared(WorkspaceStore(at: workspace.store).partnerData().prices)
  }

  /// The counts of activity and the reports as of the reader's day.
  private func reports() throws -> (activity: Activity, reports: NightReports) {
    let (events, activity) = try counts()
    let parameters = try nightParameters()
    let counting = StudioCounting(
      events, games: catalogue.games, night: day,
      setting: StudioSetting(
        parameters.reports, try PositionEffects(of: history, before: day, workers: workers),
        until: day),
      workers: workers)
    let reports = NightReports(
      of: catalogue, activity, counting, prices: try prices(parameters))
    return (activity, reports)
  }

  /// The parameters of the day's published night, else of the newest one, else the defaults.
  private func nightParameters() throws -> NightParameters {
    let days = try workspace.recordedDays()
      .filter { DurableFile.exists(workspace.recipeFile(of: $0)) }
    guard let night = days.contains(day) ? day : days.last else { return NightParameters() }
    return try NightRecipe(of: night, file: workspace.recipeFile(of: night)).parameters
  }

  private func unknownDeveloper(_ id: String) -> NotFound {
    NotFound("The catalogue has no developer '\(id)'. Check the id.")
  }
}

extension Proportion {
  /// `76.5% (73.5–79.2)`, with the 95% interval.
  fileprivate var text: String {
    let bounds = "\((100 * lower).fixed(1))–\((100 * upper).fixed(1))"
    return "\(estimate.percent()) (\(bounds))"
  }
}
