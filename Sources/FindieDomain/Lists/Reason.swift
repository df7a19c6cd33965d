/// Why a game is on a player's list: a part of its score.
///
/// The app composes the text: by ``sentence(title:)``, or in another language from the same
/// members.
public struct Reason: Hashable, Codable, Sendable {
  /// What the reason is.
  public let kind: ReasonKind
  /// The id of the player's game, for an action on a game; nil for the other kinds.
  public let gameId: String?
  /// The player's favorite genre, for `favoriteGenre`; nil for the other kinds.
  public let genre: Genre?
  /// This part's share of the sum of the positive parts that may be reasons: 0 to 1, in
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
  /// - Parameter title: the title of the game `gameId`; nil if it is unknown or the reason names
  ///   none.
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
    case .recentlyPopular: "popular with players these days"
    case .model: "similar by your model"
    }
  }
}

/// The kinds of reasons for a recommendation.
public enum ReasonKind: String, Codable, CaseIterable, Sendable {
  // An action on a game, `Reason.gameId`.
  case liked, superLiked, wishlisted, owned, shared, viewed
  /// It is in a favorite genre of the player, `Reason.genre`.
  case favoriteGenre
  /// Players with the same favorite genres like it, although it is in none of these genres.
  case genrePlayers
  /// Many players like it.
  case popular
  /// Its activity rises above its own history.
  case trending
  /// It is a recent release.
  case new
  /// Two or more friends like it.
  case friendsLike
  /// Two or more friends know it, but fewer than two like it.
  case friendsViewed
  /// No part of the score is positive; the player just has not seen it.
  case unseen
  /// It is a new game that was drawn at random, whatever its score.
  case exploration
  /// Many players liked it in the last days.
  case recentlyPopular
  /// The operator's own model ranks it high for the player.
  case model
}

extension ReasonKind {
  /// Whether reasons of this kind name a game of the player.
  package var namesGame: Bool {
    switch self {
    case .liked, .superLiked, .wishlisted, .owned, .shared, .viewed: true
    default: false
    }
  }

  /// Whether reasons of this kind name a genre of the player.
  package var namesGenre: Bool { self == .favoriteGenre }

  /// The kind's index in `allCases`: its code in columns.
  package var code: UInt8 {
    switch self {
    case .liked: 0
    case .superLiked: 1
    case .wishlisted: 2
    case .owned: 3
    case .shared: 4
    case .viewed: 5
    case .favoriteGenre: 6
    case .genrePlayers: 7
    case .popular: 8
    case .trending: 9
    case .new: 10
    case .friendsLike: 11
    case .friendsViewed: 12
    case .unseen: 13
    case .exploration: 14
    case .recentlyPopular: 15
    case .model: 16
    }
  }

  /// The kind with this code; nil if the code is invalid.
  package init?(code: UInt8) {
    guard code < Self.all.count else { return nil }
    self = Self.all[Int(code)]
  }

  // Stored, since `allCases` builds an array on each call.
  private static let all = Array(allCases)
}
