package import FindieLinearAlgebra

/// Why training stopped.
package enum TrainingFailure: Error, CustomStringConvertible {
  package enum Side: String, Sendable {
    case player, game

    var other: Side { self == .player ? .game : .player }
  }

  case notPositiveDefinite(Side, row: Int, Double)
  case notFinite(Side, row: Int)
  case linearAlgebra(LAPACKFailure)

  package var description: String {
    switch self {
    case .notPositiveDefinite(let side, let row, let regularization):
      """
      the equations of \(side.rawValue) number \(row) have no unique solution with regularization \
      \(regularization); raise als.regularization in the parameter file
      """
    case .notFinite(let side, let row):
      """
      the factor of \(side.rawValue) number \(row) is not finite; lower the action weights or raise \
      als.regularization in the parameter file
      """
    case .linearAlgebra(let failure): failure.description
    }
  }
}
