/// Why training or ranking stopped.
package enum ModelFailure: Error, Equatable, CustomStringConvertible {
  package enum Side: String, Sendable {
    case player, game

    var other: Side { self == .player ? .game : .player }
  }

  case notPositiveDefinite(Side, row: Int, Double)
  case notFinite(Side, row: Int)
  /// A confidence of this player is not a number.
  case confidenceNotFinite(row: Int)
  /// EASE's matrix has no inverse with this λ: its leading minor up to this game is not positive.
  case singularGramian(game: Int, Double)
  /// EASE's dense matrix needs more memory than is available.
  case tooLarge(games: Int, neededBytes: Int, availableBytes: Int)
  case linearAlgebra(LAPACKFailure)
  /// The product of a player's and a game's factor may overflow Float32.
  case rankedTooLarge(Side, row: Int)
  case rankingMemory(neededBytes: Int, allowedBytes: Int)

  package var description: String {
    switch self {
    case .notPositiveDefinite(let side, let row, let regularization):
      "The equations of \(side.rawValue) number \(row) have no unique solution with regularization "
        + "\(regularization). Raise als.regularizationScale in the parameter file."
    case .notFinite(let side, let row):
      "The factor of \(side.rawValue) number \(row) is not finite. Lower the action weights or "
        + "raise als.regularizationScale in the parameter file."
    case .confidenceNotFinite(let row):
      "A confidence of player number \(row) is not finite. Lower the action weights in the "
        + "parameter file."
    case .singularGramian(let game, let regularization):
      "The matrix of EASE has no inverse with regularization \(regularization) (game number "
        + "\(game)). Raise ease.regularization in the parameter file."
    case .tooLarge(let games, let neededBytes, let availableBytes):
      "EASE of \(games) games needs \(neededBytes) bytes of memory, but \(availableBytes) are "
        + "available. Make more memory available or set ease.use to off in the parameter file."
    case .linearAlgebra(let failure): failure.description
    case .rankedTooLarge(let side, let row):
      """
      The factor of \(side.rawValue) number \(row) is so long that a score may not be finite. \
      Train again with a higher als.regularizationScale.
      """
    case .rankingMemory(let needed, let allowed):
      """
      Ranking needs at least \(needed) bytes of memory, and \(allowed) are allowed. Allow more, or \
      use fewer threads.
      """
    }
  }
}
