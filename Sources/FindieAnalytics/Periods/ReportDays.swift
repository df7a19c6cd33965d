import FindieDomain
import FindieHistory

/// The days with events in the reports' time zone, numbered in order, with their roles in reports.
struct ReportDays: Sendable {
  /// Ascending; consecutive days if events of one UTC day are in both.
  let days: [Day]
  /// The last complete day, and the first of any period.
  let span: DayRange
  /// By number: the segment; -1 for a day outside all periods.
  let segments: [Int8]
  /// By number: the week; -1 for a day outside all weeks.
  let weeks: [Int8]
  /// By number: the index among the days that reports list; -1 for others.
  let reportIndices: [Int16]
  /// The numbers of the complete days.
  let over: Range<Int>

  /// - Parameters:
  ///   - more: other days of the zone with events.
  ///   - published: the days that reports list.
  init(
    _ stored: [DayByGame], adding more: [Day], _ calendar: ReportCalendar,
    _ segments: PeriodSegments,
    _ weeks: CutWeeks,
    published: DayRange
  ) {
    var days = Set(more)
    for day in Set(stored.map(\.day)) { days.formUnion(calendar.days(ofUTC: day).days) }
    self.days = days.sorted()
    span = segments.span
    self.segments = self.days.map { day in
      segments.span.contains(day)
        ? Int8(segments.segment(day.days(since: segments.span.first)) ?? -1) : -1
    }
    self.weeks = self.days.map { weeks.week(of: $0) }
    reportIndices = self.days.map {
      published.contains($0) ? Int16($0.days(since: published.first)) : -1
    }
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
  /// The zone's days that overlap a UTC day.
  func days(ofUTC day: Day) -> DayRange {
    let start = day.start.milliseconds
    let ends = [self.day(ofMilliseconds: start), self.day(ofMilliseconds: start + 86_399_999)]
    return DayRange(first: min(ends[0], ends[1]), last: max(ends[0], ends[1]))
  }
}
