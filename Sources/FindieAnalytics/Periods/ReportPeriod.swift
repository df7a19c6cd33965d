package import FindieDomain
import FindieHistory

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

/// The complete ISO weeks that breakdowns cover, numbered from 0.
///
/// Weeks form blocks of four that are the same in every run. The published cells of a block's weeks
/// depend on that block's events only, so every run publishes the same cells.
struct CutWeeks: Sendable {
  private static let weeksOfBlock = 4
  /// 1970-01-05, the first Monday after day 0.
  private static let firstMonday = 4

  /// The Monday of week 0, which starts a block.
  private let first: Day
  let count: Int
  /// The weeks of each block, in order; only the complete ones of the last block.
  let blocks: [Range<Int>]
  /// By period: the weeks of its breakdowns, one bit per week, and their days; nil for most
  /// periods.
  let windows: [(weeks: UInt32, range: DayRange)?]

  /// - Parameter openDay: the first day that is not complete.
  init(_ periods: [ReportPeriod], before openDay: Day) {
    let lengths = periods.map { Self.weeks(of: $0.kind) }
    let longest = lengths.max() ?? 0
    let monday = openDay.monday
    let end = (Int(monday.daysSinceEpoch) - Self.firstMonday) / 7
    // Weeks before 1970 have negative numbers.
    let start = (end - longest) - Self.remainder(end - longest, Self.weeksOfBlock)
    let count = end - start
    precondition(count <= 32, "\(count) weeks")
    first = monday.adding(days: -7 * count)
    self.count = count
    blocks = stride(from: 0, to: count, by: Self.weeksOfBlock).map {
      $0..<min($0 + Self.weeksOfBlock, count)
    }
    windows = lengths.map { length in
      guard length > 0 else { return nil }
      let weeks = (count - length..<count).reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
      return (weeks, DayRange(lastDays: 7 * length, before: monday))
    }
  }

  private static func remainder(_ number: Int, _ divisor: Int) -> Int {
    (number % divisor + divisor) % divisor
  }

  /// The number of the last weeks that a period's breakdowns cover; 0 for none.
  private static func weeks(of kind: ReportPeriod.Kind) -> Int {
    switch kind {
    case .isoWeek: 1
    case .last4Weeks: 4
    case .last13Weeks: 13
    case .day, .month, .quarter: 0
    }
  }

  /// The week of a day; -1 for a day outside all weeks.
  func week(of day: Day) -> Int8 {
    let days = day.days(since: first)
    return days >= 0 && days < 7 * count ? Int8(days / 7) : -1
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

  /// Whether reports show the day, alone or in a period.
  func isShown(_ number: Int) -> Bool { segments[number] >= 0 || reportIndices[number] >= 0 }

  /// The number of a day with events.
  func number(of day: Day) -> Int { days.indices.partitionPoint { days[$0] < day } }
}

extension ReportCalendar {
  /// The zone's days that overlap a UTC day.
  func days(ofUTC day: Day) -> DayRange {
    let start = day.start.milliseconds
    let ends = [self.day(ofMilliseconds: start), self.day(ofMilliseconds: start + 86_399_999)]
    return DayRange(first: min(ends[0], ends[1]), last: max(ends[0], ends[1]))
  }
}

/// The days of a time zone.
///
/// ```swift
/// ReportCalendar.utc.day(ofMilliseconds: 0)   // 1970-01-01
/// ```
///
/// The offsets are a value, so that counting reads no time-zone database.
package struct ReportCalendar: Hashable, Sendable {
  /// An offset of local time, from an instant on.
  package struct OffsetChange: Hashable, Sendable {
    /// Milliseconds since 1970.
    let since: Int64
    /// Milliseconds; negative west of Greenwich.
    let offset: Int64

    package init(since: Int64, offset: Int64) {
      self.since = since
      self.offset = offset
    }
  }

  /// Such as `Europe/Berlin`.
  package let timeZone: String
  private let changes: [OffsetChange]

  package static let utc = ReportCalendar(
    timeZone: "UTC", changes: [OffsetChange(since: .min, offset: 0)])

  /// - Parameter changes: ascending, at least one; the first offset also holds before its instant.
  package init(timeZone: String, changes: [OffsetChange]) {
    precondition(!changes.isEmpty, "\(timeZone) has no offset")
    precondition(
      zip(changes, changes.dropFirst()).allSatisfy { $0.since < $1.since },
      "the offsets of \(timeZone) do not ascend")
    self.timeZone = timeZone
    self.changes = changes
  }

  /// - Complexity: O(log changes).
  package func day(ofMilliseconds instant: Int64) -> Day {
    let next = (1..<changes.count).partitionPoint { changes[$0].since <= instant }
    return Timestamp(milliseconds: instant + changes[next - 1].offset).day
  }

  /// The first day that is not complete when the run's as-of day starts, at 00:00 UTC. Reports end
  /// with the day before it.
  package func firstOpenDay(of night: Day) -> Day { day(ofMilliseconds: night.start.milliseconds) }
}
