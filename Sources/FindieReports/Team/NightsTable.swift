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
    func lists(
      _ name: String, _ count: @escaping (NightLists) -> Int
    ) -> HTMLTable<NightHealth>.Column {
      .init(name) { (night: NightHealth) -> HTML in
        let own = count(night.lists)
        return "\(Figure.count(own))<small>\(Figure.share(night.lists.share(own)))</small>"
      }
    }
    let table = HTMLTable<NightHealth>(
      label: "Runs",
      caption: """
        Recommendations by run, newest first. Coverage and Gini are of all players’ lists in full length. \
        Hit rate: of the players who liked a new game on the day before the run, those who had one \
        among the first \(last.cutoff) of the list that was published then
        """, head: "Run",
      columns: [
        .init("nDCG@\(last.cutoff)") { .share($0.ndcg) },
        .init("Recall@\(last.cutoff)") { .share($0.recall) },
        .init("Coverage, published") { .share($0.coverage) },
        .init("Gini, published") { .share($0.gini) },
        .init("Hit rate, day before") { .share($0.nextDayHits?.hitRate.mean) },
        lists("Personal lists", \.personal), lists("By genres", \.genres),
        lists("Popular", \.popular),
      ]
    ) { night in
      let models: HTML =
        night.publishedModels.map { "<small>with the models of \(text: $0.description)</small>" }
        ?? ""
      return "\(text: night.day.description)\(models)"
    }.html(of: nights.suffix(Self.rows).reversed())
    return "\(nights.count < 2 ? "" : chart.html)\(table)"
  }
}
