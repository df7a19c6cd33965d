package import FindieLinearAlgebra
package import FindieWorkers

extension FactorModel {
  /// The published model: trained, with the factors of games of little evidence completed from
  /// their features.
  ///
  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - last: the initial games' factors, as in `ImplicitALS.fit`.
  ///   - progress: called after each iteration; throws to stop.
  package init(
    trainedOn observed: SparseRows, _ content: ContentModel, _ parameters: ALSParameters,
    newGames: NewGameParameters, workers: Workers, startingFrom last: Matrix? = nil,
    progress: (Int) throws -> Void
  ) throws {
    self = try ImplicitALS(parameters)
      .fit(observed, workers: workers, startingFrom: last, progress: progress)
      .completingGames(
        features: content.vectors, observed: observed, parameters: newGames, workers: workers)
  }

  /// This model with the factors of games of little evidence completed from their features, and
  /// every player solved exactly for the completed factors, so that the parts of a score still add
  /// up.
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
    let features = features.gatheringColumns(mostUsed: Self.maximumTerms)
    let completed = try GameFactorRegression.fit(
      factors: games, evidence: evidence, features: features, parameters: newGames
    ).completing(games, evidence: evidence, features: features)
    return try FactorModel(
      solvingPlayersOf: observed, games: completed, parameters: parameters, workers: workers)
  }

  /// A regression holds terms² numbers, 34 MB at this size, and takes terms³ steps.
  private static let maximumTerms = 2048

  /// The model of these games' factors: each player's is the exact solution for them.
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
