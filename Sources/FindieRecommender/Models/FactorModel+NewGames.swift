package import FindieLinearAlgebra
package import FindieWorkers

extension FactorModel {
  /// The model that lists are made by: trained, and with the factors of games of little evidence made up
  /// from their features.
  ///
  /// - Parameters:
  ///   - observed: confidences [players, games].
  ///   - last: as `ImplicitALS.fit` has it.
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

  /// This model with the factors of games of little evidence made up from their features, and every
  /// player solved exactly for the factors that come out: an entry's parts add up as before.
  ///
  /// - Parameters:
  ///   - observed: what the model was trained on, confidences [players, games].
  ///   - features: [games, terms], as `ContentModel.vectors`; of very many terms those that most games
  ///     have are used.
  /// - Complexity: one exact half-step more than the training. A training whose own last half-step is
  ///   left out loses nothing by it.
  package func completingGames(
    features: SparseRows, observed: SparseRows, parameters newGames: NewGameParameters,
    workers: Workers
  ) throws -> FactorModel {
    let evidence = observed.columnCounts
    let features = features.gatheringColumns(mostUsed: Self.mostTerms)
    let completed = try GameFactorRegression.fit(
      factors: games, evidence: evidence, features: features, parameters: newGames
    ).completing(games, evidence: evidence, features: features)
    return try FactorModel(
      solvingPlayersOf: observed, games: completed, parameters: parameters, workers: workers)
  }

  /// A regression holds terms² numbers, 34 MB of so many, and takes terms³ steps.
  private static let mostTerms = 2048

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
