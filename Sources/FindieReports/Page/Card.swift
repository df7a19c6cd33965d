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
  /// - Parameter trials: what the rate is divided by, in words.
  init(_ name: String, _ proportion: Proportion?, outOf trials: String, change: HTML = "") {
    guard let proportion else {
      self.init(name, Figure(digits: nil, text: "no data yet"))
      return
    }
    self.init(
      name, .share(proportion.estimate),
      change: """
        95% interval \(Figure.share(proportion.lower)) to \(Figure.share(proportion.upper)), \
        \(Figure.count(proportion.trials)) \(text: trials)\(change.isEmpty ? "" : "; ")\(change)
        """)
    interval = SmallCharts.interval(proportion)
  }

  /// The like rate; not available if more likes than impressions were recorded.
  static func likeRate(
    of tally: Tally, in recorded: Set<Measure>, change: HTML = ""
  ) -> Card {
    guard Rate.likeRate.isRecorded(in: recorded) else { return Card("Like rate", .notRecorded) }
    guard !tally.hasMoreLikesThanImpressions else {
      return Card(
        "Like rate", Figure(digits: nil, text: "not available"),
        change: "more likes than impressions were recorded")
    }
    return Card("Like rate", tally.likeRate, outOf: "impressions", change: change)
  }

  static func html(_ cards: [Card]) -> HTML {
    let items = cards.map { card -> HTML in
      """
      <div><dt>\(text: card.name)</dt><dd>\
      <b\(card.isWords ? " class=\"words\"" : "")>\(card.value)</b>\(card.interval)\(card.change)\
      </dd></div>

      """
    }
    return "<dl class=\"cards\">\(items)</dl>\n"
  }

  /// A count's change. No verdict: small counts change much by chance.
  static func change(from before: Int, to now: Int) -> HTML {
    if now == before { return now == 0 ? "" : "no change" }
    guard before > 0 else { return "none before" }
    return now > before
      ? "<span class=\"up\">▲ up</span> from \(Figure.count(before))"
      : "<span class=\"down\">▼ down</span> from \(Figure.count(before))"
  }

  /// A relative change with its interval, and whether it is significant.
  static func change(_ change: Change?) -> HTML {
    guard let change else { return "" }
    let ratio = Figure.change(change.ratio)
    let interval: HTML =
      "95% interval \(Figure.change(change.lower)) to \(Figure.change(change.upper))"
    guard change.isSignificant else { return "no significant change: \(ratio), \(interval)" }
    return change.ratio > 1
      ? "<span class=\"up\">▲ \(ratio)</span>, \(interval)"
      : "<span class=\"down\">▼ \(ratio)</span>, \(interval)"
  }
}
