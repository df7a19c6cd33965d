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
  init(_ name: String, _ proportion: Proportion?, outOf trials: String) {
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
        + "\(Figure.count(proportion.trials).html) \(trials)",
    ]
  }

  var values: [String: Any] { context }

  /// What a count was before, and by how much it moved. A hint, no verdict: small counts move much.
  static func change(from before: Int, to now: Int) -> String {
    let was = "from " + Figure.count(before).html
    guard before > 0 else { return now > 0 ? "none in the period before" : "" }
    guard now != before else { return "as many as in the period before" }
    // Of a handful, a percentage says more than is known.
    guard before >= 10 else {
      return now > before
        ? "<span class=\"up\">▲ up</span> \(was)" : "<span class=\"down\">▼ down</span> \(was)"
    }
    let share = Figure.share(abs(Double(now - before)) / Double(before)).html
    return now > before
      ? "<span class=\"up\">▲ \(share)</span> \(was)"
      : "<span class=\"down\">▼ \(share)</span> \(was)"
  }
}
