import FindieDomain

/// A chart over days: its text for screen readers, its plot, and labels that keep their size on any
/// screen, since the shapes alone stretch.
struct DailyChart: Sendable {
  enum Shape: Sendable {
    /// Bars in front of one another, the largest series first.
    case bars
    case lines
  }

  struct Series: Sendable {
    let name: String
    /// One a day or bin, at least 0.
    let values: [Int]
  }

  let title: String
  /// What one point is, such as "a day".
  let grain: String
  let range: DayRange
  let shape: Shape
  let series: [Series]
  /// Of letters: distinguishes charts of one page.
  let id: String

  /// The figure's HTML.
  var html: String {
    let values = series.map(\.values)
    let width = values.map(\.count).max() ?? 0
    let axis = ChartAxis(upTo: max(1, values.joined().max() ?? 1))
    var shapes = "<path class=\"grid\" d=\"\(axis.grid(width: width))\"/>"
    for (place, values) in values.enumerated() {
      switch shape {
      case .bars:
        // A series alone gets the darker colour.
        let tone = series.count == 1 ? 1 : place
        shapes += "<path class=\"bar s\(tone)\" d=\"\(bars(values, axis))\"/>"
      case .lines: shapes += "<path class=\"line s\(place)\" d=\"\(line(values, axis))\"/>"
      }
    }
    let legend =
      series.count < 2
      ? ""
      : "<ul class=\"key\">"
        + series.enumerated().map { "<li class=\"s\($0.offset)\">\(escaped($0.element.name))</li>" }
        .joined() + "</ul>"
    let names = series.map(\.name).joined(separator: " and ")
    return """
      <figure class="chart\(shape == .lines ? " lines" : "")"><figcaption>\(escaped(title)) \
      <span>\(grain)</span></figcaption>\(legend)\
      <div class="plot"><svg viewBox="0 0 \(width) 100" preserveAspectRatio="none" role="img" \
      aria-labelledby="\(id)-t \(id)-d"><title id="\(id)-t">\(escaped(title)), \(grain)</title>\
      <desc id="\(id)-d">\(escaped(names)), \(grain), from \(range.first.inWords) to \
      \(range.last.inWords). \(escaped(extremes)) The axis begins at zero.</desc>\(shapes)</svg>\
      <div class="ys" aria-hidden="true">\(axis.labels())</div></div>\
      <div class="xs" aria-hidden="true">\(dates)</div></figure>
      """
  }

  private var extremes: String {
    series.map { "\($0.name): highest \(Figure.count($0.values.max() ?? 0).words)." }
      .joined(separator: " ")
  }

  private var dates: String {
    let isLong = range.count > 366
    let middle = range.first.adding(days: (range.count - 1) / 2)
    let days = range.count < 3 ? [range.first, range.last] : [range.first, middle, range.last]
    return days.map { "<span>\(isLong ? $0.monthInWords : $0.short)</span>" }.joined()
  }

  private func bars(_ values: [Int], _ axis: ChartAxis) -> String {
    values.enumerated().filter { $0.element > 0 }.map { place, value in
      "M\(svg(Double(place) + 0.12)) 100V\(svg(axis.y(value)))h.76V100z"
    }.joined()
  }

  private func line(_ values: [Int], _ axis: ChartAxis) -> String {
    values.enumerated().map { place, value in
      "\(place == 0 ? "M" : "L")\(svg(Double(place) + 0.5)) \(svg(axis.y(value)))"
    }.joined()
  }
}
