/// A sparse item-item model: a game's score is the sum of its weights with the positives of a
/// profile.
package struct ItemItemModel: Ranker, Equatable {
  package let name: String
  /// W[games, games]: row j is what a positive for game j adds to each game; no elements on the
  /// diagonal.
  package let weights: SparseRows
  /// Whether weights are multiplied by the player's confidence.
  package let usesConfidence: Bool

  package init(_ name: String, weights: SparseRows, usesConfidence: Bool) {
    precondition(weights.rows == weights.columns, "weights of other games")
    self.name = name
    self.weights = weights
    self.usesConfidence = usesConfidence
  }

  /// The factor of a game's weights at this confidence; 0 for a dislike.
  @inlinable
  package func voice(_ confidence: Float) -> Float {
    confidence > 0 ? (usesConfidence ? confidence : 1) : 0
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    let games = weights.columns
    precondition(profiles.columns == games, "profiles of other games")
    for index in 0..<rows.count * games { scores[index] = 0 }
    for (position, row) in rows.enumerated() {
      for element in profiles.range(ofRow: row) where profiles.values[element] > 0 {
        let voice = voice(profiles.values[element])
        for other in weights.range(ofRow: Int(profiles.columnIndices[element])) {
          scores[position * games + Int(weights.columnIndices[other])] +=
            voice * weights.values[other]
        }
      }
    }
  }
}

extension SparseRows {
  /// This matrix with each column multiplied by its factor.
  func multiplyingColumns(by factors: [Float]) -> SparseRows {
    SparseRows(
      rows: rows, columns: columns, offsets: offsets, columnIndices: columnIndices,
      values: zip(columnIndices, values).map { factors[Int($0)] * $1 })
  }

  /// The matrix of these rows, each sorted by game.
  init(_ rows: [[BestGames.Entry]], columns: Int) {
    var builder = Builder()
    for row in rows {
      for entry in row { builder.append(entry.score, at: entry.game) }
      builder.endRow()
    }
    self = builder.matrix(columns: columns)
  }
}
