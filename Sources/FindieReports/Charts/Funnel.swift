import FindieAnalytics

/// The way from a card to the shop: impressions, detail opens, wishlist adds, shop clicks.
struct Funnel: Sendable {
  static let steps: [Measure] = [.impressions, .detailOpens, .wishlistAdds, .externalClicks]

  let tally: Tally
  let recorded: Set<Measure>

  /// Whether the data holds a step beyond the first, and there is something to divide by.
  var isWorthShowing: Bool {
    tally[.impressions] > 0 && Self.steps.dropFirst().contains { recorded.contains($0) }
  }
}
