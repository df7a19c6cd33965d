/// The confidence that an action adds on the night itself. One is a wishlist's item: something owned
/// or saved says less than a verdict that was given.
package struct ActionWeights: Codable, Sendable, Equatable {
  package var like = 2.0
  package var superLike = 3.0
  package var wishlist = 1.0
  package var share = 1.0
  package var viewDetails = 0.3
  /// The confidence of an observed zero.
  package var dislike = 0.3

  package init() {}
}

package struct MatrixParameters: Codable, Sendable, Equatable {
  package var weights = ActionWeights()
  /// After this many days an action counts half.
  package var halfLifeInDays = 365.0
  /// A game that a player only ever skipped may come again after so many days.
  package var skipReturnsAfterDays = 180.0

  package init() {}
}
