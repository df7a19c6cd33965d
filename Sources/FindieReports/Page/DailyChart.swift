import FindieDomain
import FindieText

/// A chart of counts over days, or over bins of as many days each.
struct DailyChart: Sendable {
  enum Shape: Sendable {
    /// Bars in front of one another, the largest series first.
    case bars
    /// Bars on top of one another, the first series at the bottom.
    case stack
    case lines
  }

  struct Series: Sendable {
    let name: String
    /// One per day or bin, at least 0; nil where it is not shown.
    let values: [Int?]
  }

  let title: String
  /// What one point is, such as "per day".
  let grain: String
  /// The days of each point.
  let bins: DayBins
  let shape: Shape
  let series: [Series]
  /// Letters only, unique on the page.
  let id: String
  /// The first points, which are not recorded.
  var notRecorded = 0
  /// Annotations, drawn as numbered marks with a list beneath the chart.
  var notes: [DayNote] = []
  /// Days that a finding is about, drawn with a shade.
  var shaded: DayRange?
  /// False if a table on the page has the values of its points, which would take more bytes than
  /// the chart.
  var showsPoints = true

  private var count: Int { series.map(\.values.count).max() ?? 0 }
  private var range: DayRange { bins.range }

  var html: HTML {
    let values = series.map { $0.values.map { $0 ?? 0 } }
    let heights =
      shape == .stack
      ? (0..<count).map { index in values.reduce(0) { $0 + $1[index] } } : values.flatMap { $0 }
    let axis = ChartAxis(upTo: max(1, heights.max() ?? 1))
    let partial = bins.partial
    var bases = [Int](repeating: 0, count: count)
    let shapes = values.enumerated().map { index, values -> HTML in
      guard shape != .lines else {
        return "<path class=\"line s\(index)\" d=\"\(line(series[index].values, axis))\"/>"
      }
      // A single series has the darker colour.
      let colour = series.count == 1 ? 1 : index
      let parts = [(false, ""), (true, " part")].map { isPartial, mark -> HTML in
        let bars = bars(values, from: bases, axis) { partial.contains($0) == isPartial }
        return bars.isEmpty
          ? "" : "<path class=\"bar s\(colour)\(text: mark)\" d=\"\(bars)\"/>"
      }
      if shape == .stack { bases = zip(bases, values).map { $0 + $1 } }
      return "\(parts)"
    }
    let names = series.map(\.name)
    let grain = hidden.isEmpty ? grain : "\(grain); dashed: \(Figure.tooFewPlayers.text)"
    let frame = ChartFrame(
      title: title, grain: grain, series: names, hasLines: shape == .lines, width: count,
      axis: axis,
      description: "\(names.joined(separator: " and ")), \(grain), from \(range.first.inWords) to "
        + "\(range.last.inWords). \(maxima) The axis starts at zero.", dates: dates, id: id,
      points: points, marks: marks)
    return frame.html("\(shade)\(gaps)\(shapes)")
  }

  /// The points after the start of the record without a number, since too few players are in it.
  private var hidden: [Int] {
    guard shape != .lines else { return [] }
    return (0..<count).filter { index in
      index >= notRecorded && series.contains { $0.values[index] == nil }
    }
  }

  /// A mark over the height of the chart where bars have a gap.
  private var gaps: HTML {
    guard !hidden.isEmpty else { return "" }
    return "<path class=\"gap\" d=\"\(hidden.map { "M\($0).12 0h.76V100h-.76z" as HTML })\"/>"
  }

  private var shade: HTML {
    guard let shaded, let last = bins.index(of: min(shaded.last, range.last)),
      let first = bins.index(of: max(shaded.first, range.first))
    else { return "" }
    return "<path class=\"shade\" d=\"M\(first) 0H\(last + 1)V100H\(first)z\"/>"
  }

  /// The last annotations of the chart's days.
  private var shownNotes: [DayNote] {
    Array(notes.filter { range.contains($0.day) }.suffix(Self.mostNotes))
  }

  private static let mostNotes = 12

  private var marks: [ChartMark] {
    guard count > 0 else { return [] }
    return shownNotes.compactMap { note in
      bins.index(of: note.day).map {
        ChartMark(note: note, position: (Double($0) + 0.5) / Double(count))
      }
    }
  }

  private var maxima: String {
    let highest = series.map {
      "\($0.name): highest \(($0.values.compactMap { $0 }.max() ?? 0).grouped)."
    }
    let gap =
      hidden.isEmpty
      ? [] : ["\(hidden.count) of \(count) are left out: too few players to show."]
    return (highest + gap).joined(separator: " ")
  }

  private var dates: [String] {
    let isLong = range.count > 366
    let middle = range.first.adding(days: (range.count - 1) / 2)
    let days = range.count < 3 ? [range.first, range.last] : [range.first, middle, range.last]
    return days.map { isLong ? $0.monthInWords : $0.short }
  }

  /// The most points that all have values; with more, every second or third point has.
  private static let mostPoints = 100

  private var points: [HTML] {
    guard showsPoints, count > 0 else { return [] }
    let step = (count + Self.mostPoints - 1) / Self.mostPoints
    return stride(from: step - 1, to: count, by: step).map { index in
      let days = bins.ranges[index]
      let values = series.map { series -> HTML in
        let missing = index < notRecorded ? "not recorded" : "too few to show"
        return "\(text: series.name) \(text: series.values[index]?.grouped ?? missing)"
      }
      let last = days.last.short
      let name = days.count == 1 ? last : "\(days.count) days to \(last)"
      let texts = shownNotes.filter { days.contains($0.day) }.map { note -> HTML in
        " · \(note.number): \(text: note.text)"
      }
      return "<b>\(text: name)</b> \(values, separator: " · ")\(texts)"
    }
  }

  /// - Parameter bases: the bottom of each bar.
  private func bars(
    _ values: [Int], from bases: [Int], _ axis: ChartAxis, where isDrawn: (Int) -> Bool
  ) -> HTML {
    guard values.indices.contains(where: { values[$0] > 0 && isDrawn($0) }) else { return "" }
    // From the bottom of the chart: each bar begins where the pen is.
    guard bases.contains(where: { $0 > 0 }) else {
      let steps = values.enumerated().map { index, value -> HTML in
        value > 0 && isDrawn(index) ? "V\(axis.y(value), places: 1)h.76V100m.24 0" : "m1 0"
      }
      return "M.12 100\(steps)"
    }
    let bars = values.enumerated().filter { $0.element > 0 && isDrawn($0.offset) }.map {
      index, value -> HTML in
      """
      M\(index).12 \(axis.y(bases[index]), places: 1)\
      V\(axis.y(bases[index] + value), places: 1)h.76V\(axis.y(bases[index]), places: 1)z
      """
    }
    return "\(bars)"
  }

  /// Broken where there is no value.
  private func line(_ values: [Int?], _ axis: ChartAxis) -> HTML {
    let points = values.enumerated().map { index, value -> HTML in
      guard let value else { return "" }
      let isFirst = index == 0 || values[index - 1] == nil
      return """
        \(isFirst ? "M" : "L")\(Double(index) + 0.5, places: 1) \(axis.y(value), places: 1)
        """
    }
    return "\(points)"
  }
}
