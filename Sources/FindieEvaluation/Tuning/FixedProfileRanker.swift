package import FindieLinearAlgebra
package import FindieModels

/// A model with its own profiles, for a comparison with models whose profiles have other weights.
package struct FixedProfileRanker: Ranker {
  package let name: String
  private let ranker: any Ranker
  private let profiles: SparseRows

  /// - Parameter profiles: of the same players and games as the profiles of the others.
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
