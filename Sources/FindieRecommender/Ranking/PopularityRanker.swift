package import FindieLinearAlgebra

/// Every player gets the same: the number of players that are for a game.
package struct PopularityRanker: Ranker {
  package let name = "popularity"
  private let popularity: [Float]

  /// - Parameter positives: for each game, the number of players that are for it.
  package init(positives: [Int]) {
    popularity = positives.map { Float($0) }
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    precondition(profiles.columns == popularity.count, "profiles of other games")
    var place = 0
    for _ in rows {
      for count in popularity {
        scores[place] = count
        place += 1
      }
    }
  }
}
