import FindieAnalytics
import FindieDomain

/// A rate over time with its 95 % intervals as a band, from an honest zero; gaps where there is none.
struct RateChart {
  struct Line {
    let name: String
    /// One a point of time.
    let values: [Double?]
  }

  let title: String
  /// What one point is, such as "a week".
  let grain: String
  /// The first and the last point's day.
  let first: Day
  let last: Day
  let lines: [Line]
  /// The ends of the first line's intervals; empty without any.
  var band: [(lower: Double, upper: Double)?] = []
  let id: String

  /// - Parameter rates: one a point of time.
  init(_ title: String, grain: String, over range: DayRange, rates: [Proportion?], id: String) {
    self.init(
      title: title, grain: grain, first: range.first, last: range.last,
      lines: [Line(name: title, values: rates.map { $0?.estimate })],
      band: rates.map { rate in rate.map { ($0.lower, $0.upper) } }, id: id)
  }

  init(
    title: String, grain: String, first: Day, last: Day, lines: [Line],
    band: [(lower: Double, upper: Double)?] = [], id: String
  ) {
    self.title = title
    self.grain = grain
    self.first = first
    self.last = last
    self.lines = lines
    self.band = band
    self.id = id
  }

  /// The figure's HTML; empty text where no point has a value.
  var html: String {
    let highest = (lines.flatMap { $0.values.compactMap { $0 } } + band.compactMap { $0?.upper })
      .max()
    guard let highest, let width = lines.map(\.values.count).max(), width > 0 else { return "" }
    let axis = ChartAxis(upTo: max(1, Int((highest * 100).rounded(.up))))
    var shapes = "<path class=\"grid\" d=\"\(axis.grid(width: width))\"/>"
    for run in Self.runs(band) {
      let (up, down) = (run.map { ($0.0, $0.1.upper) }, run.reversed().map { ($0.0, $0.1.lower) })
      shapes += "<path class=\"area\" d=\"\(path(up + down, axis))z\"/>"
    }
    for (place, line) in lines.enumerated() {
      for run in Self.runs(line.values) {
        // A point alone is drawn as a short stroke.
        let points = run.count > 1 ? run : [run[0], run[0]]
        shapes += "<path class=\"line s\(place)\" d=\"\(path(points, axis))\"/>"
      }
    }
    let legend =
      lines.count < 2
      ? ""
      : "<ul class=\"key\">"
        + lines.enumerated().map { "<li class=\"s\($0.offset)\">\(escaped($0.element.name))</li>" }
        .joined() + "</ul>"
    let intervals = band.isEmpty ? "" : " The band is the 95% interval."
    return """
      <figure class="chart lines"><figcaption>\(escaped(title)) <span>\(grain)</span></figcaption>\
      \(legend)<div class="plot"><svg viewBox="0 0 \(width) 100" preserveAspectRatio="none" \
      role="img" aria-labelledby="\(id)-t \(id)-d"><title id="\(id)-t">\(escaped(title)), \
      \(grain)</title><desc id="\(id)-d">From \(first.inWords) to \(last.inWords).\(intervals) The \
      axis begins at zero. The table beneath has the numbers.</desc>\(shapes)</svg>\
      <div class="ys" aria-hidden="true">\(axis.labels(unit: "%"))</div></div>\
      <div class="xs" aria-hidden="true"><span>\(first.short)</span><span>\(last.short)</span></div>\
      </figure>
      """
  }

  private func path(_ points: [(Int, Double)], _ axis: ChartAxis) -> String {
    let end = Double(axis.end) / 100
    return points.enumerated().map { place, point in
      let x = points.count == 2 && points[0].0 == points[1].0 ? 0.3 + 0.4 * Double(place) : 0.5
      return "\(place == 0 ? "M" : "L")\(svg(Double(point.0) + x)) "
        + svg(100 - 100 * min(1, point.1 / end))
    }.joined()
  }

  /// The stretches without a gap, each value with its place.
  private static func runs<Value>(_ values: [Value?]) -> [[(Int, Value)]] {
    var runs: [[(Int, Value)]] = []
    var isOpen = false
    for (place, value) in values.enumerated() {
      guard let value else {
        isOpen = false
        continue
      }
      if isOpen {
        runs[runs.count - 1].append((place, value))
      } else {
        runs.append([(place, value)])
      }
      isOpen = true
    }
    return runs
  }
}
