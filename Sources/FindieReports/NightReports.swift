package import FindieAnalytics
package import FindieDomain
import FindieText

/// All reports of a run, rendered on demand, so that memory stays bounded.
///
/// ```swift
/// let reports = NightReports(of: catalogue, activity, counting)
/// for file in reports.teamFiles(findings) { try write(file) }
/// try reports.studios.each(workers) { $0 } take: { files in
///   for file in files { try write(file) }
/// }
/// ```
///
/// The reports depend on the given values only, so the same values give the same bytes.
package struct NightReports: Sendable {
  package let studios: StudioReports
  fileprivate let catalogue: Catalogue
  fileprivate let activity: Activity

  /// - Parameters:
  ///   - activity: counts of the catalogue's games, with the events that forgotten players had.
  ///   - counting: counts of the same games.
  ///   - prices: of one country.
  package init(
    of catalogue: Catalogue, _ activity: Activity, _ counting: StudioCounting,
    prices: [PriceSeries] = []
  ) {
    self.catalogue = catalogue
    self.activity = activity
    studios = StudioReports(
      StudioSources(catalogue, activity, prices: prices), counting)
  }

  /// The 28 days before the run's as-of day.
  package var period: DayRange {
    DayRange(lastDays: ReportSetting.periodInDays, before: activity.night)
  }

  /// `index.html`, `kpi.json`, `kpi.csv`, `digest.md`, `definitions.json`, `studios.json`, the
  /// index of studios and the pages of those without a report; `lineage.json` if the stages are
  /// known.
  package func teamFiles(_ findings: NightFindings) -> [ReportFile] {
    let report = TeamReport(self, over: period, findings: findings)
    let stages = LineageTable(stages: findings.lineage)
    return [ReportFormat.html, .json, .csv, .md].map(report.file(as:))
      + [ReportFile(path: "definitions.json", bytes: Definition.json.document), studios.paths]
      + StudioIndex(report: report).files + studios.inactivityPages
      + (findings.lineage.isEmpty
        ? []
        : [ReportFile(path: "lineage.json", bytes: stages.json(of: activity.night).document)])
  }

  /// The team's KPIs over any range before the night.
  package func kpiReport(over range: DayRange, format: ReportFormat) -> ReportFile {
    TeamReport(self, over: range, findings: nil).file(as: format)
  }
}

extension Catalogue {
  /// Whether the catalogue is from `findie-lab generate`. Every report states it.
  package var isGenerated: Bool {
    games.contains { $0.id.hasPrefix("gen-") } || users.contains { $0.id.hasPrefix("gen-") }
  }
}

extension TeamReport {
  fileprivate func file(as format: ReportFormat) -> ReportFile {
    switch format {
    case .html: ReportFile(path: "index.html", bytes: TeamPage(report: self).html.bytes)
    case .json: ReportFile(path: "kpi.json", bytes: json.document)
    case .csv: ReportFile(path: "kpi.csv", bytes: csv.document)
    case .md: ReportFile(path: "digest.md", bytes: Array(TeamDigest(report: self).markdown.utf8))
    }
  }

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
    func kpis(_ range: DayRange) -> TeamKPIs {
      activity.teamKPIs(over: range, users: users, wishlists: catalogue.wishlists)
    }
    let closed = ReportPeriod(.last4Weeks, before: activity.night).range
    closedWeeks = closed
    studios = zip(reports.studios.all, reports.studios.inactivities).map { studio, inactivity in
      TopStudio(
        studio: studio, tally: tally(of: studio, in: range),
        closed: tally(of: studio, in: closed), inactivity: inactivity)
    }
    topStudios = studios.enumerated().filter {
      !$0.element.tally.isEmpty && !Developer.isPlaceholder($0.element.studio.name)
    }.sorted { left, right in
      let (a, b) = (left.element.tally[.impressions], right.element.tally[.impressions])
      return a != b ? a > b : left.offset < right.offset
    }.prefix(20).map {
      var top = $0.element
      top.tally.designEffect = activity.designEffect(
        ofGames: top.studio.games.compactMap { activity.index(of: $0.id) }, over: range)
      return top
    }
    night = activity.night
    firstDay = activity.firstDay
    let isRecorded = activity.firstDay.map { $0 <= range.previous.first } ?? false
    self.kpis = KPIComparison(
      kpis(range), since: isRecorded ? kpis(range.previous) : nil,
      from: activity.firstDay
    ) { activity.kpiDays(over: $0, users: users, wishlists: catalogue.wishlists) }
    health = CatalogueHealth(of: activity, games: games, over: range)
    retention = activity.retention(of: users)
    setting = reports.studios.setting
    chart = kpis(setting.chartRange(for: range))
    allTime = activity.total(over: activity.wholeRange)
    allTimeRange = activity.wholeRange
    alerts = activity.kpiAlerts(for: range, users: users)
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
      ? [] : activity.teamRanges(users: users, wishlists: catalogue.wishlists)
    self.games = Dictionary(
      games.map { (ExactText($0.id), $0) }, uniquingKeysWith: { first, _ in first })
    pages = Dictionary(
      uniqueKeysWithValues: studios.filter { $0.inactivity == nil }.map {
        (ExactText($0.studio.developerId), "studios/\($0.studio.safeName)/index.html")
      })
    self.findings = findings
  }
}
