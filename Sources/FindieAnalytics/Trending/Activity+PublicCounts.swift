import FindieDomain

// The counts of events that public lists depend on: nearest multiples of k, and 0 for a game with
// fewer than k players.

extension Activity {
  /// By game, the likes and super-likes together, and the impressions, before the as-of day; 0 for
  /// a game that fewer than k players saw.
  ///
  /// If fewer impressions than likes were recorded, the likes count as impressions.
  package func publicVerdicts(minimumPlayers k: Int) -> [(likes: Int, impressions: Int)] {
    let swipes: [SwipeAction] = [.like, .superLike, .dislike, .skip]
    let views: [EventType] = [.gameView, .gameLike, .gameDislike]
    let kinds = (swipes.map { EventKind($0) } + views.map { EventKind($0) })
      .reduce(UInt16(0)) { $0 | $1.bit }
    let (whole, bound) = (wholeRange, DisclosureBound(k))
    return playerCounts(of: kinds).enumerated().map { game, players in
      guard bound.allows(players) else { return (0, 0) }
      let tally = tally(of: game, in: whole)
      let impressions = max(tally[.impressions], tally.positives)
      return (
        bound.published(tally.positives, of: players), bound.published(impressions, of: players)
      )
    }
  }

  /// By game, the wishlist adds before the as-of day; 0 for a game that fewer than k players wished
  /// for.
  func publicWishes(minimumPlayers k: Int) -> [Int] {
    let kinds = EventKind(.wishlist).bit | EventKind(.gameWishlist).bit
    let (whole, bound) = (wholeRange, DisclosureBound(k))
    return playerCounts(of: kinds).enumerated().map { game, players in
      guard bound.allows(players) else { return 0 }
      return bound.published(tally(of: game, in: whole)[.wishlistAdds], of: players)
    }
  }
}
