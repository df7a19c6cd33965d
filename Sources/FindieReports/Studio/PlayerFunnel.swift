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

  /// Empty if there are no players, and if the data records no step after the first.
  var html: HTML {
    guard let players = own.players, players != .atLeast(0),
      Self.steps.dropFirst().contains(where: { setting.recorded.contains($0.measure) })
    else { return "" }
    var table = HTMLTable(
      "From card to shop, \(name)",
      caption: """
        Players who reached each step or a later one, so a step can have more players than events. \
        Players and events may come from different records.
        """,
      head: "Step",
      columns: [.init("Players"), .init("Chart", isInterval: true), .init("Events")])
    let first = own.funnel[0].count
    for (index, step) in Self.steps.enumerated() {
      guard setting.recorded.contains(step.measure) || step.measure == .impressions else {
        table.append(step.name, spanning: "not recorded in this data")
        continue
      }
      guard index < own.funnel.count else {
        table.append(
          step.name,
          spanning: "not available: the players come from swipe records, which have no shop clicks")
        continue
      }
      let players = own.funnel[index]
      let bar: HTML
      if let first, first > 0, let count = players.count {
        bar = HTMLTable.bar(Double(count) / Double(first))
      } else {
        bar = "<small>too few to show</small>"
      }
      table.append(
        step.name,
        [Figure.players(players).html, bar, Figure.count(own.tally[step.measure]).html])
    }
    return table.html
  }
}
