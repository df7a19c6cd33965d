import FindieDomain

// The counts of events that public lists depend on: nearest multiples of k, and 0 for a game with
// fewer than k players.

extension Activity {
  /// By game, the likes and super-likes together, and the cards, before the as-of day; 0 for
  /// a game that fewer than k players saw.
  package func publicVerdicts(minimumPlayers k: Int) -> [(likes: Int, cards: Int)] {
    let kinds = EventKind.bits(
      of: [.like, .superLike, .dislike, .skip], [.gameView, .gameLike, .gameDislike])
    let (whole, bound) = (wholeRange, DisclosureBound(k))
    return playerCounts(of: kinds).enumerated().map { game, players in
      guard bound.allows(players) else { return (0, 0) }
      let tally = tally(of: game, in: whole)
      return (
        bound.published(tally.positives, of: players), bound.published(tally.cards, of: players)
      )
    }
  }

  /// By game, the wishlist adds before the as-of day; 0 for a game that fewer than k players wished
  /// for.
  func publicWishes(minimumPlayers k: Int) -> [Int] {
    let kinds = EventKind.bits(of: [.wishlist], [.gameWishlist])
    let (whole, bound) = (wholeRange, DisclosureBound(k))
    return playerCounts(of: kinds).enumerated().map { game, players in
      guard bound.allows(players) else { return 0 }
      return bound.published(tally(of: game, in: whole)[.wishlistAdds], of: players)
    }
  }
}
