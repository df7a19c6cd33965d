package import FindieDomain

/// A fixed period of studios' reports: the last complete one of its kind, and the one before it.
///
/// Studios get fixed periods only: the difference of freely chosen ranges could reveal single players.
package struct ReportPeriod: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case day, isoWeek, month, last7Days, last28Days, last90Days
  }

  package let kind: Kind
  package let range: DayRange
  package let before: DayRange

  /// - Parameter openDay: the first day that is not complete.
  package init(_ kind: Kind, before openDay: Day) {
    self.kind = kind
    func days(_ count: Int, before day: Day) -> (DayRange, DayRange) {
      let range = DayRange(lastDays: count, before: day)
      return (range, DayRange(lastDays: count, before: range.first))
    }
    switch kind {
    case .day: (range, before) = days(1, before: openDay)
    case .isoWeek:
      let monday = openDay.adding(days: 1 - openDay.weekday.rawValue)
      (range, before) = days(7, before: monday)
    case .month:
      range = Self.month(before: openDay.adding(days: 1 - openDay.civil.day))
      before = Self.month(before: range.first)
    case .last7Days: (range, before) = days(7, before: openDay)
    case .last28Days: (range, before) = days(28, before: openDay)
    case .last90Days: (range, before) = days(90, before: openDay)
    }
  }

  /// The period that ends with a day or, for a week or month, contains it, complete or not.
  package init(_ kind: Kind, holding day: Day) {
    switch kind {
    case .day, .last7Days, .last28Days, .last90Days: self.init(kind, before: day.adding(days: 1))
    case .isoWeek: self.init(kind, before: day.adding(days: 8 - day.weekday.rawValue))
    case .month:
      // The longest month is 31 days: the day is in the next month.
      let later = day.adding(days: 32 - day.civil.day)
      self.init(kind, before: later.adding(days: 1 - later.civil.day))
    }
  }

  /// The month that ends before the first day of another.
  private static func month(before first: Day) -> DayRange {
    let last = first.adding(days: -1)
    return DayRange(first: last.adding(days: 1 - last.civil.day), last: last)
  }

  /// All periods, in the order of their kinds.
  package static func all(before openDay: Day) -> [ReportPeriod] {
    Kind.allCases.map { ReportPeriod($0, before: openDay) }
  }

  /// Such as `2016-09-18`, `2016-W37`, `2016-08`, `28 days to 2016-09-18`.
  package var name: String {
    switch kind {
    case .day: range.last.description
    case .isoWeek: Self.weekName(monday: range.first)
    case .month: String(range.first.description.dropLast(3))
    case .last7Days, .last28Days, .last90Days: "\(range.count) days to \(range.last)"
    }
  }

  /// The ISO 8601 name of a week; its year is that of its Thursday.
  private static func weekName(monday: Day) -> String {
    let thursday = monday.adding(days: 3)
    // Also for year 0, the periods before events of year 1.
    var newYear = thursday.adding(days: 1 - thursday.civil.day)
    while newYear.civil.month > 1 { newYear = month(before: newYear).first }
    let number = thursday.days(since: newYear) / 7 + 1
    return String(newYear.description.prefix(4)) + "-W" + (number < 10 ? "0" : "") + "\(number)"
  }
}
