import FindieAnalytics
import FindieDomain

/// The team's days as charts and, behind them, a table.
struct TeamDays {
  private let report: TeamReport

  init(_ report: TeamReport) {
    self.report = report
  }

  private var isQuiet: Bool {
    !report.chart.days.contains { $0.monthlyActive > 0 || $0.signUps > 0 }
  }

  /// HTML.
  var charts: [String] {
    let days = report.chart.days
    let range = report.chart.range
    guard !isQuiet else {
      return ["<p class=\"note\">Nobody was there \(escaped(range.whenInWords)).</p>"]
    }
    let bins = DayBins(of: range)
    func values(_ value: (KPIDay) -> Int) -> [Int] { days.map(value) }
    var charts = [
      DailyChart(
        title: "Players", grain: "on each day", range: range, shape: .lines,
        series: [
          .init(name: "of the day", values: values(\.dailyActive)),
          .init(name: "of seven days", values: values(\.weeklyActive)),
          .init(name: "of 28 days", values: values(\.monthlyActive)),
        ], id: "c-players"),
      DailyChart(
        title: "Impressions and likes", grain: bins.grain, range: bins.range, shape: .bars,
        series: [
          .init(name: "Impressions", values: bins.sums(values { $0.tally[.impressions] })),
          .init(
            name: report.setting.likesName,
            values: bins.sums(values { min($0.tally.positives, $0.tally[.impressions]) })),
        ], id: "c-impressions"),
      DailyChart(
        title: "Sign-ups", grain: bins.grain, range: bins.range, shape: .bars,
        series: [.init(name: "Sign-ups", values: bins.sums(values(\.signUps)))], id: "c-signups"),
    ]
    if days.contains(where: { $0.sessions > 0 }) {
      charts.append(
        DailyChart(
          title: "Sessions", grain: bins.grain, range: bins.range, shape: .bars,
          series: [.init(name: "Sessions", values: bins.sums(values(\.sessions)))],
          id: "c-sessions"))
    }
    return charts.map(\.html)
  }

  /// The days of the chart; empty text of a quiet time. A long range has its days in the CSV.
  var table: String {
    guard !isQuiet, report.chart.days.count <= 100 else { return "" }
    var table = HTMLTable(
      "Days", caption: "One row a day, the newest first", head: "Day",
      columns: [
        "Daily players", "Weekly players", "Monthly players", "Sign-ups", "Sessions", "Impressions",
        "Likes", "Super-likes",
      ].map { .init(name: $0) })
    for day in report.chart.days.reversed() {
      table.append(
        day.day.description,
        [
          day.dailyActive, day.weeklyActive, day.monthlyActive, day.signUps, day.sessions,
          day.tally[.impressions], day.tally[.likes], day.tally[.superLikes],
        ].map { Figure.count($0).html })
    }
    return table.html
  }
}
