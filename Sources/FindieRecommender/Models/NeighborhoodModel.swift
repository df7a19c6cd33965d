package import FindieLinearAlgebra

/// What the neighbourhood learned: a game's score is the sum of its similarities with the games that a
/// profile is for, each weighed by its confidence.
package struct NeighborhoodModel: Ranker, Equatable {
  package let name = "item-kNN"
  /// S[games, games]: in row i the neighbours of game i, of which it speaks for.
  package let similarities: SparseRows

  package init(similarities: SparseRows) {
    precondition(similarities.rows == similarities.columns, "similarities of other games")
    self.similarities = similarities
  }

  /// A dislike adds nothing.
  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    let games = similarities.columns
    precondition(profiles.columns == games, "profiles of other games")
    for index in 0..<rows.count * games { scores[index] = 0 }
    for (position, row) in rows.enumerated() {
      for place in profiles.range(ofRow: row) where profiles.values[place] > 0 {
        let confidence = profiles.values[place]
        for neighbor in similarities.range(ofRow: Int(profiles.columnIndices[place])) {
          scores[position * games + Int(similarities.columnIndices[neighbor])] +=
            confidence * similarities.values[neighbor]
        }
      }
    }
  }
}
