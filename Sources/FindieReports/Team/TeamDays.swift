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
    let bins = DayBins(of: range)
    func values(_ value: (KPIDay) -> Int) -> [Int] { days.map(value) }
    var charts = [
      DailyChart(
        title: "Players", grain: grain("per day"), range: range, shape: .lines,
        series: [
          .init(name: "Active on the day", values: values(\.dailyActive)),
          .init(name: "Active in 7 days", values: values(\.weeklyActive)),
          .init(name: "Active in 28 days", values: values(\.monthlyActive)),
        ], id: "c-players"),
      DailyChart(
        title: "\(seen) and likes", grain: grain(bins.grain), range: bins.range, shape: .bars,
        series: [
          .init(name: seen, values: bins.sums(values { $0.tally[.impressions] })),
          .init(
            name: report.setting.likesName,
            values: bins.sums(values { min($0.tally.positives, $0.tally[.impressions]) })),
        ], id: "c-impressions"),
      DailyChart(
        title: "Sign-ups", grain: grain(bins.grain), range: bins.range, shape: .bars,
        series: [.init(name: "Sign-ups", values: bins.sums(values(\.signUps)))], id: "c-signups"),
    ]
    if days.contains(where: { $0.sessions > 0 }) {
      charts.append(
        DailyChart(
          title: "Sessions", grain: grain(bins.grain), range: bins.range, shape: .bars,
          series: [.init(name: "Sessions", values: bins.sums(values(\.sessions)))],
          id: "c-sessions"))
    }
    return charts.map(\.html)
  }

  /// The days of the chart; empty without activity and for more than 100 days, which kpi.csv has.
  var table: HTML {
    guard !isQuiet, days.count <= 100 else { return "" }
    let kpis = KPI.forReaders.filter { $0.places.contains(.days) }
    let since = since.map { " since \($0.inWords)" } ?? ""
    var table = HTMLTable(
      "Days", caption: "One row per day\(text: since), newest first", head: "Day",
      columns: kpis.map { .init(report.setting.name(of: $0)) })
    for day in days.reversed() {
      table.append(
        HTML(text: day.day.description), kpis.map { ($0.figure(on: day) ?? .none).html })
    }
    return table.html
  }
}
