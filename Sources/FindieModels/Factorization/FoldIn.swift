package import FindieWorkers

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
