/// The parameters of the item-item neighbourhood.
package struct NeighborhoodParameters: Codable, Sendable, Equatable {
  /// What a player weighs in the similarity of two games.
  package enum Weighting: String, Codable, Sendable, CaseIterable {
    /// Every player 1: the cosine of two columns of ones.
    case none
    /// TF-IDF: a player who is for few games tells more of them.
    case inverseFrequency
  }

  /// K, at least 1: how many neighbours of a game are kept.
  package var neighbors = 100
  /// s, at least 0: the number of common players at which a similarity is halved.
  package var shrinkage = 5.0
  package var weighting = Weighting.inverseFrequency

  package init() {}
}
