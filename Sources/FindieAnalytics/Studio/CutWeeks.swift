import FindieDomain

/// The ISO weeks that are over and that breakdowns are told of, numbered from 0.
///
/// Weeks lie in blocks of four that are the same on every night, whatever it is told of: what may be
/// told of a block's weeks is decided from that block's events alone, so every night decides it alike.
struct CutWeeks: Sendable {
  private static let weeksOfBlock = 4
  /// 1970-01-05, the first Monday of the days' numbers.
  private static let firstMonday = 4

  /// The Monday of week 0, which begins a block.
  private let first: Day
  let count: Int
  /// The weeks of each block, in order; of the last one those that are over.
  let blocks: [Range<Int>]
  /// By period: the weeks that its breakdowns are made of, a bit a week, and their days; nil for most.
  let windows: [(weeks: UInt32, range: DayRange)?]

  /// - Parameter openDay: the first day that is not over.
  init(_ periods: [ReportPeriod], before openDay: Day) {
    let lengths = periods.map { Self.weeks(of: $0.kind) }
    let longest = lengths.max() ?? 0
    let monday = openDay.adding(days: 1 - openDay.weekday.rawValue)
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

  /// How many of the last weeks stand for a period; 0 where nothing is broken down.
  private static func weeks(of kind: ReportPeriod.Kind) -> Int {
    switch kind {
    case .isoWeek: 1
    case .last28Days: 4
    case .last90Days: 13
    case .day, .month, .last7Days: 0
    }
  }

  /// The week of a day; -1 of one that lies in none.
  func week(of day: Day) -> Int8 {
    let days = day.days(since: first)
    return days >= 0 && days < 7 * count ? Int8(days / 7) : -1
  }
}
