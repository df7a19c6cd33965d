import FindieDomain

/// The recommendations of the nights: a chart and the table behind it.
struct NightsTable {
  private let nights: [NightHealth]
  private static let shown = 30

  init(_ nights: [NightHealth]) {
    self.nights = Array(nights.suffix(Self.shown))
  }

  /// Empty text without a night.
  var html: String {
    guard let first = nights.first, let last = nights.last else { return "" }
    let chart =
      nights.count < 2
      ? ""
      : RateChart(
        title: "Recommendations over the nights", grain: "a night", first: first.day,
        last: last.day,
        lines: [
          .init(name: "nDCG@\(last.cutoff)", values: nights.map(\.ndcg)),
          .init(name: "Coverage, published", values: nights.map(\.coverage)),
          .init(name: "Gini, published", values: nights.map(\.gini)),
        ], id: "c-nights"
      ).html
    var table = HTMLTable(
      "Nights", caption: "The recommendations of the nights, the newest first", head: "Night",
      columns: [
        "nDCG@\(last.cutoff)", "Recall@\(last.cutoff)", "Coverage, published", "Gini, published",
        "Personal lists", "By genres", "Popular",
      ].map { .init(name: $0) })
    for night in nights.reversed() {
      let lists = night.lists
      let served = night.servedModels.map { "<small>served the models of \($0)</small>" } ?? ""
      table.append(
        night.day.description + served,
        [night.ndcg, night.recall, night.coverage, night.gini].map { Figure.share($0).html }
          + [lists.personal, lists.genres, lists.popular].map { count in
            Figure.count(count).html
              + "<small>\(Figure.share(lists.share(count)).html)</small>"
          })
    }
    return chart + table.html
  }
}
