import FindieAnalytics
import FindieText

/// The number of players who reached the card, its details, the wishlist and the shop.
struct PlayerFunnel {
  private let own: PeriodNumbers
  private let setting: ReportSetting
  /// Whose events, such as "all games".
  private let name: String

  private static let steps: [(name: HTML, measure: Measure)] = [
    ("Saw the game", .impressions), ("Opened the details", .detailOpens),
    ("Added it to the wishlist", .wishlistAdds), ("Clicked through to a shop", .externalClicks),
  ]

  init(_ own: PeriodNumbers, setting: ReportSetting, name: String) {
    self.own = own
    self.setting = setting
    self.name = name
  }

  /// Empty if no number of players is published, and if the data records no step after the first.
  var html: HTML {
    guard let players = own.players?.count, players > 0,
      Self.steps.dropFirst().contains(where: { setting.recorded.contains($0.measure) })
    else { return "" }
    var table = HTMLTable(
      "From card to shop, \(name)",
      caption: "Players who reached each step or a later one", head: "Step",
      columns: [.init("Players"), .init("Chart", isInterval: true)])
    let first = own.funnel[0].count
    for (index, step) in Self.steps.enumerated() where index < own.funnel.count {
      guard setting.recorded.contains(step.measure) || step.measure == .impressions else {
        continue
      }
      let players = own.funnel[index]
      let share = first.flatMap { first in
        players.count.map { first > 0 ? Double($0) / Double(first) : 0 }
      }
      table.append(step.name, [Figure.players(players).html, share.map(HTMLTable.bar) ?? ""])
    }
    guard own.playersSource == .interactions, setting.recorded.contains(.externalClicks) else {
      return table.html
    }
    return """
      \(table.html)\(Page.note("These players come from swipe records, which have no shop clicks."))
      """
  }
}
