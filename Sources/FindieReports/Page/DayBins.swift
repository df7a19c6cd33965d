import FindieDomain

/// Bins of days, so that a long history fits a chart: single days, weeks or four weeks.
struct DayBins: Hashable, Sendable {
  let range: DayRange
  /// The days of a bin: 1, 7 or 28.
  let width: Int

  init(of range: DayRange) {
    let width = range.count <= 100 ? 1 : range.count <= 700 ? 7 : 28
    self.width = width
    // Whole bins only, counted from the last day: a partial bin would look like a fall.
    let count = max(1, range.count / width) * width
    self.range = DayRange(
      first: range.last.adding(days: 1 - min(count, range.count)), last: range.last)
  }

  /// Such as "per day".
  var grain: String {
    switch width {
    case 1: "per day"
    case 7: "per week"
    default: "per four weeks"
    }
  }

  /// The sum of each bin.
  ///
  /// - Parameter values: one per day; the last is the range's last day.
  func sums(_ values: [Int]) -> [Int] {
    let values = values.suffix(range.count)
    return stride(from: values.startIndex, to: values.endIndex, by: width).map { start in
      values[start..<min(start + width, values.endIndex)].reduce(0, +)
    }
  }
}
