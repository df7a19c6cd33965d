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
  let catalogue: Catalogue
  let activity: Activity
  let setting: ReportSetting

  /// - Parameter activity: counts of the catalogue's games, with the events that forgotten players
  ///   had.
  package init(of catalogue: Catalogue, _ activity: Activity, _ studios: StudioReports) {
    self.catalogue = catalogue
    self.activity = activity
    self.studios = studios
    setting = ReportSetting(RecordedKinds(activity, catalogue), nil)
  }

  /// Reports of studios as of the activity's day, which may be within a week.
  ///
  /// - Parameters:
  ///   - counting: counts of the same games.
  ///   - prices: of one country.
  package init(
    of catalogue: Catalogue, _ activity: Activity, _ counting: StudioCounting,
    prices: [PriceSeries] = []
  ) {
    self.init(
      of: catalogue, activity,
      StudioReports(
        StudioSources(catalogue, prices: prices, RecordedKinds(activity, catalogue)),
        lastDays: GameDays(activity, counting.forgotten), night: counting.night,
        counting.setting.calendar
      ) { counting })
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
    games.contains { $0.id.hasPrefix("gen-") } || packedUsers.contains { $0.id.hasPrefix("gen-") }
  }
}
