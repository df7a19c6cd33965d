/// The parameters of similar games.
package struct SimilarityParameters: Codable, Sendable, Equatable {
  /// The maximum number of similar games per game.
  package var listLength = 20
  /// s: the evidence of a pair, in common players, at which the counted and the expected similarity
  /// have equal weight.
  package var commonPlayersForHalf = 20.0
  /// τ: the factor that brings a cosine of genres and tags to the scale of the cosine of players.
  package var tagScale = 0.05
  /// α: the share of a similarity that two games without common genres and tags lose.
  package var contentShare = 0.8
  /// The maximum number of positives per player that are counted; more are sampled.
  package var maximumGamesPerPlayer = 1000
  /// The seed of that sample.
  package var seed: UInt64 = 1
  package var weights = TermWeights()

  package init() {}
}
