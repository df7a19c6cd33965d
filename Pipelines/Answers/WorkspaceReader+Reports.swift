import FindieAnalytics
package import FindieDomain
import FindieHistory
import FindieRecommender
package import FindieReports
import FindieWorkers

extension WorkspaceReader {
  /// One studio's report over a range of days; the last 28 where nothing is said.
  package func developerReport(
    _ id: String, from: Day?, to: Day?, format: ReportFormat
  ) throws -> ReportFile {
    let reports = try counted().reports
    guard
      let report = reports.developerReport(
        id, over: try range(from, to, default: reports.period), format: format)
    else { throw unknownDeveloper(id) }
    return report
  }

  /// The team's KPIs over a range of days; the last 28 where nothing is said.
  package func kpiReport(from: Day?, to: Day?, format: ReportFormat) throws -> ReportFile {
    let reports = try counted().reports
    return reports.kpiReport(over: try range(from, to, default: reports.period), format: format)
  }

  /// One studio's games as a table, over the same range as its report.
  package func developerTable(_ id: String, from: Day?, to: Day?) throws -> String {
    let (activity, reports) = try counted()
    let range = try range(from, to, default: reports.period)
    guard let studio = reports.studios.first(where: { $0.developerId == id }) else {
      throw unknownDeveloper(id)
    }
    var table = TextTable(
      ("game", .left), ("title", .left), ("impressions", .right), ("players", .right),
      ("likes", .right), ("like rate", .left), ("details", .right), ("wishlist", .right),
      ("shares", .right), ("shop", .right))
    func add(_ name: String, _ title: String, _ games: [Int]) {
      let rollUp = activity.rollUp(of: games, over: range)
      let tally = rollUp.tally
      table.add(
        name, title, "\(tally[.impressions])", rollUp.players.text, "\(tally.positives)",
        tally.likeRate?.text ?? "", "\(tally[.detailOpens])", "\(tally[.wishlistAdds])",
        "\(tally[.shares])", "\(tally[.externalClicks])")
    }
    let games = catalogue.games.filter { $0.developerId == id }
    for game in games {
      add(game.id, game.title, activity.index(of: game.id).map { [$0] } ?? [])
    }
    add("all", "", games.compactMap { activity.index(of: $0.id) })
    return "\(studio.name), \(range.first) to \(range.last)\n\n\(table.text)\n"
  }

  /// The team's days as a table, over the same range as the report.
  package func kpiTable(from: Day?, to: Day?) throws -> String {
    let (activity, reports) = try counted()
    let range = try range(from, to, default: reports.period)
    let kpis = activity.teamKPIs(over: range, users: catalogue.users, games: catalogue.games)
    var table = TextTable(
      ("day", .left), ("sign-ups", .right), ("DAU", .right), ("WAU", .right), ("MAU", .right),
      ("sessions", .right), ("discoveries", .right), ("likes", .right), ("like rate", .left))
    for day in kpis.days {
      table.add(
        "\(day.day)", "\(day.signUps)", "\(day.dailyActive)", "\(day.weeklyActive)",
        "\(day.monthlyActive)", "\(day.sessions)", "\(day.tally[.impressions])",
        "\(day.tally.positives)", day.tally.likeRate?.text ?? "")
    }
    return """
      \(range.first) to \(range.last): \(kpis.activePlayers) players, \(kpis.signUps) sign-ups, \
      \(kpis.sessions) sessions, \(kpis.tally[.impressions]) discoveries, \
      like rate \(kpis.tally.likeRate?.text ?? "not known")

      \(table.text)

      """
  }

  /// What the reports are made from, and they.
  private func counted() throws -> (activity: Activity, reports: NightReports) {
    let interactions = try history.events(.interactions, before: day, workers: workers)
    let analytics = try history.events(.analytics, before: day, workers: workers)
    let activity = Activity(
      interactions: interactions, analytics: analytics, games: catalogue.games, night: day,
      workers: workers)
    let counting = StudioCounting(
      interactions: interactions, analytics: analytics, games: catalogue.games,
      users: catalogue.users, night: day,
      setting: StudioSetting(
        ReportParameters(), PositionEffects(interactions, workers: workers), until: day),
      workers: workers)
    let reports = NightReports(
      activity: activity, counting: counting, games: catalogue.games,
      developers: catalogue.developers, users: catalogue.users, wishlists: catalogue.wishlists,
      isGenerated: catalogue.isGenerated)
    return (activity, reports)
  }

  private func unknownDeveloper(_ id: String) -> NothingPublished {
    NothingPublished("there is no developer '\(id)' in the catalogue; check the id")
  }

  /// The range from one day to another, both included; each falls back to the default's.
  ///
  /// - Throws: `EmptyRange` where no day of it lies before the night.
  private func range(_ from: Day?, _ to: Day?, default period: DayRange) throws -> DayRange {
    let last = min(to ?? period.last, day.adding(days: -1))
    let first = from ?? min(period.first, last)
    guard first <= last else { throw EmptyRange(first: first, last: last, night: day) }
    return DayRange(first: first, last: last)
  }
}

extension PlayerCount {
  fileprivate var text: String {
    switch self {
    case .exactly(let count): "\(count)"
    case .fewerThan(let count): "<\(count)"
    case .withheld: "withheld"
    }
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

/// A range of days that holds none before the night.
package struct EmptyRange: Error, CustomStringConvertible {
  package let first: Day
  package let last: Day
  package let night: Day

  package var description: String {
    "there is no day from \(first) to \(last): the night is of \(night) and sees the days before "
      + "it; name an earlier --from or a later --date"
  }
}
