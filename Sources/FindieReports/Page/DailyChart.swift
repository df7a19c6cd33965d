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

    init(name: String, values: [Int?]) {
      self.name = name
      self.values = values
    }

    init(name: String, values: [Int]) {
      self.init(name: name, values: values.map(Int?.some))
    }
  }

  let title: String
  /// What one point is, such as "per day".
  let grain: String
  let range: DayRange
  let shape: Shape
  let series: [Series]
  /// Letters only, unique on the page.
  let id: String
  /// The days of each point; nil if all have the same number.
  var bins: DayBins?
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

  /// The number of days of a point, if all have the same.
  private var width: Int { max(1, range.count / max(1, count)) }

  var html: HTML {
    let values = series.map { $0.values.map { $0 ?? 0 } }
    let heights =
      shape == .stack
      ? (0..<count).map { index in values.reduce(0) { $0 + $1[index] } } : values.flatMap { $0 }
    let axis = ChartAxis(upTo: max(1, heights.max() ?? 1))
    var bases = [Int](repeating: 0, count: count)
    let shapes = values.enumerated().map { index, values -> HTML in
      guard shape != .lines else {
        return "<path class=\"line s\(index)\" d=\"\(line(values, axis))\"/>"
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
    let frame = ChartFrame(
      title: title, grain: grain, series: names, hasLines: shape == .lines, width: count,
      axis: axis,
      description: "\(names.joined(separator: " and ")), \(grain), from \(range.first.inWords) to "
        + "\(range.last.inWords). \(maxima) The axis starts at zero.", dates: dates, id: id,
      points: points, marks: marks)
    return frame.html("\(shade)\(shapes)")
  }

  private var partial: Set<Int> { bins?.partial ?? [] }

  /// The point of a day; nil outside the chart.
  private func point(of day: Day) -> Int? {
    guard range.contains(day) else { return nil }
    return bins?.index(of: day) ?? min(count - 1, day.days(since: range.first) / width)
  }

  private var shade: HTML {
    guard let shaded, let last = point(of: min(shaded.last, range.last)),
      let first = point(of: max(shaded.first, range.first))
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
      point(of: note.day).map {
        ChartMark(note: note, position: (Double($0) + 0.5) / Double(count))
      }
    }
  }

  private var maxima: String {
    series.map { "\($0.name): highest \(($0.values.compactMap { $0 }.max() ?? 0).grouped)." }
      .joined(separator: " ")
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
      let days =
        bins.map { $0.ranges[index] }
        ?? DayRange(
          first: range.first.adding(days: index * width),
          last: range.first.adding(days: (index + 1) * width - 1))
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

  private func line(_ values: [Int], _ axis: ChartAxis) -> HTML {
    let points = values.enumerated().map { index, value -> HTML in
      """
      \(index == 0 ? "M" : "L")\(Double(index) + 0.5, places: 1) \(axis.y(value), places: 1)
      """
    }
    return "\(points)"
  }
}

/// The figure around a plot: caption, legend, the description for screen readers, and labels. Only
/// the plot is stretched to the width of the screen.
struct ChartFrame {
  let title: String
  /// What one point is, such as "per day".
  let grain: String
  /// The names of the series; a legend is drawn for two or more.
  let series: [String]
  let hasLines: Bool
  /// The width of the drawing in points.
  let width: Int
  let axis: ChartAxis
  let description: String
  /// The labels of the horizontal axis, from left to right.
  let dates: [String]
  /// Letters only, unique on the page.
  let id: String
  var unit = ""
  /// The name and the values of each point, from left to right; shown on hover and on keyboard
  /// focus.
  let points: [HTML]
  var marks: [ChartMark] = []

  func html(_ shapes: HTML) -> HTML {
    let legend = series.enumerated().map { index, name -> HTML in
      "<li class=\"s\(index)\">\(text: name)</li>"
    }
    let key: HTML = legend.count < 2 ? "" : "<ul class=\"key\">\(legend)</ul>"
    return """
      <figure class="chart\(hasLines ? " lines" : "")"><figcaption>\(text: title) \
      <span>\(text: grain)</span></figcaption>\(key)\
      <div class="plot"><svg viewBox="0 0 \(width) 100" preserveAspectRatio="none" role="img" \
      aria-labelledby="\(text: id)-t \(text: id)-d"><title id="\(text: id)-t">\(text: title), \
      \(text: grain)</title><desc id="\(text: id)-d">\(text: description)</desc>\
      <path class="grid" d="\(axis.grid(width: width))"/>\(shapes)</svg>\
      \(marks.map(\.html))\(values)<div class="ys" aria-hidden="true">\(axis.labels(unit: unit))</div></div>\
      <div class="xs" aria-hidden="true">\(dates.map { "<span>\(text: $0)</span>" })</div>\
      \(notes)</figure>

      """
  }

  private var notes: HTML {
    let items = marks.map { mark -> HTML in
      """
      <li value="\(mark.note.number)"><b>\(text: mark.note.day.short)</b> \
      \(HTML.title(mark.note.text))</li>
      """
    }
    return items.isEmpty ? "" : "<ol class=\"notes\">\(items)</ol>"
  }

  /// One radio button per point: a keyboard reaches the chart with one Tab, and its points with the
  /// arrows.
  private var values: HTML {
    guard !points.isEmpty else { return "" }
    let buttons = points.map { point -> HTML in
      "<label><input type=\"radio\" name=\"v-\(text: id)\"><span>\(point)</span></label>"
    }
    return """
      <div class="pts" role="radiogroup" aria-label="\(text: title), values">\(buttons)</div>
      """
  }
}

/// An annotation of a day, with its number on the page.
struct DayNote: Hashable, Sendable {
  let number: Int
  let day: Day
  let text: String
  let gameId: String?
  let developerId: String?
}

/// A numbered line in a chart at the day of an annotation.
struct ChartMark {
  let note: DayNote
  /// From 0, the left end, to 1.
  let position: Double

  fileprivate var html: HTML {
    """
    <i class="mark" style="left:\(100 * position, places: 2)%" aria-hidden="true">\(note.number)</i>
    """
  }
}

/// A vertical axis from zero to a round number.
struct ChartAxis: Hashable, Sendable {
  /// From 0 up, evenly spaced; the last is the axis's end.
  let ticks: [Int]

  /// The axis for values up to `largest`, with one to four steps of 1, 2 or 5 times a power of ten.
  init(upTo largest: Int) {
    precondition(largest >= 0, "a chart of counts cannot show \(largest)")
    var step = 1
    var factors = [2, 5, 10].makeIterator()
    var power = 1
    while step * 4 < largest {
      guard let factor = factors.next() else {
        power *= 10
        factors = [2, 5, 10].makeIterator()
        continue
      }
      step = factor * power
    }
    let steps = max(1, (largest + step - 1) / step)
    ticks = (0...steps).map { $0 * step }
  }

  var end: Int { ticks[ticks.count - 1] }

  /// The position of a value in hundredths of the plot, from the top.
  func y(_ value: Int) -> Double { 100 - height(value) }

  func height(_ value: Int) -> Double { 100 * Double(value) / Double(end) }

  /// Lines across the plot at each tick but zero, as path data.
  func grid(width: Int) -> HTML {
    "\(ticks.dropFirst().map { "M0 \(y($0), places: 1)H\(width)" })"
  }

  /// The ticks' labels, positioned by percentages.
  func labels(unit: String = "") -> HTML {
    let labels = ticks.map { tick -> HTML in
      "<i style=\"bottom:\(height(tick), places: 2)%\">\(text: tick.grouped + unit)</i>"
    }
    return "\(labels)"
  }
}
