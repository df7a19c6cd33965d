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
      games: Self.completed(games, features, evidence: evidence, newGames),
      parameters: parameters, workers: workers)
  }

  private static func completed(
    _ games: Matrix, _ features: SparseRows, evidence: [Int], _ newGames: NewGameParameters
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
        games, content.vectors, evidence: observed.columnCounts, newGames),
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

/// The inner product of the game's factor with the player's, which is solved exactly for the
/// profile.
package struct FactorRanker: Ranker {
  package let name = "ALS"
  private let games: Matrix
  private let foldIn: FoldIn

  /// - Throws: where a game's factor is not finite.
  package init(_ model: FactorModel, workers: Workers) throws(ModelFailure) {
    games = model.games
    foldIn = try FoldIn(model, workers: workers)
  }

  package func score(
    _ rows: Range<Int>, of profiles: SparseRows, into scores: inout MutableSpan<Float>
  ) throws(ModelFailure) {
    let factors = try foldIn.factors(of: rows, in: profiles)
    BLAS.products(
      ofRows: factors.elements.span, rows.count, withRows: games.elements.span,
      games.rows, columns: games.columns, into: &scores)
  }
}

/// Computes the factors of profiles from a trained model's games, exactly, as the last step of
/// training does.
///
/// The part that all profiles share is computed once.
package struct FoldIn: Sendable {
  private let als: ImplicitALS
  /// The games' factors in the eigenbasis of their Gramian (`FactorModel.playerSystems`).
  package let systems: SharedSystems
  /// Q, [rank, rank]: the eigenvectors, one per column.
  private let vectors: Matrix

  /// - Throws: where a game's factor is not finite.
  package init(_ model: FactorModel, workers: Workers) throws(ModelFailure) {
    als = ImplicitALS(model.parameters)
    let (systems, vectors) = try als.sharedSystems(
      fixed: model.games, side: .player, workers: workers)
    self.systems = systems
    self.vectors = vectors.transposed
  }

  /// X[rows.count, rank]: the factors of some profiles; zeros where a profile is empty.
  ///
  /// - Parameter profiles: confidences [players, games].
  package func factors(
    of rows: Range<Int>, in profiles: SparseRows
  ) throws(ModelFailure) -> Matrix {
    precondition(profiles.columns == systems.factors.rows, "profiles of other games")
    let rank = vectors.rows
    var factors = Matrix(rows: rows.count, columns: rank)
    var exact = ExactSystems(systems)
    for (position, row) in rows.enumerated() where profiles.count(ofRow: row) > 0 {
      let regularization = als.regularization(
        rowLength: profiles.count(ofRow: row), otherSide: profiles.columns)
      do throws(LAPACKFailure) {
        try factors.withElements { elements throws(LAPACKFailure) in
          try exact.solve(
            row: row, of: profiles, regularization: regularization, into: &elements,
            at: position * rank)
        }
      } catch {
        throw .notPositiveDefinite(.player, row: row, als.parameters.regularization)
      }
    }
    factors.transformRows(by: vectors, workers: Workers(threads: 1))
    if let element = factors.elements.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(.player, row: rows.lowerBound + element / rank)
    }
    return factors
  }

  /// X[players, rank]: the factors of all profiles.
  package func factors(of profiles: SparseRows, workers: Workers) throws -> Matrix {
    let parts = Workers.ranges(of: profiles.rows, size: 1024)
    let factors = try workers.map(parts.count) { part in
      try self.factors(of: parts[part], in: profiles).elements
    }
    return Matrix(
      rows: profiles.rows, columns: vectors.rows, elements: Array(factors.joined()))
  }
}
