import FindieDomain
import FindieHistory

/// The days of the reports' zone that events lie in, numbered in order, and what each is to the reports.
struct ReportDays: Sendable {
  /// Ascending; neighbours where events of one UTC day lie in both.
  let days: [Day]
  /// The last day that is over, and the first of any period.
  let span: DayRange
  /// By number: the piece of time; -1 of a day of no period.
  let segments: [Int8]
  /// By number: the week; -1 of a day of none.
  let weeks: [Int8]
  /// By number: the place among the days that are told one by one; -1 of others.
  let places: [Int16]
  /// The numbers of the days that are over.
  let over: Range<Int>

  /// - Parameter told: the days that are told one by one.
  init(
    _ kept: [DayByGame], _ calendar: ReportCalendar, _ segments: PeriodSegments, _ weeks: CutWeeks,
    told: DayRange
  ) {
    var days = Set<Day>()
    for day in Set(kept.map(\.day)) { days.formUnion(calendar.days(ofUTC: day).days) }
    self.days = days.sorted()
    span = segments.span
    self.segments = self.days.map { day in
      segments.span.contains(day)
        ? Int8(segments.segment(day.days(since: segments.span.first)) ?? -1) : -1
    }
    self.weeks = self.days.map { weeks.week(of: $0) }
    places = self.days.map { told.contains($0) ? Int16($0.days(since: told.first)) : -1 }
    let last = segments.span.last
    over = 0..<(self.days.firstIndex { $0 > last } ?? self.days.count)
  }

  /// The number of a day with events.
  func number(of day: Day) -> Int {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle] < day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ReportCalendar {
  /// The zone's days that a UTC day's instants lie in.
  func days(ofUTC day: Day) -> DayRange {
    let start = day.start.milliseconds
    let ends = [self.day(ofMilliseconds: start), self.day(ofMilliseconds: start + 86_399_999)]
    return DayRange(first: min(ends[0], ends[1]), last: max(ends[0], ends[1]))
  }
}
