package import FindieDomain

/// Why a game is on a player's list.
package enum Reason: Sendable, Equatable {
  /// The player did this with that game (its index), and it speaks most for the entry.
  case because(SwipeAction, game: UInt32)
  /// Popular in one of the player's favourite genres.
  case favoriteGenre(Genre)
  case popular
  /// Friends of the player are for it.
  case friends
  /// It rises against its own past.
  case trending
  /// It came out lately.
  case new

  /// The sentence that the app can show.
  package func sentence(title: (UInt32) -> String) -> String {
    switch self {
    case .because(let action, let game):
      switch action {
      case .wishlist: "because \(title(game)) is on your wishlist"
      case .superLike: "because you super-liked \(title(game))"
      case .share: "because you shared \(title(game))"
      case .viewDetails: "because you looked at \(title(game))"
      case .like, .dislike, .skip: "because you liked \(title(game))"
      }
    case .favoriteGenre(let genre): "popular in \(genre.rawValue)"
    case .popular: "popular with players"
    case .friends: "your friends like it"
    case .trending: "trending this week"
    case .new: "came out lately"
    }
  }
}

/// Why one entry stands on its list.
struct EntryReasons: Sendable, Equatable {
  let first: Reason
  var second: Reason?
}

extension Reason {
  /// The reason as two numbers, for columns.
  package var code: (kind: UInt8, subject: UInt32) {
    switch self {
    case .because(let action, let game): (action.code, game)
    case .favoriteGenre(let genre):
      (Reason.genreKind, UInt32(Genre.allCases.firstIndex(of: genre) ?? 0))
    case .popular: (Reason.popularKind, 0)
    case .friends: (Reason.friendsKind, 0)
    case .trending: (Reason.trendingKind, 0)
    case .new: (Reason.newKind, 0)
    }
  }

  /// The reason that `code` spells, nil where there is none.
  package init?(kind: UInt8, subject: UInt32) {
    switch kind {
    case 0..<UInt8(SwipeAction.allCases.count):
      self = .because(SwipeAction.allCases[Int(kind)], game: subject)
    case Reason.genreKind where subject < Genre.allCases.count:
      self = .favoriteGenre(Genre.allCases[Int(subject)])
    case Reason.popularKind: self = .popular
    case Reason.friendsKind: self = .friends
    case Reason.trendingKind: self = .trending
    case Reason.newKind: self = .new
    default: return nil
    }
  }

  static let genreKind: UInt8 = 100
  private static let popularKind: UInt8 = 101
  private static let friendsKind: UInt8 = 102
  private static let trendingKind: UInt8 = 103
  private static let newKind: UInt8 = 104

  /// The kinds that have no subject.
  static let withoutSubject = [popularKind, friendsKind, trendingKind, newKind]
}
