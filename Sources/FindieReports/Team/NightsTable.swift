import FindieDomain
import FindieRanking
import FindieText

/// The recommendations of the last runs: a chart and its table.
struct NightsTable {
  private let nights: [NightHealth]
  private static let shown = 30
  /// The rows of the table; kpi.json has all runs.
  private static let rows = 14

  init(_ nights: [NightHealth]) {
    self.nights = Array(nights.suffix(Self.shown))
  }

  /// Empty without a run.
  var html: HTML {
    guard let last = nights.last else { return "" }
    let chart = RateChart(
      title: "Recommendations by run", grain: "per run", days: nights.map(\.day),
      lines: [
        .init(name: "nDCG@\(last.cutoff)", values: nights.map(\.ndcg)),
        .init(name: "Coverage, published", values: nights.map(\.coverage)),
        .init(name: "Gini, published", values: nights.map(\.gini)),
      ], id: "c-nights")
    let table = HTMLTable(
      "Runs",
      caption: """
        Recommendations by run, newest first. Coverage and Gini are of all players’ lists in full length. \
        Hit rate: of the players who liked a new game on the day before the run, those who had one \
        among the first \(last.cutoff) of the list that was published then
        """, head: "Run",
      columns: [
        "nDCG@\(last.cutoff)", "Recall@\(last.cutoff)", "Coverage, published", "Gini, published",
        "Hit rate, day before", "Personal lists", "By genres", "Popular",
      ]
    ).html(of: nights.suffix(Self.rows).reversed()) { night in
      let lists = night.lists
      let models: HTML =
        night.publishedModels.map { "<small>with the models of \(text: $0.description)</small>" }
        ?? ""
      return (
        "\(text: night.day.description)\(models)",
        [
          night.ndcg, night.recall, night.coverage, night.gini, night.nextDayHits?.hitRate.mean,
        ].map { Figure.share($0).html }
          + [lists.personal, lists.genres, lists.popular].map { count in
            "\(Figure.count(count))<small>\(Figure.share(lists.share(count)))</small>"
          }
      )
    }
    return "\(nights.count < 2 ? "" : chart.html)\(table)"
  }
}
