import FindieDomain

/// One player: properties that never change, and what the player did so far.
struct Player {
  let number: Int
  let favoriteGenres: [Genre]
  let vector: Taste.Vector
  /// What the player adds to the logit of a like, in units of 1/256.
  let generosity: Int
  /// Days from the world's first day to the day of joining; negative before it.
  let joinedDay: Int
  /// The number of sessions relative to other players; 0 for the burst accounts.
  let activity: Float
  let isBurstAccount: Bool

  /// One press of the wishlist button.
  struct Wish {
    let game: Int32
    let instant: Timestamp
  }

  /// The games of the synced library.
  var ownedGames: [Int32] = []
  var seenGames: [Int32] = []
  var lastLikedGame: Int?
  var lastActiveDay: Int?
  var viewCount = 0
  var likeCount = 0
  var wishes: [Wish] = []

  /// Whether a feed may not show `game` to the player.
  func knows(_ game: Int) -> Bool {
    seenGames.contains(Int32(game)) || ownedGames.contains(Int32(game))
  }
}
