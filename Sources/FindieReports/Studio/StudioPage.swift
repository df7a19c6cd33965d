import FindieAnalytics
import FindieDomain

/// A studio's report as a page.
struct StudioPage {
  private let report: StudioReport

  init(_ report: StudioReport) {
    self.report = report
  }

  var html: String { Templates.render(context, with: "studio") }

  private var context: [String: Any] {
    let recorded = report.setting.recorded
    var context: [String: Any] = [
      "css": StyleSheet.css, "brand": "Findie · studio report", "heading": report.studio.name,
      "pageTitle": "\(report.studio.name) – Findie studio report, \(report.night)",
      "when": when, "isGenerated": report.setting.isGenerated,
      "footer":
        "Findie studio report for the night of \(report.night.inWords). Counts only: no player "
        + "can be made out. The same numbers stand beside this page in report.csv and report.json.",
      "sentences": StudioSentences(report).html, "isEmpty": report.isEmpty,
      "hasGames": !report.games.isEmpty,
    ]
    if !report.games.isEmpty {
      context.merge(StudioGamesTable(report).context) { $1 }
    }
    guard !report.isEmpty else { return context }
    context["periodTitle"] = report.period.inWords.capitalizedFirst
    context["cards"] = cards(of: report.current, before: report.previous)
    context["ever"] = ["cards": cards(of: report.allTime, before: nil)]
    context["everSentence"] =
      "From \(report.allTime.rollUp.range.first.inWords), when the data begins, to "
      + "\(report.allTime.rollUp.range.last.inWords)."
    addChart(to: &context)
    let funnel = Funnel(tally: report.current.rollUp.tally, recorded: recorded)
    context["hasFunnel"] = funnel.isWorthShowing
    context["funnel"] = funnel.rows
    context["funnelCaption"] = "All your games, \(report.period.inWords)"
    context["glossary"] = report.setting.studioGlossary
    return context
  }

  private var when: String {
    "\(report.period.inWords.capitalizedFirst), beside the \(report.period.count) days before. "
      + "Made in the night of \(report.night.inWords)."
  }

  private func cards(of figures: PeriodFigures, before: PeriodFigures?) -> [[String: Any]] {
    let tally = figures.rollUp.tally
    func card(_ measure: Measure) -> Card {
      let change = before.map { Card.change(from: $0.rollUp.tally[measure], to: tally[measure]) }
      return Card(measure.name, figures[measure], change: change ?? "")
    }
    let source = figures.rollUp.tally.sources(of: .impressions)
    var cards = [
      card(.impressions),
      Card("Unique players", figures.players, change: playersChange(figures, before)),
      Card(
        "Like rate", tally.likeRate, outOf: source == [.interactions] ? "verdicts" : "impressions"),
    ]
    let others: [Measure] = [
      .likes, .superLikes, .wishlistAdds, .detailOpens, .shares, .externalClicks,
    ]
    for measure in others where report.setting.recorded.contains(measure) {
      cards.append(card(measure))
    }
    if figures.rollUp.medianViewSeconds != nil {
      cards.append(Card("Median view", figures.medianViewSeconds))
    }
    return cards.map(\.values)
  }

  private func playersChange(_ now: PeriodFigures, _ before: PeriodFigures?) -> String {
    guard let before, before.players != .count(0) else { return "" }
    guard case .exactly(let past) = before.rollUp.players,
      case .exactly(let count) = now.rollUp.players
    else { return "from " + before.players.html }
    return Card.change(from: past, to: count)
  }

  private func addChart(to context: inout [String: Any]) {
    let impressions = report.days.map { $0[.impressions] }
    guard impressions.contains(where: { $0 > 0 }) else {
      context["noChart"] = "Nothing was seen in \(report.chartRange.inWords)."
      return
    }
    let bins = DayBins(of: report.chartRange)
    context["chart"] =
      DailyChart(
        title: "Impressions and likes", grain: bins.grain, range: bins.range, shape: .bars,
        series: [
          .init(name: "Impressions", values: bins.sums(impressions)),
          .init(
            name: report.setting.likesName,
            // A rare day has more likes than impressions recorded: its bar ends with the other.
            values: bins.sums(report.days.map { min($0.positives, $0[.impressions]) })),
        ], id: "c-days"
      ).html
  }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
