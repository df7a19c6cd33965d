import FindieAnalytics

/// Charts that fit a cell of a table.
enum SmallCharts {
  /// A bar a value, the highest at full height; empty text without any.
  static func sparkline(_ values: [Int], of name: String) -> String {
    guard let highest = values.max(), highest > 0 else { return "" }
    let bars = values.enumerated().filter { $0.element > 0 }.map { place, value in
      let height = max(8, 100 * Double(value) / Double(highest))
      return "M\(place) 100V\(svg(100 - height))h.8V100z"
    }.joined()
    return """
      <svg class="spark" viewBox="0 0 \(values.count) 100" preserveAspectRatio="none" role="img">\
      <title>\(escaped(name)), highest \(Figure.count(highest).words)</title>\
      <path class="bar s0" d="\(bars)"/></svg>
      """
  }

  /// A proportion with its interval on a rail from 0 % to 100 %.
  static func interval(_ proportion: Proportion) -> String {
    func x(_ share: Double) -> String { svg(share * 100) }
    return """
      <svg class="iv" viewBox="0 0 100 10" preserveAspectRatio="none" role="img">\
      <title>\(words(proportion)), on a line from 0% to 100%</title><path class="rail" d="M0 \
      5H100"/>\
      <path class="band" d="M\(x(proportion.lower)) 5H\(x(proportion.upper))"/>\
      <path class="tick" d="M\(x(proportion.estimate)) 0V10"/></svg>
      """
  }

  /// A rate in a cell: the share, or the two counts of a handful, of which a percentage says more
  /// than is known; beneath it the interval.
  static func rate(_ rate: Rate, of tally: Tally, in recorded: Set<Measure>) -> String {
    guard let proportion = tally.rate(rate, in: recorded) else {
      return Figure.rate(rate, of: tally, in: recorded).html
    }
    let share = Figure.share(proportion.estimate)
    let words =
      proportion.trials < 10
      ? "<data value=\"\(share.digits ?? "")\">\(proportion.successes) of "
        + "\(proportion.trials)</data>"
      : share.html
    return words + interval(proportion)
  }

  /// Such as `41.2% (95% interval 38.0% to 44.5%)`.
  static func words(_ proportion: Proportion) -> String {
    let ends = [proportion.lower, proportion.upper].map { Figure.share($0).words }
    return "\(Figure.share(proportion.estimate).words) (95% interval \(ends[0]) to \(ends[1]))"
  }
}
