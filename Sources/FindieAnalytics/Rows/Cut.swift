package import FindieDomain

/// A dimension that a game's events are broken down by; dimensions are never combined.
package enum Cut: String, CaseIterable, Sendable {
  case genrePreference, deviceType, appVersion, shop, surface, campaign, country

  /// The value of events without the field.
  package static let unknown = "unknown"
  /// The surfaces that show games.
  package static let surfaces = [
    "exploration", "new", "personal", "similar", "trending", unknown,
  ]

  /// The heading on pages.
  package var name: String {
    switch self {
    case .genrePreference: "What the audience likes"
    case .deviceType: "Device"
    case .appVersion: "App version"
    case .shop: "Shop"
    case .surface: "Where it was shown"
    case .campaign: "Campaign"
    case .country: "Country"
    }
  }

  /// Whether an event has exactly one value, so that cells add up to the total. A player may prefer
  /// several genres and counts in each of them.
  package var addsUp: Bool { self != .genrePreference }

  /// Whether only clicks to shops are counted.
  package var isOfClicks: Bool { [.shop, .campaign].contains(self) }
}

/// The published breakdown of one game's or studio's events over the whole weeks of a period.
/// Counts of cells are rounded down to multiples of k.
package struct Breakdown: Sendable, Equatable {
  /// The events of one value of the cut.
  package struct Cell: Sendable, Equatable {
    package let value: String
    package internal(set) var tally: Tally
    /// The like rate of the rounded counts; nil below 100 cards and if `isAtLeast`.
    package var likeRate: Proportion? {
      isAtLeast || tally.cards < 100 ? nil : tally.likeRate
    }
    /// Whether more events of this value are suppressed, in some week or for some game of a studio.
    package let isAtLeast: Bool
  }

  package let cut: Cut
  /// The record of the events; records are never mixed.
  package let source: EventSource
  /// The whole weeks that the breakdown covers.
  package let range: DayRange
  /// The published cells, by impressions in descending order, then by events, then by value.
  package internal(set) var cells: [Cell]
  /// The events of all suppressed cells together, rounded down. Empty for genres, which do not add
  /// up to the total.
  package let suppressed: Tally
  package let isSuppressed: Bool
  /// All events of the record in those weeks. If the cut adds up, `cells` and `suppressed` are its
  /// parts, each rounded.
  package internal(set) var total: Tally
}
