/// An error of ranking.
package enum RankingFailure: Error, Equatable, CustomStringConvertible {
  /// A factor contains a value that is not finite.
  case notFinite(TrainingFailure.Side, row: Int)
  /// The product of a player's and a game's factor may overflow Float32.
  case tooLarge(TrainingFailure.Side, row: Int)
  case memory(neededBytes: Int, allowedBytes: Int)

  package var description: String {
    switch self {
    case .notFinite(let side, let row):
      """
      The factor of \(side.rawValue) number \(row) is not finite. Train again with lower action \
      weights or a higher als.regularization.
      """
    case .tooLarge(let side, let row):
      """
      The factor of \(side.rawValue) number \(row) is so long that a score may not be finite. Train \
      again with a higher als.regularization.
      """
    case .memory(let needed, let allowed):
      """
      Ranking needs at least \(needed) bytes of memory, and \(allowed) are allowed. Allow more, or use \
      fewer threads.
      """
    }
  }
}
