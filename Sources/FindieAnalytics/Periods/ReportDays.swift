import FindieDomain
import FindieHistory

/// The periods, weeks and days that the reports of a run cover, in their time zone.
struct ReportTimes: Sendable {
  let calendar: ReportCalendar
  let periods: [ReportPeriod]
  let segments: PeriodSegments
  /// The weeks of breakdowns.
  let weeks: CutWeeks
  /// The days that reports list one by one: those of the last 13 complete weeks, and the complete
  /// ones since.
  let listed: DayRange
  let days: ReportDays

  /// - Parameters:
  ///   - stored: the events before the run's as-of day.
  ///   - more: other days of the zone with events.
  init(_ stored: [DayByGame], adding more: [Day], on calendar: ReportCalendar, night: Day) {
    self.calendar = calendar
    let openDay = calendar.firstOpenDay(of: night)
    periods = ReportPeriod.all(before: openDay)
    segments = PeriodSegments(periods, weeks: ReportPeriod.weeks(before: openDay))
    weeks = CutWeeks(periods, before: openDay)
    listed = Self.listed(before: openDay)
    days = ReportDays(
      stored, adding: more, on: calendar, segments: segments, weeks: weeks, listed: listed)
  }

  /// The last 13 complete weeks.
  var completeWeeks: DayRange {
    DayRange(first: listed.first, last: listed.first.adding(days: 7 * ReportPeriod.weeks - 1))
  }

  static func listed(before openDay: Day) -> DayRange {
    DayRange(
      first: ReportPeriod(.last13Weeks, before: openDay).range.first,
      last: openDay.adding(days: -1))
  }

  /// The segments of the last 13 complete weeks, one bit per segment.
  var last13Weeks: UInt32 {
    segments.masks[periods.firstIndex { $0.kind == .last13Weeks } ?? 0]
  }
}

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
  ///   - listed: the days that reports list.
  init(
    _ stored: [DayByGame], adding more: [Day], on calendar: ReportCalendar,
    segments: PeriodSegments, weeks: CutWeeks, listed: DayRange
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
      listed.contains($0) ? Int16($0.days(since: listed.first)) : -1
    }
    let last = segments.span.last
    over = 0..<(self.days.firstIndex { $0 > last } ?? self.days.count)
  }

  /// Whether reports show the day, alone or in a period.
  func isShown(_ number: Int) -> Bool { segments[number] >= 0 || reportIndices[number] >= 0 }

  /// The number of a day with events.
  func number(of day: Day) -> Int { days.indices.partitionPoint { days[$0] < day } }
}
