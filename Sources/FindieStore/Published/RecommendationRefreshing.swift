public import FindieDomain

/// A model that computes a player's list from the data of a night and later interactions.
///
/// ``PublishedStore/refreshRecommendations(userId:since:limit:by:at:)`` uses it for players who
/// were active since the night.
public protocol RecommendationRefreshing: Sendable {
  /// The night whose data the model was trained on.
  var night: Day { get }

  /// Computes a player's list. Without interactions it is the list of the night.
  ///
  /// - Parameters:
  ///   - userId: the id of the player.
  ///   - interactions: the player's interactions since the night, in any order. Older ones are
  ///     ignored.
  /// - Returns: nil if the player is unknown and there are no interactions.
  func recommendations(
    userId: String, since interactions: [SwipeInteraction]
  ) throws -> RecommendationList?
}
