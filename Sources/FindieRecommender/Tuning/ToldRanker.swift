package import FindieLinearAlgebra

/// A model with profiles of its own, where others are judged by profiles of other weights.
package struct ToldRanker: Ranker {
  package let name: String
  private let ranker: any Ranker
  private let profiles: SparseRows

  /// - Parameter profiles: of the same players and games as those that others are told.
  package init(_ name: String, _ ranker: any Ranker, profiles: SparseRows) {
    self.name = name
    self.ranker = ranker
    self.profiles = profiles
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) throws(TrainingFailure) {
    precondition(profiles.rows == self.profiles.rows, "profiles of other players")
    try ranker.score(rows, of: self.profiles, into: &scores)
  }
}
