import FindieAnalytics
import FindieText

/// A headline figure and its change.
struct Card {
  private let name: String
  private var value: HTML
  private let isWords: Bool
  private var interval = HTML()
  private var change: HTML

  init(_ name: String, _ figure: Figure, change: HTML = "") {
    self.name = name
    value = figure.html
    isWords = figure.digits == nil
    self.change = change
  }

  /// A rate with its interval.
  ///
  /// - Parameters:
  ///   - trials: what the rate is divided by, in words.
  ///   - successes: what it counts, in words.
  init(
    _ name: String, _ proportion: Proportion?, outOf trials: String,
    counted successes: String? = nil,
    change: HTML = ""
  ) {
    guard let proportion else {
      self.init(name, Figure(digits: nil, text: "no data yet"))
      return
    }
    let count: HTML =
      successes.map { "\(text: Figure.count(proportion.successes).text) \(text: $0) of " } ?? ""
    self.init(
      name, .share(proportion.estimate),
      change: """
        between \(Figure.share(proportion.lower)) and \(Figure.share(proportion.upper)), with 95% \
        confidence; \(count)\(Figure.count(proportion.trials)) \(text: trials)\
        \(change.isEmpty ? "" : "; ")\(change)
        """)
    interval = SmallCharts.interval(proportion)
  }

  /// - Parameter comparison: with other games.
  static func likeRate(
    of tally: Tally, in setting: ReportSetting, change: HTML = "", comparison: HTML = ""
  ) -> Card {
    guard Rate.likeRate.isRecorded(in: setting.recorded) else {
      return Card("Like rate", .notRecorded)
    }
    let words = [change, tally.likeRate == nil ? "" : comparison].filter { !$0.isEmpty }
    return Card(
      "Like rate", tally.likeRate, outOf: tally.cards == 1 ? "card" : "cards",
      counted: setting.likesName.lowercased(), change: "\(words, separator: "; ")")
  }

  static func html(_ cards: [Card], isLarge: Bool = false) -> HTML {
    guard !cards.isEmpty else { return "" }
    let items = cards.map { card -> HTML in
      """
      <div><dt>\(text: card.name)</dt><dd>\
      <b\(card.isWords ? " class=\"words\"" : "")>\(card.value)</b>\(card.interval)\(card.change)\
      </dd></div>

      """
    }
    return "<dl class=\"cards\(isLarge ? " large" : "")\">\(items)</dl>\n"
  }

  /// A count's change, if both counts are large enough; with a direction only if its interval
  /// excludes no change.
  ///
  /// - Parameters:
  ///   - none: how to say that there was none before.
  ///   - isPerDay: whether to say so, since the periods have different lengths.
  ///   - isVerdict: whether its direction is good or bad news, and has a colour. That of a studio's
  ///     count is not, since the whole app may have moved.
  static func change(
    _ change: Change?, from before: Int, to now: Int, none: String = "none",
    isPerDay: Bool = false, isVerdict: Bool = true
  ) -> HTML {
    guard before > 0 else { return now == 0 ? "" : "\(text: none) before" }
    guard let change, min(before, now) >= Change.minimumCount else {
      return "\(Figure.count(before)) before"
    }
    let interval: HTML = """
      between \(text: Figure.change(change.lower).text) and \
      \(text: Figure.change(change.upper).text)
      """
    let perDay: HTML = isPerDay ? " in the daily average" : ""
    guard change.isSignificant else {
      return "no clear change\(perDay) from \(Figure.count(before)); \(interval)"
    }
    // Documents have no change of most counts.
    return
      "\(direction(change, hasDigits: false, isVerdict: isVerdict))\(perDay) from \(Figure.count(before)); \(interval)"
  }

  /// A change of impressions relative to other studios' games, with a direction only if its
  /// interval excludes no change.
  static func change(relative change: Change) -> HTML {
    let others: HTML = "relative to other studios’ games"
    let interval: HTML =
      "between \(Figure.change(change.lower)) and \(Figure.change(change.upper))"
    return change.isSignificant
      ? "\(direction(change)) \(others) (\(interval))"
      : "no clear change \(others) (\(interval))"
  }

  /// Such as `▲ up 39.3%`.
  private static func direction(
    _ change: Change, hasDigits: Bool = true, isVerdict: Bool = true
  ) -> HTML {
    let size = Figure.sizeOfChange(change.ratio)
    let value = hasDigits ? size : Figure(digits: nil, text: size.text)
    guard isVerdict else { return "\(change.ratio > 1 ? "up" : "down") \(value)" }
    return change.ratio > 1
      ? "<span class=\"up\">▲ up \(value)</span>" : "<span class=\"down\">▼ down \(value)</span>"
  }

  /// A rate's relative change, if both rates have enough trials.
  static func change(
    _ change: Change?, from before: Proportion?, to now: Proportion?
  ) -> HTML {
    guard let before else { return "" }
    let earlier: HTML = "\(Figure.share(before.estimate)) before"
    guard let change, min(before.trials, now?.trials ?? 0) >= Change.minimumCount else {
      return earlier
    }
    let interval: HTML =
      "between \(Figure.change(change.lower)) and \(Figure.change(change.upper))"
    guard change.isSignificant else {
      return "\(earlier), no clear relative change (\(interval))"
    }
    return "\(earlier), relative change \(direction(change)) (\(interval))"
  }
}
