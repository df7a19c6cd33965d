import FindieText

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
