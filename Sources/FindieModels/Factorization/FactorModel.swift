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

  /// The part that all players' problems share, for decomposing many players' scores.
  ///
  /// - Throws: where a game's factor is not finite.
  package func playerSystems(workers: Workers) throws(ModelFailure) -> SharedSystems {
    try ImplicitALS(parameters).sharedSystems(fixed: games, side: .player, workers: workers).systems
  }
}

extension FactorModel {
  /// The games' factors for newer evidence, without the players': one exact half-step for each
  /// side, from the games' factors. A game without evidence until then gets a factor, others follow
  /// what is new.
  ///
  /// - Parameter observed: of the model's games, confidences [players, games].
  package func updated(for observed: SparseRows, workers: Workers) throws -> FactorModel {
    let solved = try FactorModel(
      solvingPlayersOf: observed, games: games, parameters: parameters, workers: workers)
    var games = Matrix(rows: observed.columns, columns: parameters.rank)
    try ImplicitALS(parameters).solve(
      observed.transposed, fixed: solved.players, into: &games, side: .game, workers: workers)
    return FactorModel(
      players: Matrix(rows: 0, columns: parameters.rank), games: games, parameters: parameters)
  }

  /// The model with these game factors; each player's factor is the exact solution for them.
  package init(
    solvingPlayersOf observed: SparseRows, games: Matrix, parameters: ALSParameters,
    workers: Workers
  ) throws {
    var players = Matrix(rows: observed.rows, columns: parameters.rank)
    try ImplicitALS(parameters).solve(
      observed, fixed: games, into: &players, side: .player, workers: workers)
    self.init(players: players, games: games, parameters: parameters)
  }
}
