package import FindieModels

/// Given scores: a profile gets the row of its first positive game.
package struct GivenRanker: Ranker {
  package let name: String
  /// [games, games]
  package let scores: [[Float]]

  package init(name: String = "given", scores: [[Float]]) {
    self.name = name
    self.scores = scores
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    let games = profiles.columns
    for (position, row) in rows.enumerated() {
      let first = profiles.columns(ofRow: row).first.map { Int($0) } ?? 0
      for game in 0..<games { scores[position * games + game] = self.scores[first][game] }
    }
  }
}
