/// The parameters of similar games.
package struct SimilarityParameters: Codable, Sendable, Equatable {
  /// How many games a list holds at most.
  package var listLength = 20
  /// s: the evidence of a pair, in players for both games, at which what they have in common weighs as
  /// much as what factors and tags expect.
  package var commonPlayersForHalf = 20.0
  /// h: the number of players for the less known game at which factors and tags weigh the same.
  package var evidenceForHalf = 20.0
  /// φ: what a cosine of factors counts, on the scale of the cosine of players.
  package var factorScale = 0.2
  /// τ: what a cosine of genres and tags counts, on the same scale.
  package var tagScale = 0.1
  /// A player who is for more games counts with so many of them where pairs are counted.
  package var mostGamesOfPlayer = 1000
  /// The seed by which those are drawn.
  package var seed: UInt64 = 1
  package var weights = TermWeights()

  package init() {}
}
