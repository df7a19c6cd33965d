/// How the factors of games with little evidence are predicted from genres and tags.
package struct NewGameParameters: Codable, Sendable, Equatable {
  /// λ of the ridge regression, above 0.
  package var regularization = 1.0
  /// n₀, at least 0: the number of players at which a game's factor is half learned and half
  /// predicted. 0 predicts only games without evidence.
  package var evidenceForHalf = 5.0

  package init() {}

  /// w = n / (n + n₀): the share of a game's factor that is learned, given n players with evidence.
  package func learnedShare(evidence: Int) -> Double {
    guard evidence > 0 else { return 0 }
    return Double(evidence) / (Double(evidence) + evidenceForHalf)
  }
}
