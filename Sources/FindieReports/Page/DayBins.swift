import FindieAnalytics
import FindieDomain

/// Bins of days, so that a long history fits a chart: single days, weeks or four weeks. Weeks begin
/// on Mondays; the first and the last may have fewer days.
struct DayBins: Hashable, Sendable {
  /// The days of each bin, without a gap.
  let ranges: [DayRange]
  /// The days of a whole bin: 1, 7 or 28.
  let width: Int

  var range: DayRange { DayRange(first: ranges[0].first, last: ranges[ranges.count - 1].last) }

  /// - Parameter mostDays: the largest number of single days.
  init(of range: DayRange, mostDays: Int = 100) {
    let width = range.count <= mostDays ? 1 : range.count <= 700 ? 7 : 28
    self.width = width
    var ranges: [DayRange] = []
    var first = range.first
    while first <= range.last {
      let end = width == 1 ? first : first.monday.adding(days: width - 1)
      ranges.append(DayRange(first: first, last: min(end, range.last)))
      first = end.adding(days: 1)
    }
    self.ranges = ranges
  }

  /// Single days.
  init(daysOf range: DayRange) { self.init(of: range, mostDays: range.count) }

  /// Weeks of at most 700 days.
  init(weeksOf range: DayRange) { self.init(of: range, mostDays: 0) }

  /// The bins with fewer days than the others.
  var partial: Set<Int> { Set(ranges.indices.filter { ranges[$0].count < width }) }

  /// Such as `per day`, or `per week; the first has 3 days`.
  var grain: String {
    let unit =
      switch width {
      case 1: "per day"
      case 7: "per week from Monday"
      default: "per four weeks from Monday"
      }
    guard width > 1 else { return unit }
    let parts = [(0, "the first"), (ranges.count - 1, "the last")].filter {
      partial.contains($0.0)
    }
    // A single bin is both.
    let words = parts.prefix(ranges.count).map {
      "\($0.1) has only \(ranges[$0.0].count == 1 ? "1 day" : "\(ranges[$0.0].count) days")"
    }
    return ([unit] + words).joined(separator: "; ")
  }

  /// The index of the bin that contains a day; nil for a day outside.
  func index(of day: Day) -> Int? { ranges.firstIndex { $0.contains(day) } }

  /// The sum of each bin.
  ///
  /// - Parameter values: one per day of the range.
  func sums(_ values: [Int]) -> [Int] {
    precondition(values.count == range.count, "\(values.count) values of \(range.count) days")
    return ranges.map { bin in
      let start = bin.first.days(since: range.first)
      return values[start..<start + bin.count].reduce(0, +)
    }
  }
}
