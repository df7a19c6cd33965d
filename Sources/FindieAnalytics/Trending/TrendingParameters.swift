import FindieDomain

/// The parameters of trending games.
package struct TrendingParameters: Hashable, Codable, Sendable {
  /// The days of the window, which ends before the as-of day. 1 to 28.
  package var windowInDays = 7
  /// The days before the window that a game is compared with. 7 to 364.
  package var baselineInDays = 28
  /// The half-life in days of engagement in the window. 0.1 to 365.
  package var halfLifeInDays = 3.0
  /// The strength of the prior that a game changes as the catalogue does, in weighted player-days. 0.001 to
  /// 1000.
  package var priorEvents = 5.0
  /// The strength of the prior that all weekdays are alike, in weighted player-days of the catalogue. 0.001 to
  /// 1,000,000.
  package var rhythmPriorEvents = 100.0
  /// The number of a game's strongest players without whom it must clearly rise to be listed. 0 to 1000.
  package var listedWithout = 10
  /// The number of its strongest players without whom a listed game must clearly rise, or else it is flagged.
  /// 0 to 1000.
  package var unflaggedWithout = 30
  /// The number of days after sign-up on which an account is fresh and its engagement does not count; 0 counts
  /// every account. 0 to 365.
  package var freshAccountDays = 3
  /// The share of a game's engagement from one session, or from fresh accounts, above which its entry is
  /// flagged. 0 to 1.
  package var flaggedShare = 0.5
  /// The maximum length of a list. 1 to 1000.
  package var listLength = 50
  /// The number of past days of the backtest. 0 to 90.
  package var backtestNights = 14
  /// The number of games per list in the backtest. 1 to 1000.
  package var backtestGames = 10
  /// The number of days after each list in the backtest. 1 to 14.
  package var backtestDaysAfter = 3
  package var weights = EngagementWeights()

  package init() {}
}

/// The weights of actions, relative to a like's 1. Each 0 to 10.
package struct EngagementWeights: Hashable, Codable, Sendable {
  package var like = 1.0
  package var superLike = 1.5
  package var wishlist = 1.5
  package var share = 1.5
  package var viewDetails = 0.5
  package var externalClick = 1.0

  package init() {}

  /// The largest of them.
  var strongest: Double { max(like, superLike, wishlist, share, viewDetails, externalClick) }

  /// The weight of each kind of event, by its number.
  var byKind: [Double] {
    var weights = [Double](repeating: 0, count: EventKind.count)
    let kinds: [(EventKind, Double)] = [
      (.init(.like), like), (.init(.superLike), superLike), (.init(.wishlist), wishlist),
      (.init(.share), share), (.init(.viewDetails), viewDetails), (.init(.gameLike), like),
      (.init(.gameWishlist), wishlist), (.init(.gameShare), share),
      (.init(.gameClick), viewDetails), (.init(.externalLinkClick), externalClick),
    ]
    for (kind, weight) in kinds { weights[kind.rawValue] = weight }
    return weights
  }
}
