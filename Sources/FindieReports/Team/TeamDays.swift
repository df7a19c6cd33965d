import FindieAnalytics
import FindieDomain
import FindieText

/// The team's days as charts, and as a table.
struct TeamDays {
  let report: TeamReport

  private var seen: String { report.setting.name(of: .impressions) }

  /// The days of the chart from the first recorded one on.
  private var days: [KPIDay] {
    report.chart.days.filter { day in report.firstDay.map { day.day >= $0 } ?? false }
  }

  private var isQuiet: Bool { !days.contains { $0.monthlyActive > 0 || $0.signUps > 0 } }

  /// Says since when, if the chart could begin earlier.
  private func grain(_ grain: String, from first: Day) -> String {
    first > report.chart.range.first ? "\(grain), since \(first.short)" : grain
  }

  /// A count's days of the chart from its first recorded day on.
  private func days(of kpi: KPI) -> [KPIDay] {
    days.filter { kpi.isRecorded(in: report.recorded, on: $0.day) }
  }

  private func bins(of days: [KPIDay], mostDays: Int? = nil) -> DayBins? {
    guard let first = days.first, let last = days.last else { return nil }
    let range = DayRange(first: first.day, last: last.day)
    return mostDays.map { DayBins(of: range, mostDays: $0) } ?? DayBins(daysOf: range)
  }

  private func counts(_ kpi: KPI, on days: [KPIDay]) -> [Int?] {
    days.map { kpi.count(on: $0, in: report.recorded) }
  }

  var charts: [HTML] {
    guard !isQuiet else {
      return [Page.note("No player was active \(report.chart.range.whenInWords).")]
    }
    return [chart(.dailyActive, .lines, mostDays: nil, id: "c-players"), windows]
      // Ranges have their own chart of impressions.
      + (report.ranges.isEmpty ? [impressions(days, id: "c-impressions")] : [])
      + [chart(.signUps), chart(.sessions)]
  }

  /// The players of 7 and of 28 days, many more than those of one: a chart of their own.
  private var windows: HTML {
    let kpis = [KPI.weeklyActive, .monthlyActive]
    let days = days(of: kpis[0])
    guard let bins = bins(of: days) else { return "" }
    let monthly = self.days(of: kpis[1])
    let reason =
      monthly.count == days.count
      ? "" : "; those of \(kpis[1].width) days from the \(kpis[1].width)th recorded day on"
    return DailyChart(
      title: "Weekly and monthly players",
      grain: grain("in the 7 and 28 days to a day", from: bins.range.first) + reason,
      bins: bins, shape: .lines,
      series: kpis.prefix(monthly.isEmpty ? 1 : 2).map { kpi in
        .init(name: "Active in \(kpi.width) days", values: counts(kpi, on: days))
      }, id: "c-windows", notRecorded: days.count - monthly.count, notes: report.notes
    ).html
  }

  /// A count by day, or by more days if more than `mostDays`; empty without a recorded day.
  private func chart(
    _ kpi: KPI, _ shape: DailyChart.Shape = .bars, mostDays: Int? = 60, id: String? = nil
  ) -> HTML {
    let days = days(of: kpi)
    guard let bins = bins(of: days, mostDays: mostDays) else { return "" }
    let name = report.setting.name(of: kpi)
    let values = bins.sums(days.map { kpi.count(on: $0, in: report.recorded) ?? 0 })
    return DailyChart(
      title: name, grain: grain(bins.grain, from: bins.range.first), bins: bins, shape: shape,
      series: [.init(name: name, values: values)], id: id ?? "c-\(kpi.key)", notes: report.notes
    ).html
  }

  /// Impressions and, if they are recorded, likes.
  func impressions(_ days: [KPIDay], id: String) -> HTML {
    guard let start = report.recorded.measures[.impressions] else { return "" }
    let days = days.filter { $0.day >= start }
    guard let bins = bins(of: days, mostDays: 60) else { return "" }
    let setting = report.setting
    let series =
      [DailyChart.Series(name: seen, values: bins.sums(days.map { $0.tally[.impressions] }))]
      + (Rate.likeRate.isRecorded(in: setting.recorded)
        ? [.init(name: setting.likesName, values: bins.sums(days.map(\.tally.positives)))] : [])
    return DailyChart(
      title: series.count > 1 ? "\(seen) and likes" : seen, grain: bins.grain, bins: bins,
      shape: .bars, series: series, id: id, notes: report.notes
    ).html
  }

  /// The days around the first finding: the KPI of its largest alert, or daily players.
  func story(_ finding: TeamFinding?) -> HTML {
    let days = Array(days.suffix(DayRegression.days))
    guard !isQuiet, let first = days.first, let last = days.last else { return "" }
    let alert = finding?.alerts.first { $0.kpi.count(on: last, in: report.recorded) != nil }
    let kpi = alert?.kpi ?? .dailyActive
    let name = report.setting.name(of: kpi)
    let values = counts(kpi, on: days)
    return DailyChart(
      title: name, grain: "per day",
      bins: DayBins(daysOf: DayRange(first: first.day, last: last.day)), shape: .bars,
      series: [.init(name: name, values: values)],
      id: "c-story", notRecorded: values.prefix { $0 == nil }.count, notes: report.notes,
      shaded: finding?.days
    ).html
  }

  private static let tableDays = 28

  /// The last days of the chart; empty without activity. kpi.csv has all.
  var table: HTML {
    guard !isQuiet else { return "" }
    let days = days.suffix(Self.tableDays)
    let kpis = KPI.forReaders.filter {
      $0.places.contains(.days) && $0.firstDay(in: report.recorded) != nil
    }
    let since = days.first.map { " since \($0.day.inWords)" } ?? ""
    return HTMLTable<KPIDay>(
      label: "Days", caption: "One row per day\(text: since), newest first; kpi.csv has all days",
      head: "Day",
      columns: kpis.map { kpi in
        .init(report.setting.name(of: kpi)) { kpi.figure(on: $0, in: report.recorded) ?? .none }
      }
    ) { HTML(text: $0.day.description) }.html(of: days.reversed())
  }
}
