/// What an action says about taste, in units of one like on the night itself.
package struct ActionWeights: Codable, Sendable, Equatable {
  package var like = 1.0
  package var superLike = 2.0
  package var wishlist = 1.0
  package var share = 1.0
  package var viewDetails = 0.3
  /// The confidence of an observed zero.
  package var dislike = 1.0

  package init() {}
}

package struct MatrixParameters: Codable, Sendable, Equatable {
  package var weights = ActionWeights()
  /// After this many days an action counts half.
  package var halfLifeInDays = 365.0

  package init() {}
}
