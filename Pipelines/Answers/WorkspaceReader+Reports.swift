import FindieAnalytics
import FindieDomain
import FindieFiles
import FindieHistory
import FindieRecommender
package import FindieReports
import FindieWorkers
import Foundation

extension WorkspaceReader {
  /// One studio's report over a fixed period.
  package func developerReport(
    _ id: String, over period: PeriodName, format: ReportFormat
  ) throws -> ReportFile {
    guard let report = try counted().reports.developerReport(id, over: period.kind, format: format)
    else { throw unknownDeveloper(id) }
    return report
  }

  /// One game's report over a fixed period.
  package func gameReport(
    _ id: String, over period: PeriodName, format: ReportFormat
  ) throws -> ReportFile {
    guard let report = try counted().reports.gameReport(id, over: period.kind, format: format)
    else {
      throw NothingPublished("there is no game '\(id)' in the catalogue; check the id")
    }
    return report
  }

  /// The team's KPIs over the days that are asked for.
  package func kpiReport(over days: AskedDays, format: ReportFormat) throws -> ReportFile {
    let (activity, reports) = try counted()
    return try reports.kpiReport(over: days.range(in: activity.wholeRange), format: format)
  }

  /// The team's days as a table, over the same range as the report.
  package func kpiTable(over days: AskedDays) throws -> String {
    let activity = try counted().activity
    let range = try days.range(in: activity.wholeRange)
    let kpis = activity.teamKPIs(over: range, users: catalogue.users, games: catalogue.games)
    let recorded = activity.recordedMeasures()
    let likeRate =
      Rate.likeRate.isRecorded(in: recorded)
      ? kpis.tally.likeRate?.text ?? "not known" : "not recorded"
    var table = TextTable(
      ("day", .left), ("sign-ups", .right), ("DAU", .right), ("WAU", .right), ("MAU", .right),
      ("sessions", .right), ("discoveries", .right), ("likes", .right), ("like rate", .left))
    for day in kpis.days {
      table.add(
        "\(day.day)", "\(day.signUps)", "\(day.dailyActive)", "\(day.weeklyActive)",
        "\(day.monthlyActive)", "\(day.sessions)", "\(day.tally[.impressions])",
        "\(day.tally.positives)", day.tally.rate(.likeRate, in: recorded)?.text ?? "")
    }
    return """
      \(range.first) to \(range.last): \(kpis.activePlayers) players, \(kpis.signUps) sign-ups, \
      \(kpis.sessions) sessions, \(kpis.tally[.impressions]) discoveries, \
      like rate \(likeRate)

      \(table.text)

      """
  }

  /// What the reports are made from, and they.
  private func counted() throws -> (activity: Activity, reports: NightReports) {
    let events = try DaysByGame(folder: workspace.appending(path: "by-game")).read(
      history, before: day, workers: workers)
    let activity = try Activity(
      of: history, events, games: catalogue.games, before: day, workers: workers)
    let interactions = try history.events(
      .interactions, before: day, texts: [.gameId], numbers: [.cardPosition], workers: workers)
    let parameters = try reportParameters()
    let counting = StudioCounting(
      events, games: catalogue.games, night: day,
      setting: StudioSetting(
        parameters, PositionEffects(interactions, workers: workers), until: day),
      workers: workers)
    let reports = NightReports(
      activity: activity, counting: counting, games: catalogue.games,
      developers: catalogue.developers, users: catalogue.users, wishlists: catalogue.wishlists,
      parameters: parameters, isGenerated: catalogue.isGenerated)
    return (activity, reports)
  }

  /// How the published night of the day told studios; where there is none, the newest night; the
  /// defaults where none was ever published.
  private func reportParameters() throws -> ReportParameters {
    let runs = workspace.appending(path: "runs")
    guard DurableFile.exists(runs) else { return ReportParameters() }
    func recipe(_ day: Day) -> URL {
      runs.appending(path: day.description).appending(path: "recipe.json")
    }
    let days = try DurableFile.names(in: runs).compactMap { Day($0) }
      .filter { DurableFile.exists(recipe($0)) }
    guard let night = days.contains(day) ? day : days.max() else { return ReportParameters() }
    return try NightRecipe(of: night, file: recipe(night)).parameters.reports
  }

  private func unknownDeveloper(_ id: String) -> NothingPublished {
    NothingPublished("there is no developer '\(id)' in the catalogue; check the id")
  }
}

extension Proportion {
  /// `76.5 % (73.5–79.2)`, with the 95 % interval.
  fileprivate var text: String {
    func percent(_ share: Double) -> String {
      let thousandths = Int((share * 1000).rounded())
      return "\(thousandths / 10).\(thousandths % 10)"
    }
    return "\(percent(estimate)) % (\(percent(lower))–\(percent(upper)))"
  }
}
