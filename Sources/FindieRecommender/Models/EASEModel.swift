package import FindieLinearAlgebra

/// What EASE learned: a game's score is the sum of its weights with the games that a profile is for.
package struct EASEModel: Ranker, Equatable {
  package let name = "EASE"
  /// B[games, games]: row i says what being for game i adds to each game; zero on the diagonal.
  package let weights: Matrix

  package init(weights: Matrix) {
    precondition(weights.rows == weights.columns, "\(weights.rows) × \(weights.columns) weights")
    self.weights = weights
  }

  /// Each profile's row of X, binary as in the training, times B. A dislike adds nothing.
  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    let games = weights.columns
    precondition(profiles.columns == games, "profiles of other games")
    for index in 0..<rows.count * games { scores[index] = 0 }
    for (position, row) in rows.enumerated() {
      for place in profiles.range(ofRow: row) where profiles.values[place] > 0 {
        BLAS.add(
          weights.row(Int(profiles.columnIndices[place])), to: &scores, at: position * games)
      }
    }
  }
}
