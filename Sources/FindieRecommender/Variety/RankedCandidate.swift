import Foundation

/// One candidate of a player's list; candidates stand best relevance first.
package struct RankedCandidate: Sendable, Equatable {
  package var game: UInt32
  /// The ranker's logit.
  package var relevance: Float

  package init(game: UInt32, relevance: Float) {
    self.game = game
    self.relevance = relevance
  }

  /// The logistic function of the logit, 1 / (1 + e⁻ˣ): the likes to be expected of showing the game
  /// once. It grows with the logit and is not negative, so that shares of a sum of it make sense.
  package var expectedLikes: Double { 1 / (1 + exp(-Double(relevance))) }
}
