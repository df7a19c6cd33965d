import FindieDomain
package import FindieModels

/// The filters that exclude a game from a player's list, in the order in which they are applied.
/// They are hard: no score overrides them.
package enum ListFilter: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
  /// Softly deleted.
  case inactive
  case cancelled
  /// Upcoming, or dated on the day of the run or later.
  case unreleased
  /// Outside the night's `EligibleGames`.
  case ineligible
  /// Another edition of the game is listed instead.
  case otherEdition
  /// Above the player's limit, in another currency, or not known to be free for a player who wants
  /// only free games.
  case price
  /// Not on any of the player's platforms.
  case platform
  /// In a genre that the player muted.
  case mutedGenre
  /// With a tag that the player muted.
  case mutedTag
  /// For adults only, and the player does not want such games.
  case mature
  case disliked
  /// Liked or super-liked.
  case liked
  /// In the player's wishlist or library.
  case wishlist
  case shared
  /// Viewed in detail, without a stronger action.
  case viewed
  /// Seen through actions of weight 0.
  case seen

  /// The filter that excludes a game from all lists; nil if it is available.
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

  /// The filter that excludes a game that the player has seen.
  ///
  /// - Parameters:
  ///   - day: as in `InteractionMatrix.seen`.
  ///   - kind: of the strongest evidence; nil if all have weight 0.
  package init(seenOn day: Float, by kind: EvidenceKind?) {
    self =
      switch kind {
      case .dislike: .disliked
      case .like, .superLike: .liked
      case .wishlist, .owned: .wishlist
      case .share: .shared
      case .viewDetails: .viewed
      case .skip, nil: day == .infinity ? .wishlist : .seen
      }
  }
}

extension PlayerRows {
  /// The filter that excludes a game because the player has seen it; nil if the player has not.
  package func filter(of game: Int) -> ListFilter? {
    guard let position = seen.columns(ofRow: 0).firstIndex(of: UInt32(game)),
      !skips.contains(row: 0, column: UInt32(game))
    else { return nil }
    let evidence = observed.columns(ofRow: 0).firstIndex(of: UInt32(game))
    return ListFilter(
      seenOn: seen.values[position],
      by: evidence.map { EvidenceKind.allCases[Int(strongestActions[$0])] })
  }
}
