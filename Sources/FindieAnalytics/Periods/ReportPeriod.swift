package import FindieDomain

/// A fixed period of studios' reports: the last complete one of its kind, and the one before it.
///
/// Weeks, months and quarters are closed: from one run to the next they stay the same, or give way
/// to the next one. Numbers of players and breakdowns are published for them only.
package struct ReportPeriod: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The last complete day, with totals of events only.
    case day
    case isoWeek
    /// The last 4 and 13 complete ISO weeks.
    case last4Weeks, last13Weeks
    case month
    case quarter
  }

  package let kind: Kind
  package let range: DayRange
  package let before: DayRange

  /// - Parameter openDay: the first day that is not complete.
  package init(_ kind: Kind, before openDay: Day) {
    self.kind = kind
    func weeks(_ count: Int) -> (DayRange, DayRange) {
      let range = DayRange(lastDays: 7 * count, before: openDay.monday)
      return (range, DayRange(lastDays: 7 * count, before: range.first))
    }
    func months(_ count: Int) -> (DayRange, DayRange) {
      let first = Self.firstDay(ofMonths: count, with: openDay)
      let range = Self.months(count, before: first)
      return (range, Self.months(count, before: range.first))
    }
    switch kind {
    case .day:
      range = DayRange(lastDays: 1, before: openDay)
      before = DayRange(lastDays: 1, before: range.first)
    case .isoWeek: (range, before) = weeks(1)
    case .last4Weeks: (range, before) = weeks(4)
    case .last13Weeks: (range, before) = weeks(13)
    case .month: (range, before) = months(1)
    case .quarter: (range, before) = months(3)
    }
  }

  /// The period that contains a day, complete or not; for several weeks, the one that ends with the
  /// day's week.
  package init(_ kind: Kind, holding day: Day) {
    switch kind {
    case .day: self.init(kind, before: day.adding(days: 1))
    case .isoWeek, .last4Weeks, .last13Weeks:
      self.init(kind, before: day.monday.adding(days: 7))
    case .month, .quarter:
      let count = kind == .month ? 1 : 3
      // The longest quarter has 92 days.
      let later = Self.firstDay(ofMonths: count, with: day).adding(days: 31 * count)
      self.init(kind, before: Self.firstDay(ofMonths: count, with: later))
    }
  }

  /// The first day of the month or quarter (`count` is 1 or 3) that contains a day.
  private static func firstDay(ofMonths count: Int, with day: Day) -> Day {
    var first = day.adding(days: 1 - day.civil.day)
    while (first.civil.month - 1) % count != 0 { first = months(1, before: first).first }
    return first
  }

  /// The months before the one that starts on `first`.
  private static func months(_ count: Int, before first: Day) -> DayRange {
    let last = first.adding(days: -1)
    let start = (0..<count).reduce(first) { first, _ in
      let last = first.adding(days: -1)
      return last.adding(days: 1 - last.civil.day)
    }
    return DayRange(first: start, last: last)
  }

  /// All periods, in the order of their kinds.
  package static func all(before openDay: Day) -> [ReportPeriod] {
    Kind.allCases.map { ReportPeriod($0, before: openDay) }
  }

  /// The first day in any period, in the period before one, or in the weeks of charts.
  package static func firstDay(before openDay: Day) -> Day {
    all(before: openDay).map(\.before.first).min() ?? openDay
  }

  /// The number of weeks of charts.
  static let weeks = 13

  /// The last 13 complete ISO weeks, one by one.
  package static func weeks(before openDay: Day) -> [DayRange] {
    (1 - weeks...0).map { DayRange(lastDays: 7, before: openDay.monday.adding(days: 7 * $0)) }
  }

  /// Such as `2016-09-18`, `2016-W37`, `2016-W34 to 2016-W37`, `2016-08`, `2016-Q3`.
  package var name: String {
    switch kind {
    case .day: range.last.description
    case .isoWeek: range.first.isoWeek
    case .last4Weeks, .last13Weeks: "\(range.first.isoWeek) to \(range.last.isoWeek)"
    case .month: String(range.first.description.dropLast(3))
    case .quarter: "\(range.first.description.prefix(4))-Q\(range.last.civil.month / 3)"
    }
  }
}

extension Day {
  /// The Monday of the day's week.
  package var monday: Day { adding(days: 1 - weekday.rawValue) }

  /// The ISO 8601 name of the day's week, such as `2016-W37`; its year is that of its Thursday.
  package var isoWeek: String {
    let thursday = monday.adding(days: 3)
    // Year 0 occurs in the periods before events of year 1.
    var newYear = thursday.adding(days: 1 - thursday.civil.day)
    while newYear.civil.month > 1 {
      let last = newYear.adding(days: -1)
      newYear = last.adding(days: 1 - last.civil.day)
    }
    let number = thursday.days(since: newYear) / 7 + 1
    return String(newYear.description.prefix(4)) + "-W" + (number < 10 ? "0" : "") + "\(number)"
  }
}
