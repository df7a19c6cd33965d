import FindieAnalytics
import FindieDomain
import FindieText

/// By week, the players who first wished for a game, and how many of them then went to a shop.
struct WishCohortTable {
  let cohorts: [WishCohort]

  /// Empty without a click to show. Weeks with too few players are left out.
  var html: HTML {
    guard cohorts.contains(where: { $0.clicked.contains { $0.count ?? 0 > 0 } }) else { return "" }
    return HTMLTable<WishCohort>(
      "From wish to shop",
      caption:
        "Players who first wished for a game in a week, newest first, and those of them who clicked through to a shop for that game by the end of the week and of later weeks. Weeks with too few players are left out",
      head: "Week to", leavingOut: HTML.noNumber,
      columns: [.init("Wished") { .players($0.wished) }]
        + [
          "Clicked in the week", "1 week later", "2 weeks later", "3 weeks later", "4 weeks later",
        ]
        .enumerated().map { after, name in
          .init(name) { after < $0.clicked.count ? .players($0.clicked[after]) : .none }
        }
    ) { HTML(text: $0.range.last.description) }.html(
      of: cohorts.reversed().filter { $0.wished.count ?? 0 > 0 })
  }
}
