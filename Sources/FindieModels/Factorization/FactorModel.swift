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
  /// The published model: trained, with the factors of games with little evidence completed from
  /// their features.
  ///
  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - progress: called after each iteration; throws to stop.
  package init(
    trainedOn observed: SparseRows, _ content: ContentModel, _ parameters: ALSParameters,
    newGames: NewGameParameters, workers: Workers, progress: (Int) throws -> Void
  ) throws {
    self = try ImplicitALS(parameters)
      .fit(observed, workers: workers, progress: progress)
      .completingGames(
        features: content.vectors, observed: observed, parameters: newGames, workers: workers)
  }

  /// This model with the factors of games with little evidence completed from their features, and
  /// every player solved exactly for the completed factors, so that a score's parts still add up.
  ///
  /// - Parameters:
  ///   - observed: what the model was trained on, confidences [players, games].
  ///   - features: [games, terms], as `ContentModel.vectors`; of more than 2048 terms the most
  ///     frequent are used.
  /// - Complexity: one exact half-step more than the training. A training may leave out its own
  ///   last half-step.
  package func completingGames(
    features: SparseRows, observed: SparseRows, parameters newGames: NewGameParameters,
    workers: Workers
  ) throws -> FactorModel {
    let evidence = observed.columnCounts
    return try FactorModel(
      solvingPlayersOf: observed,
      games: Self.completed(games, features: features, evidence: evidence, newGames),
      parameters: parameters, workers: workers)
  }

  private static func completed(
    _ games: Matrix, features: SparseRows, evidence: [Int], _ newGames: NewGameParameters
  ) throws -> Matrix {
    let features = features.gatheringColumns(mostUsed: maximumTerms)
    return try GameFactorRegression.fit(
      factors: games, evidence: evidence, features: features, parameters: newGames
    ).completing(games, evidence: evidence, features: features)
  }

  /// The games' factors for newer evidence, without the players': one exact half-step for each
  /// side, from the games' factors. A game without evidence until then gets a factor, others follow
  /// what is new.
  ///
  /// - Parameters:
  ///   - observed: of the model's games, confidences [players, games].
  ///   - content: of the same games.
  package func updated(
    for observed: SparseRows, _ content: ContentModel, newGames: NewGameParameters,
    workers: Workers
  ) throws -> FactorModel {
    let solved = try FactorModel(
      solvingPlayersOf: observed, games: games, parameters: parameters, workers: workers)
    var games = Matrix(rows: observed.columns, columns: parameters.rank)
    try ImplicitALS(parameters).solve(
      observed.transposed, fixed: solved.players, into: &games, side: .game, workers: workers)
    return FactorModel(
      players: Matrix(rows: 0, columns: parameters.rank),
      games: try Self.completed(
        games, features: content.vectors, evidence: observed.columnCounts, newGames),
      parameters: parameters)
  }

  /// A regression holds terms² numbers, 34 MB at this size, and takes terms³ steps.
  private static let maximumTerms = 2048

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
