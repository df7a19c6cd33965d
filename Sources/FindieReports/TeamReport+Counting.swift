import FindieAnalytics
import FindieDomain
import FindieText

extension TeamReport {
  func file(as format: ReportFormat) -> ReportFile {
    switch format {
    case .html: ReportFile(path: "index.html", bytes: TeamPage(report: self).html.bytes)
    case .json: ReportFile(path: "kpi.json", bytes: Self.document.json(self))
    case .csv: ReportFile(path: "kpi.csv", bytes: Self.document.csv(self))
    case .md: ReportFile(path: "digest.md", bytes: Array(TeamDigest(report: self).markdown.utf8))
    }
  }

  /// The team's KPIs over a range of days before the night.
  init(_ reports: NightReports, over range: DayRange, findings: NightFindings?) {
    let (activity, catalogue) = (reports.activity, reports.catalogue.counted)
    let (games, users) = (catalogue.games, catalogue.packedUsers)
    func tally(of studio: Studio, in range: DayRange) -> Tally {
      studio.games.reduce(into: Tally()) { total, game in
        guard let index = activity.index(of: game.id) else { return }
        total += activity.tally(of: index, in: range)
      }
    }
    func kpis(_ range: DayRange) -> TeamKPIs {
      activity.teamKPIs(over: range, users: users, wishlists: catalogue.packedWishlists)
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
    let recorded = activity.recordedData(users: users, wishlists: catalogue.packedWishlists)
    self.recorded = recorded
    let isRecorded = activity.firstDay.map { $0 <= range.previous.first } ?? false
    self.kpis = KPIComparison(
      kpis(range), since: isRecorded ? kpis(range.previous) : nil,
      recorded
    ) { activity.kpiDays(over: $0, users: users, wishlists: catalogue.packedWishlists) }
    health = CatalogueHealth(of: activity, games: games, over: range)
    retention = activity.retention(of: users)
    setting = reports.setting
    chart = kpis(setting.chartRange(for: range))
    allTime = activity.total
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
      ? [] : activity.teamRanges(users: users, wishlists: catalogue.packedWishlists, recorded)
    self.games = Dictionary(
      games.map { (ExactText($0.id), $0) }, uniquingKeysWith: { first, _ in first })
    pages = Dictionary(
      uniqueKeysWithValues: studios.filter { $0.inactivity == nil }.map {
        (ExactText($0.studio.developerId), "studios/\($0.studio.safeName)/index.html")
      })
    self.findings = findings
  }
}
