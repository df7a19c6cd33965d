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

  /// A row a step, for the templates.
  var rows: [[String: Any]] {
    let views = tally[.impressions]
    return Self.steps.map { step in
      guard recorded.contains(step) else {
        return ["name": step.name, "isMissing": true]
      }
      let share = views > 0 ? Double(tally[step]) / Double(views) : 0
      return [
        "name": step.name, "count": Figure.count(tally[step]).html,
        "share": Figure.share(share).html, "width": svg(min(1, share) * 100),
      ]
    }
  }
}
