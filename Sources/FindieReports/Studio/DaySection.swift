import FindieAnalytics
import FindieDomain

/// Reach and likes by day, the like rate by week, and the tables behind them.
struct DaySection {
  /// A day each.
  let days: [Tally]
  let range: DayRange
  let weeks: [(range: DayRange, tally: Tally)]
  let setting: ReportSetting
  /// Of letters: distinguishes the charts of one page.
  let id: String

  var html: String {
    let impressions = days.map { $0[.impressions] }
    guard impressions.contains(where: { $0 > 0 }) else {
      return "<p class=\"note\">Nothing was seen \(range.whenInWords).</p>"
    }
    let chart = DailyChart(
      title: "Impressions and likes", grain: "a day", range: range, shape: .bars,
      series: [
        .init(name: "Impressions", values: impressions),
        .init(
          name: setting.likesName,
          // A rare day has more likes than impressions recorded: its bar ends with the other.
          values: days.map { min($0.positives, $0[.impressions]) }),
      ], id: "c-days-\(id)"
    ).html
    let rates = weeks.map { $0.tally.rate(.likeRate, in: setting.recorded) }
    let span = DayRange(
      first: weeks.first?.range.first ?? range.first, last: weeks.last?.range.last ?? range.last)
    let rate = RateChart(
      "Like rate", grain: "a week", over: span, rates: rates, id: "c-rate-\(id)"
    ).html
    return chart + rate + "<details><summary>The numbers behind the charts</summary>\(weekTable)"
      + "\(dayTable)</details>"
  }

  private var weekTable: String {
    var table = HTMLTable(
      "Like rate by week", caption: "Like rate by week, with its 95% interval", head: "Week to",
      columns: [
        .init(name: "Like rate"), .init(name: "From"), .init(name: "To"),
        .init(name: "Impressions"),
      ])
    for week in weeks.reversed() {
      guard let rate = week.tally.rate(.likeRate, in: setting.recorded) else { continue }
      table.append(
        week.range.last.description,
        [rate.estimate, rate.lower, rate.upper].map { Figure.share($0).html }
          + [Figure.count(rate.trials).html])
    }
    return table.isEmpty ? "" : table.html
  }

  private var dayTable: String {
    let measures = Measure.allCases.filter { setting.recorded.contains($0) }
    var table = HTMLTable(
      "Days", caption: "Days with an event, the newest first", head: "Day",
      columns: measures.map { .init(name: $0.name) })
    for (day, tally) in zip(range.days, days).reversed() where !tally.isEmpty {
      table.append(day.description, measures.map { Figure.count(tally[$0]).html })
    }
    return table.isEmpty ? "" : table.html
  }
}
