import FindieDomain

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
