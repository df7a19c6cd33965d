package import FindieModels

/// Lists from another program, evaluated like a model's own.
package struct ListedRanker: Ranker {
  package let name: String
  /// For each row of the profiles, games from best to worst.
  package let lists: [[UInt32]]

  package init(_ name: String, lists: [[UInt32]]) {
    self.name = name
    self.lists = lists
  }

  /// A game's score is the length of its list minus its position. Unlisted games have NaN, so that
  /// they do not fill up lists shorter than k.
  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) throws(ModelFailure) {
    precondition(profiles.rows == lists.count, "\(lists.count) lists of \(profiles.rows) players")
    for rank in 0..<rows.count * profiles.columns { scores[rank] = .nan }
    for (position, row) in rows.enumerated() {
      let list = lists[row]
      // If a game is listed twice, its better position counts.
      for (rank, game) in list.enumerated().reversed() {
        scores[position * profiles.columns + Int(game)] = Float(list.count - rank)
      }
    }
  }
}
