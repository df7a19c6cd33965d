package import FindieAnalytics
package import FindieDomain
import FindieText

/// A promotion of the night, for the team's report.
package struct PromotedGame: Sendable {
  let promotion: Promotion
  /// The number of lists on which the game is promoted.
  let lists: Int
  /// What players did with the game since the promotion began, everywhere in the app; nil for a
  /// game without events, or on the first day.
  let tally: Tally?

  /// - Parameters:
  ///   - promotion: of the activity's night.
  ///   - lists: the number of lists on which the game is promoted.
  package init(_ promotion: Promotion, lists: Int, _ activity: Activity) {
    self.promotion = promotion
    self.lists = lists
    let last = activity.night.adding(days: -1)
    tally =
      if let game = activity.index(of: promotion.gameId), promotion.from <= last {
        activity.tally(of: game, in: DayRange(first: promotion.from, last: last))
      } else { nil }
  }

  fileprivate var place: String {
    promotion.rank.map { "rank \($0)" } ?? promotion.boost.map { "boost \($0)" } ?? ""
  }
}

extension PromotedGame {
  /// Empty without promotions.
  static func table(_ promotions: [PromotedGame], _ report: TeamReport) -> HTML {
    var table = HTMLTable(
      "Promotions",
      caption: """
        Promotions: the lists on which a game was promoted tonight, and what players did with the \
        game since the promotion began. Promoted entries count for no other number about lists
        """, head: "Game",
      columns: ["Place", "Until", "Lists", "Impressions", "Likes and super-likes"].map {
        .init($0)
      })
    for entry in promotions {
      func count(_ measures: [Measure]) -> HTML {
        guard let tally = entry.tally, report.setting.recorded.isSuperset(of: measures.prefix(1))
        else { return Figure.notRecorded.html }
        return Figure.count(measures.reduce(0) { $0 + tally[$1] }).html
      }
      table.append(
        report.link(toGame: entry.promotion.gameId),
        [
          HTML(text: entry.place), HTML(text: entry.promotion.to.short),
          Figure.count(entry.lists).html, count([.impressions]), count([.likes, .superLikes]),
        ])
    }
    return table.html
  }
}
