/// A trained EASE: a game's score is the sum of its weights with the positives of a profile.
package struct EASEModel: Ranker, Equatable {
  package let name = "EASE"
  /// B[games, games]: row i is what a positive for game i adds to each game; zero on the diagonal.
  package let weights: Matrix

  package init(weights: Matrix) {
    precondition(weights.rows == weights.columns, "\(weights.rows) × \(weights.columns) weights")
    self.weights = weights
  }

  /// The model whose weights are multiplied by a factor of the scored game.
  package func multiplyingColumns(by factors: [Float]) -> EASEModel {
    var aged = weights
    let columns = aged.columns
    aged.withElements { elements in
      for start in stride(from: 0, to: elements.count, by: max(1, columns)) {
        for column in 0..<columns { elements[start + column] *= factors[column] }
      }
    }
    return EASEModel(weights: aged)
  }

  /// Each profile's row of X, binary as in the training, times B. A dislike adds nothing.
  ///
  /// - Complexity: a profile with k positives takes k steps per game, each a whole row of B; strips
  ///   of columns were slower.
  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    let games = weights.columns
    precondition(profiles.columns == games, "profiles of other games")
    for index in 0..<rows.count * games { scores[index] = 0 }
    for (position, row) in rows.enumerated() {
      for element in profiles.range(ofRow: row) where profiles.values[element] > 0 {
        BLAS.add(
          weights.row(Int(profiles.columnIndices[element])), to: &scores, at: position * games)
      }
    }
  }
}
