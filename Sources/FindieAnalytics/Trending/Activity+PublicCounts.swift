import FindieDomain

// The counts of events that public lists depend on: nearest multiples of k, and 0 for a game with
// fewer than k players.

extension Activity {
  /// By game, the likes and super-likes together, and the cards, before the as-of day; 0 for
  /// a game that fewer than k players saw.
  package func publicVerdicts(minimumPlayers k: Int) -> [(likes: Int, cards: Int)] {
    let kinds = EventKind.bits(
      of: [.like, .superLike, .dislike, .skip], [.gameView, .gameLike, .gameDislike])
    return publicCounts(of: kinds, k) { tally, rounded in
      (rounded(tally.positives), rounded(tally.cards))
    }
  }

  /// By game, the wishlist adds before the as-of day; 0 for a game that fewer than k players wished
  /// for.
  func publicWishes(minimumPlayers k: Int) -> [Int] {
    publicCounts(of: EventKind.bits(of: [.wishlist], [.gameWishlist]), k) { tally, rounded in
      rounded(tally[.wishlistAdds])
    }
  }

  private func publicCounts<Counts>(
    of kinds: UInt16, _ k: Int, _ counts: (Tally, _ rounded: (Int) -> Int) -> Counts
  ) -> [Counts] {
    let (whole, bound) = (wholeRange, DisclosureBound(k))
    return playerCounts(of: kinds).enumerated().map { game, players in
      counts(bound.allows(players) ? tally(of: game, in: whole) : Tally()) {
        bound.published($0, of: players)
      }
    }
  }
}
