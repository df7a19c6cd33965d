import FindieAnalytics
import FindieDomain

extension ReportPeriod {
  /// Such as `August 2016` or `the 4 weeks of 22 August – 18 September 2016`.
  var inWords: String {
    switch kind {
    case .day: range.last.inWords
    case .isoWeek: "the week of \(range.fromTo) (\(name))"
    case .month: range.first.fullMonthInWords
    case .last4Weeks, .last13Weeks: "the \(range.count / 7) weeks of \(range.fromTo)"
    case .quarter: range.last.quarterInWords
    }
  }

  /// Such as `in August 2016` or `on 18 September 2016`.
  var whenInWords: String { range.preposition + inWords }

  /// Such as `in the 4 weeks before` or `on the day before`.
  var whenBeforeInWords: String { before.preposition + beforeInWords }

  /// Such as `the 4 weeks before`.
  var beforeInWords: String {
    switch kind {
    case .isoWeek: "the week before"
    case .month: before.first.fullMonthInWords
    case .day: range.beforeInWords
    case .last4Weeks, .last13Weeks: "the \(range.count / 7) weeks before"
    case .quarter: before.last.quarterInWords
    }
  }

  /// The heading of a column.
  var short: String {
    switch kind {
    case .day: "Day"
    case .isoWeek: "Week"
    case .month: "Month"
    case .last4Weeks, .last13Weeks: "\(range.count / 7) weeks"
    case .quarter: "Quarter"
    }
  }
}
