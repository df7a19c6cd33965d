package import FindieLinearAlgebra

/// Lists that another program made, judged as a model's own would be.
package struct ListedRanker: Ranker {
  package let name: String
  /// For each row of the profiles it is asked for, games from the best.
  private let lists: [[UInt32]]

  package init(_ name: String, lists: [[UInt32]]) {
    self.name = name
    self.lists = lists
  }

  /// A game's score is how many places of its list it has at or below it; what is not listed is NaN, so
  /// that it takes no place in a list that is shorter than those that are judged.
  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) throws(TrainingFailure) {
    precondition(profiles.rows == lists.count, "\(lists.count) lists of \(profiles.rows) players")
    for place in 0..<rows.count * profiles.columns { scores[place] = .nan }
    for (position, row) in rows.enumerated() {
      let list = lists[row]
      // The better place of a game that is listed twice.
      for (place, game) in list.enumerated().reversed() {
        scores[position * profiles.columns + Int(game)] = Float(list.count - place)
      }
    }
  }
}
