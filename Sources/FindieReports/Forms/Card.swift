import FindieAnalytics

/// A headline figure, with what it was before.
struct Card {
  private var context: [String: Any]

  /// A figure; `change` is HTML of our own making.
  init(_ name: String, _ figure: Figure, change: String = "") {
    context = ["name": name, "value": figure.html]
    if figure.digits == nil { context["isWords"] = true }
    if !change.isEmpty { context["change"] = change }
  }

  /// A rate with its interval; "too early" where there is nothing to divide by.
  init(
    _ name: String, _ proportion: Proportion?, outOf trials: String, change: String? = nil
  ) {
    guard let proportion else {
      context = [
        "name": name, "value": "too early", "isWords": true, "change": "nothing to go by yet",
      ]
      return
    }
    let ends = [proportion.lower, proportion.upper].map { Figure.share($0).html }
    context = [
      "name": name, "value": Figure.share(proportion.estimate).html,
      "interval": SmallCharts.interval(proportion),
      "change": "between \(ends[0]) and \(ends[1]), from "
        + "\(Figure.count(proportion.trials).html) \(trials)"
        + (change.map { "; \($0)" } ?? ""),
    ]
  }

  /// The like rate; where none can be told since more likes than cards seen were recorded, that.
  static func likeRate(
    of tally: Tally, in recorded: Set<Measure>, change: String? = nil
  ) -> Card {
    guard Rate.likeRate.isRecorded(in: recorded) else { return Card("Like rate", .notRecorded) }
    var card = Card("Like rate", tally.likeRate, outOf: "impressions", change: change)
    if tally.hasMoreLikesThanImpressions {
      card.context["value"] = "not told"
      card.context["change"] = "more likes than cards seen were recorded"
    }
    return card
  }

  var values: [String: Any] { context }

  /// What a count was before. No verdict: small counts move much by chance.
  static func change(from before: Int, to now: Int) -> String {
    let was = "from " + Figure.count(before).html
    if now == before { return now == 0 ? "" : "as many as before" }
    guard before > 0 else { return "none before" }
    return now > before
      ? "<span class=\"up\">▲ up</span> \(was)" : "<span class=\"down\">▼ down</span> \(was)"
  }

  /// By how much a number moved, with the interval; said plainly where chance alone explains it.
  static func change(_ change: Change?) -> String? {
    guard let change else { return nil }
    let ends = "\(Figure.change(change.lower).html) to \(Figure.change(change.upper).html)"
    let ratio = Figure.change(change.ratio).html
    guard change.isTelling else { return "no telling change: \(ratio), likely \(ends)" }
    return change.ratio > 1
      ? "<span class=\"up\">▲ \(ratio)</span>, likely \(ends)"
      : "<span class=\"down\">▼ \(ratio)</span>, likely \(ends)"
  }
}
