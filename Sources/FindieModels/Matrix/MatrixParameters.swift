/// The confidence that an action adds on the day of the run. A wishlist item has weight 1:
/// something owned or saved is weaker evidence than a verdict.
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
  /// The number of days after which an action's weight is halved.
  package var halfLifeInDays = 365.0

  package init() {}
}
