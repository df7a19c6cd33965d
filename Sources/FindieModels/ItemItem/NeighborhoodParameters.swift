/// The parameters of the item-item neighbourhood.
package struct NeighborhoodParameters: Codable, Sendable, Equatable {
  /// The weight of a player in the similarity of two games.
  package enum Weighting: String, Codable, Sendable, CaseIterable {
    /// Every player 1: the cosine of two columns of ones.
    case none
    /// TF-IDF: a player with few positives has a higher weight.
    case inverseFrequency
  }

  /// K, at least 1: the maximum number of stored neighbours per game.
  package var neighbors = 20
  /// s, at least 0: the number of common players at which a similarity is halved.
  package var shrinkage = 20.0
  package var weighting = Weighting.inverseFrequency

  package init() {}
}
