import FindieAnalytics
import FindieDomain
import FindieText

/// Impressions and likes by day, the like rate by week, and the tables of the charts' numbers.
struct DaySection {
  /// One per day.
  let days: [Tally]
  let range: DayRange
  let weeks: [(range: DayRange, tally: Tally)]
  let setting: ReportSetting
  /// Of letters, unique on the page.
  let id: String

  var html: HTML {
    let impressions = days.map { $0[.impressions] }
    guard impressions.contains(where: { $0 > 0 }) else {
      return "<p class=\"note\">No impressions \(text: range.whenInWords).</p>\n"
    }
    let chart = DailyChart(
      title: "Impressions and likes", grain: "per day", range: range, shape: .bars,
      series: [
        .init(name: "Impressions", values: impressions),
        .init(
          name: setting.likesName,
          // A few days have more likes than impressions: their bars end together.
          values: days.map { min($0.positives, $0[.impressions]) }),
      ], id: "c-days-\(id)")
    let rates = weeks.map { $0.tally.rate(.likeRate, in: setting.recorded) }
    let rate = RateChart(
      title: "Like rate", grain: "per week", first: weeks.first?.range.first ?? range.first,
      last: weeks.last?.range.last ?? range.last,
      lines: [.init(name: "Like rate", values: rates.map { $0?.estimate })],
      band: rates.map { rate in rate.map { ($0.lower, $0.upper) } }, id: "c-rate-\(id)")
    return "\(chart.html)\(rate.html)\(Page.details("Chart data", "\(weekTable)\(dayTable)"))"
  }

  private var weekTable: HTML {
    var table = HTMLTable(
      "Like rate by week", caption: "Like rate by week with its 95% interval", head: "Week to",
      columns: ["Like rate", "From", "To", "Impressions"].map { .init($0) })
    for week in weeks.reversed() {
      guard let rate = week.tally.rate(.likeRate, in: setting.recorded) else { continue }
      table.append(
        HTML(text: week.range.last.description),
        [rate.estimate, rate.lower, rate.upper].map { Figure.share($0).html }
          + [Figure.count(rate.trials).html])
    }
    return table.html
  }

  private var dayTable: HTML {
    let measures = Measure.allCases.filter { setting.recorded.contains($0) }
    var table = HTMLTable(
      "Days", caption: "Days with events, newest first", head: "Day",
      columns: measures.map { .init($0.name) })
    for (day, tally) in zip(range.days, days).reversed() where !tally.isEmpty {
      table.append(
        HTML(text: day.description), measures.map { Figure.count(tally[$0]).html })
    }
    return table.html
  }
}
