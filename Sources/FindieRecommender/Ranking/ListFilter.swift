import FindieDomain
import FindieLinearAlgebra

/// What keeps a game off a player's list, in the order in which it is looked for: nothing is traded
/// against it.
package enum ListFilter: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
  /// Softly deleted.
  case inactive
  case cancelled
  /// Upcoming, or dated on the night's day or later.
  case unreleased
  /// Another edition of a game that stands for it.
  case otherEdition
  /// Above the player's price, or of an unknown one.
  case price
  /// On none of the player's platforms.
  case platform
  /// Of a genre that the player muted.
  case mutedGenre
  case disliked
  /// Liked or super-liked.
  case liked
  /// In the player's wishlist or library.
  case wishlist
  case shared
  /// Looked at, and nothing more.
  case lookedAt
  /// Skipped lately, or come across in a way that weighs nothing.
  case skipped

  /// What keeps a game off all lists, for all that it is of; nil where it is out.
  init?(absenceOf game: Game, on day: Day) {
    if !game.isActive {
      self = .inactive
    } else if game.releaseStatus == .cancelled {
      self = .cancelled
    } else if game.availability(on: day) != .out {
      self = .unreleased
    } else {
      return nil
    }
  }

  /// What keeps a game off the list of one who has come across it.
  ///
  /// - Parameters:
  ///   - day: as `InteractionMatrix.seen` has it.
  ///   - action: the strongest; nil where none weighs anything.
  init(seenOn day: Float, by action: SwipeAction?) {
    self =
      switch action {
      case .dislike: .disliked
      case .like, .superLike: .liked
      case .wishlist: .wishlist
      case .share: .shared
      case .viewDetails: .lookedAt
      case .skip, nil: day == .infinity ? .wishlist : .skipped
      }
  }
}

extension PlayerRow {
  /// What keeps a game off the player's list since the player has come across it; nil where nothing.
  package func filter(of game: Int) -> ListFilter? {
    guard let place = seen.columns(ofRow: 0).firstIndex(of: UInt32(game)) else { return nil }
    let evidence = observed.columns(ofRow: 0).firstIndex(of: UInt32(game))
    return ListFilter(
      seenOn: seen.values[place],
      by: evidence.map { SwipeAction.allCases[Int(strongestActions[$0])] })
  }
}
