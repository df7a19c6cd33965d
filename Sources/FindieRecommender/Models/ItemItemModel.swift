package import FindieLinearAlgebra

/// What one game says of another, for the few pairs that say most: a game's score is the sum of what the
/// games say that a profile is for.
package struct ItemItemModel: Ranker, Equatable {
  package let name: String
  /// W[games, games]: row j holds what being for game j adds to each game; nothing on the diagonal.
  package let weights: SparseRows
  /// Whether a game says more where the player's confidence is higher.
  package let weighsConfidence: Bool

  package init(_ name: String, weights: SparseRows, weighsConfidence: Bool) {
    precondition(weights.rows == weights.columns, "weights of other games")
    self.name = name
    self.weights = weights
    self.weighsConfidence = weighsConfidence
  }

  /// What a game of this confidence says, in units of its weights; a dislike says nothing.
  func voice(_ confidence: Float) -> Float {
    confidence > 0 ? (weighsConfidence ? confidence : 1) : 0
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    let games = weights.columns
    precondition(profiles.columns == games, "profiles of other games")
    for index in 0..<rows.count * games { scores[index] = 0 }
    for (position, row) in rows.enumerated() {
      for place in profiles.range(ofRow: row) where profiles.values[place] > 0 {
        let voice = voice(profiles.values[place])
        for other in weights.range(ofRow: Int(profiles.columnIndices[place])) {
          scores[position * games + Int(weights.columnIndices[other])] +=
            voice * weights.values[other]
        }
      }
    }
  }
}
