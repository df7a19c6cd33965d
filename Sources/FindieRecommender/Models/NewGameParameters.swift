/// How the factors of games that few have played are made up from genres and tags.
package struct NewGameParameters: Codable, Sendable, Equatable {
  /// λ of the ridge regression, above 0.
  package var regularization = 1.0
  /// n₀, at least 0: the number of players at which half of a game's factor is learned, half
  /// predicted. 0 predicts only games of which nothing is known.
  package var evidenceForHalf = 5.0

  package init() {}

  /// w = n / (n + n₀): how much of a game's factor is what was learned from n players.
  package func learnedShare(evidence: Int) -> Double {
    guard evidence > 0 else { return 0 }
    return Double(evidence) / (Double(evidence) + evidenceForHalf)
  }
}
