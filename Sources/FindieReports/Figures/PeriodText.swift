import FindieAnalytics
import FindieDomain

extension ReportPeriod {
  /// Such as `August 2016` or `the 28 days to 18 September 2016`.
  var inWords: String {
    switch kind {
    case .day: range.last.inWords
    case .isoWeek: "the week from \(range.first.inWords) (\(name))"
    case .month: range.first.fullMonthInWords
    case .last7Days, .last28Days, .last90Days: range.inWords
    }
  }

  /// Such as `in August 2016` or `on 18 September 2016`.
  var whenInWords: String { range.preposition + inWords }

  /// Such as `in the 28 days before` or `on the day before`.
  var whenBeforeInWords: String { before.preposition + beforeInWords }

  /// Such as `the 28 days before`.
  var beforeInWords: String {
    switch kind {
    case .isoWeek: "the week before"
    case .month: before.first.fullMonthInWords
    case .day, .last7Days, .last28Days, .last90Days: range.beforeInWords
    }
  }

  /// The heading of a column.
  var short: String {
    switch kind {
    case .day: "Day"
    case .isoWeek: "Week"
    case .month: "Month"
    case .last7Days, .last28Days, .last90Days: "\(range.count) days"
    }
  }
}
