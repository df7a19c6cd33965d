/// What the ranker knows of a player and a game. Each is a sum over what the player did or is, or a fact
/// of the game, so that a score's parts are the weighted parts of its features.
package enum RankerFeature: Int, CaseIterable, Sendable, Codable {
  /// The inner product of the learned factors.
  case factors
  /// What the neighbourhood's counts of common players say of the player's games.
  case neighborhood
  /// What EASE's weights say of them.
  case ease
  /// The mean cosine of genres and tags with the player's games; with the favourite genres of a player of
  /// whom nothing else is known.
  case content
  /// ln(1 + players that are for the game).
  case popularity
  /// The share of the game's genres that are favourites of the player.
  case genres
  /// ln(1 + friends that are for the game).
  case friends
  /// The logarithm of the lift's lower bound where the game is trending, else 0.
  case trending
  /// 1 on the day of its release, falling to 0 at the end of the time that a release is new.
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
