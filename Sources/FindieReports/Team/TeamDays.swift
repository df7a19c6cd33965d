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

  /// The first recorded day; nil if it is not after the chart's first.
  private var since: Day? { report.firstDay.flatMap { $0 > report.chart.range.first ? $0 : nil } }

  private func grain(_ grain: String) -> String {
    since.map { "\(grain), since \($0.short)" } ?? grain
  }

  var charts: [HTML] {
    let days = days
    guard !isQuiet, let first = days.first else {
      return [Page.note("No player was active \(report.chart.range.whenInWords).")]
    }
    let range = DayRange(first: first.day, last: report.chart.range.last)
    let bins = DayBins(of: range, mostDays: 60)
    func values(_ value: (KPIDay) -> Int) -> [Int] { days.map(value) }
    func bars(_ title: String, _ id: String, _ value: (KPIDay) -> Int) -> HTML {
      DailyChart(
        title: title, grain: grain(bins.grain), bins: bins, shape: .bars,
        series: [.init(name: title, values: bins.sums(values(value)))], id: id,
        notes: report.notes
      ).html
    }
    let players = DailyChart(
      title: "Players", grain: grain("per day"), bins: DayBins(daysOf: range), shape: .lines,
      series: [
        .init(name: "Active on the day", values: values(\.dailyActive)),
        .init(name: "Active in 7 days", values: values(\.weeklyActive)),
        .init(name: "Active in 28 days", values: values(\.monthlyActive)),
      ], id: "c-players", notes: report.notes)
    return [players.html]
      // Ranges have their own chart of impressions.
      + (report.ranges.isEmpty ? [impressions(days, bins, id: "c-impressions")] : [])
      + [bars("Sign-ups", "c-signups", \.signUps)]
      + (days.contains { $0.sessions > 0 } ? [bars("Sessions", "c-sessions", \.sessions)] : [])
  }

  func impressions(_ days: [KPIDay], _ bins: DayBins, id: String) -> HTML {
    guard !days.isEmpty else { return "" }
    return DailyChart(
      title: "\(seen) and likes", grain: bins.grain, bins: bins, shape: .bars,
      series: [
        .init(name: seen, values: bins.sums(days.map { $0.tally[.impressions] })),
        .init(
          name: report.setting.likesName,
          values: bins.sums(days.map { min($0.tally.positives, $0.tally[.impressions]) })),
      ], id: id, notes: report.notes
    ).html
  }

  /// The days around the first finding: the KPI of its largest alert, or daily players.
  func story(_ finding: TeamFinding?) -> HTML {
    let days = days.suffix(DayRegression.days)
    guard !isQuiet, let first = days.first, let last = days.last else { return "" }
    let alert = finding?.alerts.first { $0.kpi.figure(on: last) != nil }
    let kpi = alert?.kpi ?? .dailyActive
    let name = report.setting.name(of: kpi)
    return DailyChart(
      title: name, grain: "per day",
      bins: DayBins(daysOf: DayRange(first: first.day, last: last.day)), shape: .bars,
      series: [.init(name: name, values: days.map { kpi.count(on: $0) ?? 0 })],
      id: "c-story", notes: report.notes, shaded: finding?.days
    ).html
  }

  private static let tableDays = 28

  /// The last days of the chart; empty without activity. kpi.csv has all.
  var table: HTML {
    guard !isQuiet else { return "" }
    let days = days.suffix(Self.tableDays)
    let kpis = KPI.forReaders.filter { $0.places.contains(.days) }
    let since = days.first.map { " since \($0.day.inWords)" } ?? ""
    return HTMLTable(
      "Days", caption: "One row per day\(text: since), newest first; kpi.csv has all days",
      head: "Day", columns: kpis.map { .init(report.setting.name(of: $0)) }
    ).html(of: days.reversed()) { day in
      (HTML(text: day.day.description), kpis.map { ($0.figure(on: day) ?? .none).html })
    }
  }
}
