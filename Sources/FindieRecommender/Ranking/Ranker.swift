package import FindieLinearAlgebra

/// Scores every game for a player of whom a profile is known; more is better.
///
/// A ranker knows nothing of what may be shown: filters come after it. What it knows of a player is
/// the profile alone, so it serves players of the training, held-out ones and new ones alike.
package protocol Ranker: Sendable {
  /// The model's name in reports.
  var name: String { get }

  /// Writes the scores of all games for some players.
  ///
  /// - Parameters:
  ///   - rows: which rows of `profiles`.
  ///   - profiles: confidences [players, games]; above zero for, below zero an observed zero.
  ///   - scores: [rows.count, games], overwritten.
  func score(_ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>)
    throws(TrainingFailure)
}
