import FindieAnalytics
import FindieText

/// The number of players who reached the card, its details, the wishlist and the shop.
struct PlayerFunnel {
  let own: PeriodNumbers
  let setting: ReportSetting
  /// Whose events, such as "all games".
  let name: String

  private static let steps: [(name: HTML, measure: Measure)] = [
    ("Saw the game", .impressions), ("Opened the details or went further", .detailOpens),
    ("Added it to the wishlist or went to a shop", .wishlistAdds),
    ("Clicked through to a shop", .externalClicks),
  ]

  /// Empty if no number of players is published, and if the data records no step after the first.
  var html: HTML {
    guard let players = own.players?.count, players > 0,
      Self.steps.dropFirst().contains(where: { setting.recorded.contains($0.measure) })
    else { return "" }
    let first = own.funnel[0].count
    let steps = zip(Self.steps, own.funnel).filter { step, _ in
      setting.recorded.contains(step.measure) || step.measure == .impressions
    }
    let table = HTMLTable<(step: (name: HTML, measure: Measure), players: PlayerCount)>(
      label: "From card to shop, \(name)",
      caption: "Players who reached each step or a later one. +: or a few more", head: "Step",
      columns: [
        .init("Players") { .players($0.players) },
        .chart { step in
          first.flatMap { first in
            step.players.count.map { first > 0 ? Double($0) / Double(first) : 0 }
          }
        },
      ]
    ) { $0.step.name }.html(of: steps.map { ($0, $1) })
    guard own.playersSource == .interactions, setting.recorded.contains(.externalClicks) else {
      return table
    }
    return """
      \(table)\(Page.note("These players come from swipe records, which have no shop clicks."))
      """
  }
}
