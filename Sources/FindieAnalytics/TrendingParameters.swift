import FindieDomain

/// How trending games are found.
package struct TrendingParameters: Hashable, Codable, Sendable {
  /// The days before the night that are news. 1 to 28.
  package var windowInDays = 7
  /// The days before the window that a game is compared with. 7 to 364.
  package var baselineInDays = 28
  /// After so many days, engagement in the window counts half. 0.1 to 365.
  package var halfLifeInDays = 3.0
  /// How much evidence it takes to believe that a game moves otherwise than the catalogue does, in
  /// weighted player-days. 0.001 to 1000.
  package var priorEvents = 5.0
  /// How much evidence it takes to believe that a weekday is unlike the mean day, in weighted
  /// player-days of the catalogue. 0.001 to 1,000,000.
  package var rhythmPriorEvents = 100.0
  /// Evidence counts in full from so many independent players on. 1 to 1000.
  package var independentPlayers = 10
  /// An account is fresh, and gives no evidence, on its first so many days; 0 believes every
  /// account. 0 to 365.
  package var freshAccountDays = 3
  /// Above this share of a game's engagement from one session, or from fresh accounts, its entry is
  /// flagged. 0 to 1.
  package var flaggedShare = 0.5
  /// The longest a list may be. 1 to 1000.
  package var listLength = 50
  /// How many past nights the lists are made again for, to see how their games did. 0 to 90.
  package var backtestNights = 14
  /// How many games of such a list are looked at. 1 to 1000.
  package var backtestGames = 10
  /// On how many days after it. 1 to 14.
  package var backtestDaysAfter = 3
  package var weights = EngagementWeights()

  package init() {}
}

/// How much each action says of a player's interest, against a like's 1. Each 0 to 10.
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
