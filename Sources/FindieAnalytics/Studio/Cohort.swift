package import FindieDomain

/// What makes games similar: their first genre, their age, and their number of impressions.
package struct Cohort: Hashable, Sendable {
  /// The time since a game's release at the end of a period.
  package enum Age: String, CaseIterable, Sendable {
    case announced, upTo28Days, upTo90Days, upTo1Year, upTo3Years, older, unknown

    init(_ release: Day?, on day: Day) {
      guard let release else {
        self = .unknown
        return
      }
      self =
        switch day.days(since: release) {
        case ..<0: .announced
        case ..<28: .upTo28Days
        case ..<90: .upTo90Days
        case ..<365: .upTo1Year
        case ..<1095: .upTo3Years
        default: .older
        }
    }
  }

  /// Nil for games without a genre.
  package let genre: Genre?
  package let age: Age
  /// The minimum number of impressions of its games in the period.
  package let impressionsFrom: Int

  private static let audiences = [100_000, 30_000, 10_000, 3000, 1000, 300, 100, 30, 1]

  init(_ game: PeerGame, on day: Day, impressions: Int) {
    genre = game.genre
    age = Age(game.release, on: day)
    impressionsFrom = Self.audiences.first { $0 <= impressions } ?? 0
  }

  /// The classes of impressions next to this one, and this one.
  var nearAudiences: ArraySlice<Int> {
    guard let own = Self.audiences.firstIndex(of: impressionsFrom) else { return [] }
    return Self.audiences[max(0, own - 1)...min(Self.audiences.count - 1, own + 1)]
  }
}

/// The games that a game is compared with, from the most similar ones to all. The first group with
/// enough games is used.
package enum PeerGroup: String, CaseIterable, Sendable {
  case genreAgeAudience, genreAudience
  /// Also the games with the next smaller and the next larger number of impressions.
  case genreNearAudience
  case genre, all
}

/// A game's rank among similar games in a period.
package struct Standing: Sendable, Equatable {
  package enum Verdict: String, CaseIterable, Sendable {
    case above, below
    /// The like rate's interval contains the group's median, or the shrunk like rate is on the
    /// other side of it.
    case tooEarly
    /// There are too few impressions for a rate.
    case tooFew
  }

  package let cohort: Cohort
  package let group: PeerGroup
  /// The number of the group's games with a like rate, this one included; at least k.
  package let games: Int
  /// The game's like rate, shrunk toward the group's; see `CohortTable`.
  package let shrunkLikeRate: Double
  /// The percentage of the group's other games with a lower shrunk like rate; equal ones count
  /// half.
  package let likeRatePercentile: Double
  /// The median of the group's shrunk like rates.
  package let medianLikeRate: Double
  package let verdict: Verdict
}
