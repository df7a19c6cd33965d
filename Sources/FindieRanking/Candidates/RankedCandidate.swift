import Foundation

/// One candidate of a player's list; candidates are ordered by relevance, best first.
package struct RankedCandidate: Sendable, Equatable {
  package var game: UInt32
  /// The ranker's logit.
  package var relevance: Float

  package init(game: UInt32, relevance: Float) {
    self.game = game
    self.relevance = relevance
  }

  /// The logistic function of the logit, 1 / (1 + e⁻ˣ): the expected likes if the game is shown
  /// once. It increases with the logit and is not negative, so shares of its sum are meaningful.
  package var expectedLikes: Double { 1 / (1 + exp(-Double(relevance))) }
}
