/// Scores every game by its number of positives, the same for all players.
package struct PopularityRanker: Ranker {
  package let name = "popularity"
  private let popularity: [Float]

  /// - Parameter positives: for each game, its number of positives.
  package init(positives: [Int]) {
    popularity = positives.map { Float($0) }
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    precondition(profiles.columns == popularity.count, "profiles of other games")
    var position = 0
    for _ in rows {
      for count in popularity {
        scores[position] = count
        position += 1
      }
    }
  }
}
