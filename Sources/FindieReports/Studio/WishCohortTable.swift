import FindieAnalytics
import FindieDomain
import FindieText

/// By week, the players who first wished for a game, and how many of them then went to a shop.
struct WishCohortTable {
  let cohorts: [WishCohort]

  /// Empty without a click to show. Weeks with too few players are left out.
  var html: HTML {
    guard cohorts.contains(where: { $0.clicked.contains { $0.count ?? 0 > 0 } }) else { return "" }
    return HTMLTable(
      "From wish to shop",
      caption:
        "Players who first wished for a game in a week, newest first, and those of them who clicked through to a shop for that game by the end of the week and of later weeks. Weeks with too few players are left out",
      head: "Week to",
      columns: ["Wished", "Clicked in the week", "1 week later"]
        + (2...4).map { "\($0) weeks later" }, leavingOut: HTMLTable.noNumber
    ).html(of: cohorts.reversed().filter { $0.wished.count ?? 0 > 0 }) { cohort in
      let clicked = (0...4).map { after in
        after < cohort.clicked.count ? Figure.players(cohort.clicked[after]) : .none
      }
      return (
        HTML(text: cohort.range.last.description),
        ([.players(cohort.wished)] + clicked).map(\.html)
      )
    }
  }
}
