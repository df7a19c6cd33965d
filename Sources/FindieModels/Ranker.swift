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

/// Scores every game by its number of positives.
package struct PopularityRanker: Ranker {
  package let name: String
  /// [periods, games].
  private let popularity: [[Float]]
  /// For each row of the profiles, its period; nil if there is one period.
  private let periods: [Int]?

  /// - Parameter positives: for each game, its number of positives, the same for all players.
  package init(_ name: String = "popularity", positives: [Int]) {
    self.name = name
    popularity = [positives.map { Float($0) }]
    periods = nil
  }

  /// - Parameters:
  ///   - positives: for each period and game, the number of positives.
  ///   - periods: for each row of the profiles, its period.
  package init(_ name: String, positives: [[Int]], periods: [Int]) {
    self.name = name
    popularity = positives.map { $0.map { Float($0) } }
    self.periods = periods
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) {
    precondition(
      popularity.allSatisfy { $0.count == profiles.columns }, "profiles of other games")
    var position = 0
    for row in rows {
      for count in popularity[periods?[row] ?? 0] {
        scores[position] = count
        position += 1
      }
    }
  }
}
