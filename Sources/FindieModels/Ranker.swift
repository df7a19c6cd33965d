/// Scores every game for a player, given the player's profile; higher is better.
///
/// A ranker does not filter: filters are applied to its scores. It sees nothing of a player but the
/// profile, so it scores training players, held-out players and new players alike.
package protocol Ranker: Sendable {
  /// The model's name in reports.
  var name: String { get }

  /// Writes the scores of all games for some players.
  ///
  /// - Parameters:
  ///   - rows: the rows of `profiles`.
  ///   - profiles: confidences [players, games]; above zero a positive, below zero an observed
  ///     zero.
  ///   - scores: [rows.count, games], overwritten.
  func score(_ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>)
    throws(ModelFailure)
}

/// Scores every game by its number of positives, the same for all players.
package struct PopularityRanker: Ranker {
  package let name: String
  private let popularity: [Float]

  /// - Parameter positives: for each game, its number of positives.
  package init(_ name: String = "popularity", positives: [Int]) {
    self.name = name
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
