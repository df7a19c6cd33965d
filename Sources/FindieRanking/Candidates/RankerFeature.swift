/// The features of a player and a game. Each is a sum over the player's actions or preferences, or
/// a fact of the game, so that the parts of a score are the weighted parts of its features.
package enum RankerFeature: Int, CaseIterable, Sendable, Codable {
  /// The inner product of the learned factors.
  case factors
  /// The sum of the neighbourhood's weights over the player's positives.
  case neighborhood
  /// The sum of EASE's weights over the player's positives.
  case ease
  /// The mean cosine of genres and tags with the player's games, or with the favourite genres of a
  /// player without positives.
  case content
  /// ln(1 + positives of the game).
  case popularity
  /// The share of the game's genres that are favourites of the player.
  case genres
  /// ln(1 + friends with a positive for the game); 0 for fewer than two friends.
  case friends
  /// The logarithm of the lift's lower bound if the game is trending, else 0.
  case trending
  /// 1 on the day of release, falling to 0 when the release is no longer new.
  case freshness

  package static let count = allCases.count

  package var name: String {
    switch self {
    case .factors: "factors"
    case .neighborhood: "neighborhood"
    case .ease: "EASE"
    case .content: "genres and tags"
    case .popularity: "popularity"
    case .genres: "favourite genres"
    case .friends: "friends"
    case .trending: "trending"
    case .freshness: "new"
    }
  }
}
