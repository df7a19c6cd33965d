import FindieAnalytics

/// How far players got: to the card, its details, the wishlist, the shop.
struct PlayerFunnel {
  private let own: PeriodNumbers
  private let recorded: Set<Measure>
  /// Of whose events, in words.
  private let name: String

  private static let steps: [(name: String, measure: Measure)] = [
    ("Saw a card", .impressions), ("Opened the details", .detailOpens),
    ("Put it on the wishlist", .wishlistAdds), ("Went to a shop", .externalClicks),
  ]

  init(_ own: PeriodNumbers, recorded: Set<Measure>, name: String) {
    self.own = own
    self.recorded = recorded
    self.name = name
  }

  /// Empty text where nobody was there, and where the data holds no step beyond the first.
  var html: String {
    guard own.players != .exactly(0),
      Self.steps.dropFirst().contains(where: { recorded.contains($0.measure) })
    else { return "" }
    var table = HTMLTable(
      "From card to shop, \(name)",
      caption: "Different players who got at least so far, of the record that knew more of them; "
        + "who got further counts before, too. Times may be of the other",
      head: "Step",
      columns: [
        .init(name: "Players"), .init(name: "To scale", isInterval: true), .init(name: "Times"),
      ])
    let most = own.funnel[0].count
    for (place, step) in Self.steps.enumerated() {
      guard recorded.contains(step.measure) || step.measure == .impressions else {
        table.append(step.name, spanning: "not recorded in this data")
        continue
      }
      guard place < own.funnel.count else {
        table.append(
          step.name,
          spanning: "not told: these players are counted from swipes, which know of no shop")
        continue
      }
      let players = own.funnel[place]
      let bar: String
      if let most, most > 0, let count = players.count {
        bar = HTMLTable.bar(Double(count) / Double(most))
      } else {
        bar = "<small>not to be drawn</small>"
      }
      table.append(
        step.name,
        [Figure.players(players).html, bar, Figure.count(own.tally[step.measure]).html])
    }
    return table.html
  }
}
