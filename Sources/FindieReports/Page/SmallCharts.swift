import FindieAnalytics
import FindieText

/// Charts that fit a cell of a table.
enum SmallCharts {
  /// One bar per value, the highest at full height; empty without values above 0.
  static func sparkline(_ values: [Int], of name: String) -> HTML {
    guard let highest = values.max(), highest > 0 else { return "" }
    let bars = values.enumerated().filter { $0.element > 0 }.map { index, value -> HTML in
      let height = max(8, 100 * Double(value) / Double(highest))
      return "M\(index) 100V\(100 - height, places: 2)h.8V100z"
    }
    return """
      <svg class="spark" viewBox="0 0 \(values.count) 100" preserveAspectRatio="none" role="img">\
      <title>\(text: name), highest \(text: highest.grouped)</title>\
      <path class="bar s0" d="\(bars)"/></svg>
      """
  }

  /// A proportion with its interval on a line from 0 % to 100 %.
  static func interval(_ proportion: Proportion) -> HTML {
    let (estimate, lower, upper) = (
      Figure.share(proportion.estimate), Figure.share(proportion.lower),
      Figure.share(proportion.upper)
    )
    return """
      <svg class="iv" viewBox="0 0 100 10" preserveAspectRatio="none" role="img">\
      <title>\(text: estimate.text) (between \(text: lower.text) and \(text: upper.text)), \
      on a line from 0% to 100%</title><path class="rail" d="M0 5H100"/>\
      <path class="band" d="M\(proportion.lower * 100, places: 2) \
      5H\(proportion.upper * 100, places: 2)"/>\
      <path class="tick" d="M\(proportion.estimate * 100, places: 2) 0V10"/></svg>
      """
  }

  /// A rate in a cell with its interval beneath it: the percentage, or the two counts if there are
  /// fewer than ten trials.
  static func rate(_ rate: Rate, of tally: Tally, in recorded: Set<Measure>) -> HTML {
    guard let proportion = tally.rate(rate, in: recorded) else {
      return Figure.rate(rate, of: tally, in: recorded).html
    }
    let share = Figure.share(proportion.estimate)
    let text =
      proportion.trials < 10 ? "\(proportion.successes) of \(proportion.trials)" : share.text
    return """
      \(Figure(digits: share.digits, text: text))\(interval(proportion))
      """
  }
}
