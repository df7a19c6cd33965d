import FindieAnalytics
import FindieText

/// Charts that fit a cell of a table.
enum SmallCharts {
  /// One bar per value, the highest at full height; empty without values above 0.
  static func sparkline(_ values: [Int], of name: String) -> HTML {
    guard let highest = values.max(), highest > 0 else { return "" }
    let bars = values.map { value -> HTML in
      guard value > 0 else { return "h1" }
      let height = max(8, 100 * Double(value) / Double(highest))
      return "V\(100 - height, places: 0)h.8V100h.2"
    }
    return """
      <svg class="spark" viewBox="0 0 \(values.count) 100" preserveAspectRatio="none" role="img">\
      <title>\(text: name), highest \(text: highest.grouped)</title>\
      <path class="bar s0" d="M0 100\(bars)"/></svg>
      """
  }

  /// A proportion with its interval on a line from 0% to 100%, for a place with its number.
  static func interval(_ proportion: Proportion) -> HTML {
    let (lower, upper) = (Figure.share(proportion.lower), Figure.share(proportion.upper))
    return """
      <i class="iv" role="img" title="\(text: lower.text) to \(text: upper.text)" \
      style="--l:\(proportion.lower * 100, places: 1)%;\
      --e:\(proportion.estimate * 100, places: 1)%;--u:\(proportion.upper * 100, places: 1)%"></i>
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
