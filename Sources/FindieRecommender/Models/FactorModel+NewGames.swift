package import FindieLinearAlgebra
package import FindieWorkers

extension FactorModel {
  /// This model with the factors of games of little evidence made up from their features, and every
  /// player solved exactly for the factors that come out: an entry's parts add up as before.
  ///
  /// - Parameters:
  ///   - observed: what the model was trained on, confidences [players, games].
  ///   - features: [games, terms], as `ContentModel.vectors`.
  /// - Complexity: one exact half-step more than the training. A training whose own last half-step is
  ///   left out loses nothing by it.
  package func completingGames(
    features: SparseRows, observed: SparseRows, parameters newGames: NewGameParameters,
    workers: Workers
  ) throws -> FactorModel {
    let evidence = observed.columnCounts
    let completed = try GameFactorRegression.fit(
      factors: games, evidence: evidence, features: features, parameters: newGames
    ).completing(games, evidence: evidence, features: features)
    return try FactorModel(
      solvingPlayersOf: observed, games: completed, parameters: parameters, workers: workers)
  }

  /// The model of these games' factors: each player's is the exact solution for them.
  package init(
    solvingPlayersOf observed: SparseRows, games: Matrix, parameters: ALSParameters,
    workers: Workers
  ) throws {
    let empty = FactorModel(
      players: Matrix(rows: 0, columns: parameters.rank), games: games, parameters: parameters)
    let gramian = empty.weightedGamesGramian
    let parts = observed.balancedParts(96)
    let solved = try workers.map(parts.count) { part throws(TrainingFailure) in
      try empty.factors(of: parts[part], in: observed, weightedGramian: gramian).elements
    }
    self.init(
      players: Matrix(
        rows: observed.rows, columns: parameters.rank, elements: Array(solved.joined())),
      games: games, parameters: parameters)
  }
}
