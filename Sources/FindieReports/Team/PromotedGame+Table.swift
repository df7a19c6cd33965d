import FindieAnalytics
import FindieDomain
import FindieText

extension PromotedGame {
  private var place: String {
    promotion.rank.map { "rank \($0)" } ?? promotion.boost.map { "boost \($0)" } ?? ""
  }

  /// Empty without promotions.
  static func table(_ promotions: [PromotedGame], _ report: TeamReport) -> HTML {
    HTMLTable(
      "Promotions",
      caption: """
        Promotions: the lists on which a game was promoted tonight, and what players did with the \
        game since the promotion began. Promoted entries count for no other number about lists
        """, head: "Game",
      columns: ["Place", "Until", "Lists", "Impressions", "Likes and super-likes"]
    ).html(of: promotions) { entry in
      func count(_ measures: [Measure]) -> HTML {
        guard let tally = entry.tally, report.setting.recorded.isSuperset(of: measures.prefix(1))
        else { return Figure.notRecorded.html }
        return Figure.count(measures.reduce(0) { $0 + tally[$1] }).html
      }
      return (
        report.link(toGame: entry.promotion.gameId),
        [
          HTML(text: entry.place), HTML(text: entry.promotion.to.short),
          Figure.count(entry.lists).html, count([.impressions]), count([.likes, .superLikes]),
        ]
      )
    }
  }
}
