import FindieDomain
import FindieText

/// A chart of counts over days.
struct DailyChart: Sendable {
  enum Shape: Sendable {
    /// Bars in front of one another, the largest series first.
    case bars
    case lines
  }

  struct Series: Sendable {
    let name: String
    /// One per day or bin, at least 0.
    let values: [Int]
  }

  let title: String
  /// What one point is, such as "per day".
  let grain: String
  let range: DayRange
  let shape: Shape
  let series: [Series]
  /// Of letters, unique on the page.
  let id: String

  var html: HTML {
    let values = series.map(\.values)
    let axis = ChartAxis(upTo: max(1, values.joined().max() ?? 1))
    let shapes = values.enumerated().map { index, values -> HTML in
      switch shape {
      case .bars:
        // A single series has the darker colour.
        "<path class=\"bar s\(series.count == 1 ? 1 : index)\" d=\"\(bars(values, axis))\"/>"
      case .lines: "<path class=\"line s\(index)\" d=\"\(line(values, axis))\"/>"
      }
    }
    let names = series.map(\.name)
    let frame = ChartFrame(
      title: title, grain: grain, series: names, hasLines: shape == .lines,
      width: values.map(\.count).max() ?? 0, axis: axis,
      description: "\(names.joined(separator: " and ")), \(grain), from \(range.first.inWords) to "
        + "\(range.last.inWords). \(maxima) The axis starts at zero.", dates: dates, id: id)
    return frame.html("\(shapes)")
  }

  private var maxima: String {
    series.map { "\($0.name): highest \(($0.values.max() ?? 0).grouped)." }
      .joined(separator: " ")
  }

  private var dates: [String] {
    let isLong = range.count > 366
    let middle = range.first.adding(days: (range.count - 1) / 2)
    let days = range.count < 3 ? [range.first, range.last] : [range.first, middle, range.last]
    return days.map { isLong ? $0.monthInWords : $0.short }
  }

  private func bars(_ values: [Int], _ axis: ChartAxis) -> HTML {
    let bars = values.enumerated().filter { $0.element > 0 }.map { index, value -> HTML in
      "M\(Double(index) + 0.12, places: 2) 100V\(axis.y(value), places: 2)h.76V100z"
    }
    return "\(bars)"
  }

  private func line(_ values: [Int], _ axis: ChartAxis) -> HTML {
    let points = values.enumerated().map { index, value -> HTML in
      """
      \(index == 0 ? "M" : "L")\(Double(index) + 0.5, places: 2) \(axis.y(value), places: 2)
      """
    }
    return "\(points)"
  }
}
