/// Why a game is on a player's list: a part of its score.
///
/// The app composes the text: by ``sentence(title:)``, or in another language from the same members.
public struct Reason: Hashable, Codable, Sendable {
  /// What the reason is.
  public let kind: ReasonKind
  /// The id of the player's game, for an action on a game; nil for the other kinds.
  public let gameId: String?
  /// The player's favorite genre, for `favoriteGenre`; nil for the other kinds.
  public let genre: Genre?
  /// The share of this part in the sum of the positive parts that may be a reason, 0 to 1, in
  /// thousandths. 0 for `unseen` and `exploration`.
  public let weight: Double

  /// Creates a reason.
  public init(kind: ReasonKind, gameId: String? = nil, genre: Genre? = nil, weight: Double) {
    self.kind = kind
    self.gameId = gameId
    self.genre = genre
    self.weight = weight
  }

  /// The reason as an English sentence.
  ///
  /// - Parameter title: the title of the game `gameId`; nil if it is unknown or the reason names none.
  public func sentence(title: String?) -> String {
    let game = title ?? "another game"
    return switch kind {
    case .liked: "because you liked \(game)"
    case .superLiked: "because you super-liked \(game)"
    case .wishlisted: "because \(game) is on your wishlist"
    case .owned: "because you own \(game)"
    case .shared: "because you shared \(game)"
    case .viewed: "because you viewed \(game)"
    case .favoriteGenre: "in \(genre?.rawValue ?? "a genre"), one of your genres"
    case .genrePlayers: "liked by players of your genres"
    case .popular: "popular with players"
    case .trending: "trending now"
    case .new: "recently released"
    case .friendsLike: "friends like it"
    case .friendsViewed: "friends viewed it"
    case .unseen: "new to you"
    case .exploration: "a new game to discover"
    }
  }
}
