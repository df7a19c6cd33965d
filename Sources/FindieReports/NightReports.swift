package import FindieAnalytics
package import FindieDomain
import FindieText
package import FindieWorkers

/// All reports of a run, rendered on demand, so that memory stays bounded.
///
/// ```swift
/// let reports = NightReports(of: catalogue, activity, counting)
/// for file in reports.teamFiles(findings) { try write(file) }
/// try reports.eachStudio(workers) { $0 } take: { files in for file in files { try write(file) } }
/// ```
///
/// The reports depend on the given values only, so the same values give the same bytes.
package struct NightReports: Sendable {
  fileprivate let catalogue: Catalogue
  fileprivate let activity: Activity
  fileprivate let setting: ReportSetting
  fileprivate let parameters: ReportParameters
  /// By studio: why it has no report; nil for a studio with one.
  fileprivate let inactivities: [InactivityReason?]
  private let counting: StudioCounting
  private let occasions: Occasions
  private let directory: StudioDirectory

  /// - Parameters:
  ///   - activity: counts of the catalogue's games, with the events that forgotten players had.
  ///   - counting: counts of the same games.
  ///   - prices: of one country.
  package init(
    of catalogue: Catalogue, _ activity: Activity, _ counting: StudioCounting,
    prices: [PriceSeries] = [], parameters: ReportParameters = ReportParameters()
  ) {
    self.catalogue = catalogue
    self.activity = activity
    self.counting = counting
    occasions = Occasions(
      catalogue.shownAnnotations, prices: prices, counting.setting.calendar)
    self.parameters = parameters
    directory = StudioDirectory(developers: catalogue.developers, games: catalogue.games)
    inactivities = directory.studios.map { Self.inactivity(of: $0, counting) }
    setting = ReportSetting(activity, isGenerated: catalogue.isGenerated)
  }

  package var studios: [Studio] { directory.studios }

  /// The number of studios with a report.
  package var reported: Int { inactivities.count { $0 == nil } }

  /// The 28 days before the run's as-of day.
  package var period: DayRange {
    DayRange(lastDays: ReportSetting.periodInDays, before: activity.night)
  }

  /// `index.html`, `kpi.json`, `kpi.csv`, `digest.md`, `definitions.json`, `studios.json`, the
  /// index of studios and the pages of those without a report; `lineage.json` if the stages are
  /// known.
  package func teamFiles(_ findings: NightFindings) -> [ReportFile] {
    let report = TeamReport(self, over: period, findings: findings)
    return [
      ReportFile(path: "index.html", bytes: TeamPage(report: report).html.bytes),
      ReportFile(path: "kpi.json", bytes: report.json.document),
      ReportFile(path: "kpi.csv", bytes: report.csv.document),
      ReportFile(path: "digest.md", bytes: Array(TeamDigest(report: report).markdown.utf8)),
      ReportFile(path: "definitions.json", bytes: Definition.json.document),
      studioMap,
    ]
      + StudioIndex(report: report).files + inactivityPages
      + (findings.lineage.isEmpty
        ? []
        : [
          ReportFile(
            path: "lineage.json",
            bytes: LineageTable(stages: findings.lineage).json(of: activity.night).document)
        ])
  }

  /// `studios.json`: the path of each studio's page by developer id.
  package var studioMap: ReportFile {
    let members = zip(studios, inactivities).map { studio, inactivity in
      let page = inactivity?.fileName ?? "\(studio.safeName)/index.html"
      return (key: studio.developerId, value: JSONValue.string("studios/" + page))
    }
    return ReportFile(path: "studios.json", bytes: JSONValue.object(members).document)
  }

  /// `studios/<safe name>/{index.html,report.json,report.csv,digest.md}` of one studio.
  package func studioFiles(for index: Int) -> [ReportFile] {
    let report = studioReport(index, over: .last4Weeks)
    return report.folder("studios/\(report.studio.safeName)/")
  }

  /// The files to give to a studio, over the last 4 weeks; nil for an unknown developer.
  package func folder(of developerId: String) -> [ReportFile]? {
    directory.index(of: developerId).map { studioReport($0, over: .last4Weeks).folder("") }
  }

  /// One page for all studios that have no report for the same reason.
  private var inactivityPages: [ReportFile] {
    let reasons = Set(inactivities.compactMap { $0 })
    return InactivityReason.allCases.filter { reasons.contains($0) }.map { reason in
      ReportFile(
        path: "studios/" + reason.fileName,
        bytes: reason.html(isGenerated: setting.isGenerated).bytes)
    }
  }

  private static func inactivity(
    of studio: Studio, _ counting: StudioCounting
  ) -> InactivityReason? {
    guard !studio.games.isEmpty else { return .noGames }
    guard let last = counting.lastDay(of: studio.games.compactMap { counting.index(of: $0.id) })
    else { return .noEventsYet }
    return last < counting.dayRange.first ? .noRecentEvents : nil
  }

  /// Renders the files of each studio with a report and applies `make` to them on the workers;
  /// calls `take` with the results in the studios' order, on the caller's thread.
  package func eachStudio<Output: Sendable>(
    _ workers: Workers, _ make: @escaping @Sendable (_ files: [ReportFile]) -> Output,
    take: (Output) throws -> Void
  ) throws {
    var taken = 0
    let active = studios.indices.filter { inactivities[$0] == nil }
    try workers.inOrder(active.count, ahead: 8 * workers.threads) {
      make(studioFiles(for: active[$0]))
    } take: {
      _, output in
      try take(output)
      taken += 1
      // Pages of the history that were read stay in memory until they are released.
      if taken.isMultiple(of: Self.studiosAtOnce) { counting.release() }
    }
  }

  private static let studiosAtOnce = 256

  /// One studio's report over a fixed period; nil for an unknown developer.
  package func developerReport(
    _ developerId: String, over kind: ReportPeriod.Kind, format: ReportFormat
  ) -> ReportFile? {
    directory.index(of: developerId).map { studioReport($0, over: kind).file(as: format, in: "") }
  }

  /// One game's part of its studio's report over a fixed period; nil for an unknown game.
  package func gameReport(
    _ gameId: String, over kind: ReportPeriod.Kind, format: ReportFormat
  ) -> ReportFile? {
    guard let game = catalogue.games.first(where: { ExactText($0.id) == ExactText(gameId) }),
      let index = directory.index(of: game.developerId)
    else { return nil }
    let report = studioReport(index, over: kind)
    return report.games.first { ExactText($0.game.id) == ExactText(gameId) }.map {
      report.file(of: $0, as: format)
    }
  }

  /// The team's KPIs over any range before the night.
  package func kpiReport(over range: DayRange, format: ReportFormat) -> ReportFile {
    let report = TeamReport(self, over: range, findings: nil)
    return switch format {
    case .html: ReportFile(path: "index.html", bytes: TeamPage(report: report).html.bytes)
    case .json: ReportFile(path: "kpi.json", bytes: report.json.document)
    case .csv: ReportFile(path: "kpi.csv", bytes: report.csv.document)
    case .md: ReportFile(path: "digest.md", bytes: Array(TeamDigest(report: report).markdown.utf8))
    }
  }

  private func studioReport(_ index: Int, over kind: ReportPeriod.Kind) -> StudioReport {
    StudioReport(
      studios[index], counting: counting, occasions: occasions, kind: kind, setting: setting)
  }
}

extension Catalogue {
  /// Whether the catalogue is from `findie-lab generate`. Every report states it.
  package var isGenerated: Bool {
    games.contains { $0.id.hasPrefix("gen-") } || users.contains { $0.id.hasPrefix("gen-") }
  }
}

extension TeamReport {
  /// The team's KPIs over a range of days before the night.
  init(_ reports: NightReports, over range: DayRange, findings: NightFindings?) {
    let (activity, catalogue) = (reports.activity, reports.catalogue)
    let (games, users) = (catalogue.games, catalogue.users)
    func tally(of studio: Studio, in range: DayRange) -> Tally {
      studio.games.reduce(into: Tally()) { total, game in
        guard let index = activity.index(of: game.id) else { return }
        total += activity.tally(of: index, in: range)
      }
    }
    func kpis(_ range: DayRange, hasRetention: Bool = false) -> TeamKPIs {
      activity.teamKPIs(
        over: range, users: users, wishlists: catalogue.wishlists, games: games,
        hasRetention: hasRetention)
    }
    let closed = ReportPeriod(.last4Weeks, before: activity.night).range
    closedWeeks = closed
    studios = zip(reports.studios, reports.inactivities).map { studio, inactivity in
      TopStudio(
        studio: studio, tally: tally(of: studio, in: range),
        closed: tally(of: studio, in: closed), inactivity: inactivity)
    }
    topStudios = studios.enumerated().filter {
      !$0.element.tally.isEmpty && !Developer.isPlaceholder($0.element.studio.name)
    }.sorted { left, right in
      let (a, b) = (left.element.tally[.impressions], right.element.tally[.impressions])
      return a != b ? a > b : left.offset < right.offset
    }.prefix(20).map(\.element)
    night = activity.night
    firstDay = activity.firstDay
    current = kpis(range, hasRetention: true)
    let isRecorded = activity.firstDay.map { $0 <= range.previous.first } ?? false
    previous = isRecorded ? kpis(range.previous) : nil
    setting = reports.setting
    chart = kpis(setting.chartRange(for: range))
    allTime = activity.total(over: activity.wholeRange)
    allTimeRange = activity.wholeRange
    alerts = activity.kpiAlerts(for: range, users: users, bound: reports.parameters.alertBound)
    newestEvents = EventSource.allCases.map { ($0, activity.newestEvent(of: $0)) }
    self.users = users.count { user in
      user.joinedDate.map { $0.day < activity.night } ?? true
    }
    extremeDays = ExtremeDay.all(activity, games: games, over: range)
    contributions = Dictionary(
      uniqueKeysWithValues: alerts.alerts.map { ($0, activity.contributions(to: $0)) })
    missingEvents = activity.missingEvents(in: alerts.range)
    // The charts of the ranges may begin before the others.
    let shownDays = DayRange(
      first: min(chart.range.first, TeamRange.Kind.year.range(before: activity.night).first),
      last: activity.night.adding(days: -1))
    let shown = catalogue.shownAnnotations.filter { shownDays.contains($0.day) }
    notes = shown.enumerated().map { index, annotation in
      DayNote(
        number: index + 1, day: annotation.day, text: annotation.text,
        gameId: annotation.gameId, developerId: annotation.developerId)
    }
    ranges =
      findings == nil
      ? [] : activity.teamRanges(users: users, wishlists: catalogue.wishlists, games: games)
    self.games = Dictionary(
      games.map { (ExactText($0.id), $0) }, uniquingKeysWith: { first, _ in first })
    pages = Dictionary(
      uniqueKeysWithValues: studios.filter { $0.inactivity == nil }.map {
        (ExactText($0.studio.developerId), "studios/\($0.studio.safeName)/index.html")
      })
    self.findings = findings
  }
}
