package import FindieDomain

/// A way to break a game's events down, one at a time: never two ways together.
package enum Cut: String, CaseIterable, Sendable {
  case genrePreference, deviceType, appVersion, shop, surface

  /// What an event says that lacks the field.
  package static let unknown = "unknown"
  /// The places where a game is shown.
  package static let surfaces = [
    "exploration", "new", "personal", "similar", "trending", unknown,
  ]

  /// The cut's name, in words.
  package var name: String {
    switch self {
    case .genrePreference: "What the audience likes"
    case .deviceType: "Device"
    case .appVersion: "App version"
    case .shop: "Shop"
    case .surface: "Where it was shown"
    }
  }

  /// Whether an event has one value, so that cells add up to the total. A player may prefer several
  /// genres, and counts with each of them.
  package var addsUp: Bool { self != .genrePreference }
}

/// One game's or studio's events of a period's whole weeks by a cut, as far as they may be told.
package struct Breakdown: Sendable, Equatable {
  /// The events of one value of the cut.
  package struct Cell: Sendable, Equatable {
    package let value: String
    package let tally: Tally
    /// Whether more of this value may stand in what is withheld: of a week, or of a studio's game, of
    /// which it is not told.
    package let isAtLeast: Bool
  }

  package let cut: Cut
  /// The record whose events are broken down: cells never mix the two.
  package let source: EventSource
  /// The whole weeks that stand for the period.
  package let range: DayRange
  /// Those that are told, the most impressions first, then by events, then by value.
  package let cells: [Cell]
  /// The events of all cells that are not told, together; empty where all are. Of genres, where
  /// cells do not add up, the most that the total leaves: no number, so always empty.
  package let withheld: Tally
  /// Whether there are cells that are not told.
  package let isWithheld: Bool
  /// All events of that record in those weeks: `cells` and `withheld` together where the cut adds up.
  package let total: Tally
}
