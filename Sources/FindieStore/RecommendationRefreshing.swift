public import FindieDomain

/// Makes one player's list again from what a night learned: the store remembers lists, and learning is
/// not its work.
public protocol RecommendationRefreshing: Sendable {
  /// The night whose models make the list.
  var night: Day { get }

  /// The player's list as the night would make it, with what happened since: the night's own where
  /// nothing did. Nil where the night does not know the player and nothing is given.
  ///
  /// - Parameter interactions: the player's since the night, in any order; what is older, the night has
  ///   seen, and it is left out.
  func recommendations(
    userId: String, since interactions: [SwipeInteraction]
  ) throws -> RecommendationList?
}
