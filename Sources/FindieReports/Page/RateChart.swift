import FindieAnalytics
import FindieDomain
import FindieText

/// A rate over time with its 95% intervals as a band; gaps where there is no rate.
struct RateChart {
  struct Line {
    let name: String
    /// One per point of time.
    let values: [Double?]
  }

  let title: String
  /// What one point is, such as "per week".
  let grain: String
  /// What stands before a point's day, such as "Week to"; nil for nothing.
  var pointName: String?
  /// The first day of the first point; nil for the last one.
  var first: Day?
  /// The last day of each point.
  let days: [Day]
  let lines: [Line]
  /// The ends of the first line's intervals; empty without any.
  var band: [(lower: Double, upper: Double)?] = []
  /// Letters only, unique on the page.
  let id: String

  /// The chart; empty if no point has a value.
  var html: HTML {
    let highest = (lines.flatMap { $0.values.compactMap { $0 } } + band.compactMap { $0?.upper })
      .max()
    guard let highest, let first = first ?? days.first, let last = days.last else { return "" }
    let axis = ChartAxis(upTo: max(1, Int((highest * 100).rounded(.up))))
    var shapes = HTML()
    for run in Self.runs(band) {
      let (up, down) = (run.map { ($0.0, $0.1.upper) }, run.reversed().map { ($0.0, $0.1.lower) })
      shapes += "<path class=\"area\" d=\"\(path(up + down, axis))z\"/>"
    }
    for (index, line) in lines.enumerated() {
      for run in Self.runs(line.values) {
        // A single point is drawn as a short stroke.
        let points = run.count > 1 ? run : [run[0], run[0]]
        shapes += "<path class=\"line s\(index)\" d=\"\(path(points, axis))\"/>"
      }
    }
    let intervals = band.isEmpty ? "" : " The rate is in the band with 95% confidence."
    let frame = ChartFrame(
      title: title, grain: grain, series: lines.map(\.name), hasLines: true,
      width: days.count, axis: axis,
      description: "From \(first.inWords) to \(last.inWords).\(intervals) The axis starts at zero. "
        + "The table below has the numbers.", dates: [first.short, last.short], id: id, unit: "%",
      points: points)
    return frame.html(shapes)
  }

  private var points: [HTML] {
    days.enumerated().map { index, day in
      let values = lines.enumerated().map { number, line -> HTML in
        guard let value = line.values[index] else { return "\(text: line.name) –" }
        let interval: HTML =
          number > 0 || band.isEmpty
          ? ""
          : band[index].map {
            " (\(text: Figure.share($0.lower).text) to \(text: Figure.share($0.upper).text))"
          } ?? ""
        return "\(text: line.name) \(text: Figure.share(value).text)\(interval)"
      }
      let name = pointName.map { "\($0) \(day.short)" } ?? day.short
      return "<b>\(text: name)</b> \(values, separator: " · ")"
    }
  }

  private func path(_ points: [(Int, Double)], _ axis: ChartAxis) -> HTML {
    let end = Double(axis.end) / 100
    let parts = points.enumerated().map { index, point -> HTML in
      let x =
        points.count == 2 && points[0].0 == points[1].0 ? 0.3 + 0.4 * Double(index) : 0.5
      return """
        \(index == 0 ? "M" : "L")\(Double(point.0) + x, places: 1) \
        \(100 - 100 * min(1, point.1 / end), places: 1)
        """
    }
    return "\(parts)"
  }

  /// The runs of values without a gap, each value with its index.
  private static func runs<Value>(_ values: [Value?]) -> [[(Int, Value)]] {
    var runs: [[(Int, Value)]] = []
    var isOpen = false
    for (index, value) in values.enumerated() {
      guard let value else {
        isOpen = false
        continue
      }
      if isOpen {
        runs[runs.count - 1].append((index, value))
      } else {
        runs.append([(index, value)])
      }
      isOpen = true
    }
    return runs
  }
}
