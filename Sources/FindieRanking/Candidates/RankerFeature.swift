import FindieModels

/// The features of a player and a game. Each is a sum over the player's actions or preferences, or
/// a fact of the game, so that the parts of a score are the weighted parts of its features.
package enum RankerFeature: Int, CaseIterable, Sendable, Codable {
  /// The inner product of the learned factors.
  case factors
  /// The sum of the neighbourhood's weights over the player's positives.
  case neighborhood
  /// The sum of EASE's weights over the player's positives.
  case ease
  /// As `neighborhood`, with the newest positives counting most (`ProfileOrder`).
  case latestNeighborhood
  /// As `ease`, with the newest positives counting most.
  case latestEASE
  /// The mean cosine of genres and tags with the player's games, or with the favourite genres of a
  /// player without positives.
  case content
  /// The cosine of the game's vector with the player's own, or with the mean of those of the
  /// player's games (`Embeddings`).
  case vectors
  /// How high the operator's own model ranks the game for the player (`Suggestions`).
  case candidates
  /// The share of the game's genres that are favourites of the player.
  case genres
  /// ln(1 + friends with a positive for the game); 0 for fewer than two friends.
  case friends
  /// ln(1 + times that the player skipped the game), if the player did nothing else with it.
  case skips
  /// The same, halved for every 30 days since the last time.
  case recentSkips
  /// ln(1 + positives of the game).
  case popularity
  /// The lower bound of the share of players with a positive for the game, of those who saw it.
  case likeRate
  /// ln(1 + players with a positive action on the game), in each of `RecentPositives.windows`.
  case recent1, recent3, recent7, recent28, recent90
  /// The logarithm of the lift's lower bound if the game is trending, else 0.
  case trending
  /// 1 on the day of release, falling to 0 when the release is no longer new.
  case freshness
  /// 1 / (1 + years since the release); 0 without a date.
  case youth

  package static let count = allCases.count

  /// Whether it depends on the player; the others are facts of the game, computed once per game.
  var isOfPlayer: Bool {
    switch self {
    case .factors, .neighborhood, .ease, .latestNeighborhood, .latestEASE, .content, .vectors,
      .candidates, .genres, .friends, .skips, .recentSkips:
      true
    case .popularity, .likeRate, .recent1, .recent3, .recent7, .recent28, .recent90, .trending,
      .freshness, .youth:
      false
    }
  }

  static let ofPlayer = allCases.filter(\.isOfPlayer)
  static let ofGame = allCases.filter { !$0.isOfPlayer }
  /// By feature, its position in `ofPlayer` or in `ofGame`.
  static let columns = allCases.map { feature in
    (feature.isOfPlayer ? ofPlayer : ofGame).firstIndex(of: feature) ?? 0
  }

  /// The features of the windows of `RecentPositives`.
  static let recent: [RankerFeature] = [.recent1, .recent3, .recent7, .recent28, .recent90]

  /// The sign that the feature's weight may have; nil for either.
  var sign: FloatingPointSign? {
    switch self {
    case .popularity, .likeRate, .recent1, .recent3, .recent7, .recent28, .recent90, .youth: nil
    case .skips, .recentSkips: .minus
    default: .plus
    }
  }

  package var name: String {
    switch self {
    case .factors: "factors"
    case .neighborhood: "neighborhood"
    case .ease: "EASE"
    case .latestNeighborhood: "neighborhood of the latest"
    case .latestEASE: "EASE of the latest"
    case .content: "genres and tags"
    case .vectors: "vectors"
    case .candidates: "candidates"
    case .popularity: "popularity"
    case .genres: "favourite genres"
    case .friends: "friends"
    case .skips: "skips"
    case .recentSkips: "recent skips"
    case .likeRate: "like rate"
    case .recent1, .recent3, .recent7, .recent28, .recent90:
      RecentPositives.name(ofWindow: Self.recent.firstIndex(of: self) ?? 0)
    case .trending: "trending"
    case .freshness: "new"
    case .youth: "age"
    }
  }
}

extension Array {
  /// The element of a feature, of one element per feature in their order.
  subscript(feature: RankerFeature) -> Element {
    get { self[feature.rawValue] }
    set { self[feature.rawValue] = newValue }
  }
}
