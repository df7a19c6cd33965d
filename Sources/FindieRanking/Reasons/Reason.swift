package import FindieDomain

/// Why a game is on a player's list.
package enum Reason: Sendable, Equatable {
  /// The player's action on a game (its index), the largest part of the score.
  case because(SwipeAction, game: UInt32)
  /// In one of the player's favourite genres, and as popular as half of the games or more.
  case favoriteGenre(Genre, isPopular: Bool)
  case popular
  /// No positive part: only that the player has not seen it.
  case unseen
  /// One or several friends like it, or else viewed it.
  case friends(like: Bool, several: Bool)
  /// Its activity rises above its own history.
  case trending
  /// It is a recent release.
  case new

  /// The sentence that the app can show.
  package func sentence(title: (UInt32) -> String) -> String {
    switch self {
    case .because(let action, let game):
      switch action {
      case .wishlist: "because \(title(game)) is on your wishlist"
      case .superLike: "because you super-liked \(title(game))"
      case .share: "because you shared \(title(game))"
      case .viewDetails: "because you viewed \(title(game))"
      case .like, .dislike, .skip: "because you liked \(title(game))"
      }
    case .favoriteGenre(let genre, isPopular: true): "popular in \(genre.rawValue)"
    case .favoriteGenre(let genre, isPopular: false): "in \(genre.rawValue), one of your genres"
    case .popular: "popular with players"
    case .unseen: "new to you"
    case .friends(like: true, several: false): "a friend likes it"
    case .friends(like: true, several: true): "friends like it"
    case .friends(like: false, several: false): "a friend viewed it"
    case .friends(like: false, several: true): "friends viewed it"
    case .trending: "trending now"
    case .new: "recently released"
    }
  }
}

/// The reasons of one entry.
struct EntryReasons: Sendable, Equatable {
  let first: Reason
  var second: Reason?
}

extension Reason {
  /// The reason as two numbers, for columns.
  package var code: (kind: UInt8, subject: UInt32) {
    switch self {
    case .because(let action, let game): (action.code, game)
    case .favoriteGenre(let genre, let isPopular):
      (
        isPopular ? Reason.popularGenreKind : Reason.genreKind,
        UInt32(Genre.allCases.firstIndex(of: genre) ?? 0)
      )
    case .popular: (Reason.popularKind, 0)
    case .unseen: (Reason.unseenKind, 0)
    case .friends(like: true, several: true): (Reason.friendsLikeKind, 0)
    case .friends(like: true, several: false): (Reason.friendLikesKind, 0)
    case .friends(like: false, several: true): (Reason.friendsViewedKind, 0)
    case .friends(like: false, several: false): (Reason.friendViewedKind, 0)
    case .trending: (Reason.trendingKind, 0)
    case .new: (Reason.newKind, 0)
    }
  }

  /// The reason of a code; nil if the code is invalid.
  package init?(kind: UInt8, subject: UInt32) {
    switch kind {
    case 0..<UInt8(SwipeAction.allCases.count):
      self = .because(SwipeAction.allCases[Int(kind)], game: subject)
    case Reason.popularGenreKind, Reason.genreKind:
      guard subject < Genre.allCases.count else { return nil }
      self = .favoriteGenre(
        Genre.allCases[Int(subject)], isPopular: kind == Reason.popularGenreKind)
    case Reason.popularKind: self = .popular
    case Reason.unseenKind: self = .unseen
    case Reason.friendsLikeKind: self = .friends(like: true, several: true)
    case Reason.friendLikesKind: self = .friends(like: true, several: false)
    case Reason.friendsViewedKind: self = .friends(like: false, several: true)
    case Reason.friendViewedKind: self = .friends(like: false, several: false)
    case Reason.trendingKind: self = .trending
    case Reason.newKind: self = .new
    default: return nil
    }
  }

  private static let popularGenreKind: UInt8 = 100
  private static let popularKind: UInt8 = 101
  private static let friendsLikeKind: UInt8 = 102
  private static let trendingKind: UInt8 = 103
  private static let newKind: UInt8 = 104
  private static let friendLikesKind: UInt8 = 105
  private static let friendsViewedKind: UInt8 = 106
  private static let friendViewedKind: UInt8 = 107
  private static let genreKind: UInt8 = 108
  private static let unseenKind: UInt8 = 109

  /// The kinds whose subject is a genre.
  static let ofGenres = [popularGenreKind, genreKind]

  /// The kinds that have no subject.
  static let withoutSubject = [
    popularKind, friendsLikeKind, trendingKind, newKind, friendLikesKind, friendsViewedKind,
    friendViewedKind, unseenKind,
  ]
}
