package import FindieDomain
package import FindieReports
import FindieWorkspace

/// The days that a team report is requested for.
package struct RequestedDays: Hashable, Sendable {
  package let from: Day?
  package let to: Day?
  /// The period if no first day is given.
  package let period: PeriodName

  package init(from: Day?, to: Day?, over period: PeriodName) {
    self.from = from
    self.to = to
    self.period = period
  }

  /// The days of the report, inclusive.
  ///
  /// Without days: the whole period, as in the nightly report. With a first day: up to the last
  /// day. With only a last day: the period that ends with it, or the week or month that contains
  /// it. Days without recorded events are left out: zeros would suggest that nobody was active.
  ///
  /// - Parameter record: from the first day with an event to the last one before the as-of day.
  /// - Throws: `CommandFailure` if no day is recorded.
  package func range(in record: DayRange) throws(CommandFailure) -> DayRange {
    guard from != nil || to != nil else {
      return period.range(before: record.last.adding(days: 1))
    }
    let last = to ?? record.last
    let period = period.range(holding: last)
    let (first, end) = (from ?? period.first, from == nil ? period.last : last)
    guard first <= end, first <= record.last, record.first <= end else {
      throw CommandFailure(
        .noInput,
        "There are no events \(words). Events are recorded from \(record.first) to \(record.last). "
          + "Choose days within this range with --from and --to.")
    }
    return DayRange(first: max(first, record.first), last: min(end, record.last))
  }

  /// The days, for a message.
  private var words: String {
    switch (from, to) {
    case (let from?, let to?): "from \(from) to \(to)"
    case (let from?, nil): "since \(from)"
    case (nil, let to?):
      switch period {
      case .day: "on \(to)"
      case .week, .month, .quarter: "in the \(period.rawValue) of \(to)"
      case .last4Weeks, .last13Weeks:
        "in the \(period.rawValue.replacing("-", with: " ")) up to \(to)"
      case .last7Days, .last28Days, .last90Days: "in the \(period.rawValue) days up to \(to)"
      }
    case (nil, nil): "on these days"
    }
  }
}
