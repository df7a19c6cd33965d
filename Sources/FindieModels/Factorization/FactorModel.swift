package import FindieLinearAlgebra
package import FindieWorkers

/// A trained factorization: a factor per player and a factor per game; a score is their inner
/// product.
///
/// Grain: one row per player, X[players, rank], and one per game, Y[games, rank]. A game or player
/// without evidence has a factor of zeros.
package struct FactorModel: Sendable, Equatable {
  package let players: Matrix
  package let games: Matrix
  package let parameters: ALSParameters

  package init(players: Matrix, games: Matrix, parameters: ALSParameters) {
    precondition(
      players.columns == parameters.rank && games.columns == parameters.rank,
      "factors of another rank than \(parameters.rank)")
    self.players = players
    self.games = games
    self.parameters = parameters
  }

  /// The problem whose solution is a player's factor, its matrix factorized.
  ///
  /// Training, the fold-in of a new player and the explanation of a score all use this.
  package func project(
    games observed: ArraySlice<UInt32>, confidences: ArraySlice<Float>,
    weightedGramian: Matrix, into equation: inout NormalEquation
  ) throws(LAPACKFailure) {
    try ImplicitALS(parameters).project(
      columns: observed, confidences: confidences, fixed: games,
      weightedGramian: weightedGramian, into: &equation)
  }

  /// The part that all players' problems share, for decomposing many players' scores.
  ///
  /// - Throws: where a game's factor is not finite.
  package func playerSystems(workers: Workers) throws(ModelFailure) -> SharedSystems {
    try ImplicitALS(parameters).sharedSystems(fixed: games, side: .player, workers: workers)
  }

  /// α₀ YᵀY, which every player's problem shares.
  package var weightedGamesGramian: Matrix {
    ImplicitALS.weighted(games.gramian, by: parameters.unobservedWeight)
  }
}
