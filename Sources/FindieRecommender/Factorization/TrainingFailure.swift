package import FindieLinearAlgebra

/// Why training stopped.
package enum TrainingFailure: Error, Equatable, CustomStringConvertible {
  package enum Side: String, Sendable {
    case player, game

    var other: Side { self == .player ? .game : .player }
  }

  case notPositiveDefinite(Side, row: Int, Double)
  case notFinite(Side, row: Int)
  /// A confidence of this player is no number.
  case confidenceNotFinite(row: Int)
  /// EASE's matrix has no inverse with this λ: its leading minor up to this game is not positive.
  case singularGramian(game: Int, Double)
  /// EASE's dense matrix takes more than there is.
  case tooLarge(games: Int, neededBytes: Int, availableBytes: Int)
  /// The features' normal equations have no unique solution with this λ.
  case singularFeatures(feature: Int, Double)
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
    case .confidenceNotFinite(let row):
      """
      a confidence of player number \(row) is not finite; lower the action weights in the parameter \
      file
      """
    case .singularGramian(let game, let regularization):
      """
      the matrix of EASE has no inverse with regularization \(regularization), as is seen at game \
      number \(game); raise ease.regularization in the parameter file
      """
    case .tooLarge(let games, let neededBytes, let availableBytes):
      """
      EASE of \(games) games takes \(neededBytes) bytes of memory where \(availableBytes) are \
      available; make more available or turn ease off in the parameter file
      """
    case .singularFeatures(let feature, let regularization):
      """
      the regression of game factors on genres and tags has no unique solution with regularization \
      \(regularization), as is seen at feature number \(feature); raise newGames.regularization in \
      the parameter file
      """
    case .linearAlgebra(let failure): failure.description
    }
  }
}
