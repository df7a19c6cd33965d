package import FindieLinearAlgebra
package import FindieWorkers
import Foundation

/// Implicit matrix factorization by alternating least squares.
///
/// Minimizes  Σ over observed c (p − x·y)²  +  α₀ Σ over all (x·y)²  +  Σ λᵣ ‖·‖²  with λᵣ = λ (row
/// length + α₀ · size of the other side)^ν  for every player and game.
///
/// Source: Hu, Koren and Volinsky (2008), DOI 10.1109/ICDM.2008.22; the regularization scaled by
/// frequency from Rendle et al. (2022), arXiv 2110.14037. Unlike both, a dislike is an observed
/// zero with a confidence of its own, and all systems are solved in the eigenbasis of the Gramian
/// (`SharedSystems`).
package struct ImplicitALS: Sendable {
  package let parameters: ALSParameters

  package init(_ parameters: ALSParameters) {
    precondition(parameters.rank > 0, "a rank of \(parameters.rank)")
    self.parameters = parameters
  }

  /// The factors of `observed`, confidences [players, games].
  ///
  /// A λ or α₀ of 0 and the automatic solver are resolved here and recorded in the model's parameters.
  /// The last step solves all players exactly once more, so that each player's factor is the
  /// solution for the returned games' factors. Factors are unique only up to a rotation of both
  /// sides.
  ///
  /// - Parameters:
  ///   - last: the initial games' factors, [games, at most rank], such as those of the previous
  ///     run; a game whose row is zero is new. nil starts from random numbers.
  ///   - progress: called after each iteration with its number from 1; throws to stop.
  /// - Throws: `ModelFailure` where a row's problem cannot be solved.
  package func fit(
    _ observed: SparseRows, workers: Workers, startingFrom last: Matrix? = nil,
    progress: (Int) throws -> Void = { _ in }
  ) throws -> FactorModel {
    let chosen = settled(for: observed)
    guard chosen == parameters else {
      return try ImplicitALS(chosen).fit(
        observed, workers: workers, startingFrom: last, progress: progress)
    }
    let byGame = observed.transposed
    let (ofPlayers, ofGames) = (regularizations(of: observed), regularizations(of: byGame))
    var players = Matrix(rows: observed.rows, columns: parameters.rank)
    var games = initialFactors(rows: observed.columns, startingFrom: last)
    for iteration in 1...max(1, parameters.iterations) {
      try halfStep(
        observed, ofPlayers, fixed: &games, factors: &players, side: .player,
        solver: parameters.solver, workers: workers)
      try halfStep(
        byGame, ofGames, fixed: &players, factors: &games, side: .game,
        solver: parameters.solver, workers: workers)
      try progress(iteration)
    }
    try halfStep(
      observed, ofPlayers, fixed: &games, factors: &players, side: .player, solver: .exact,
      workers: workers)
    return FactorModel(players: players, games: games, parameters: parameters)
  }

  /// The parameters with all automatic choices resolved.
  private func settled(for observed: SparseRows) -> ALSParameters {
    var settled = parameters.settled(for: observed)
    if parameters.solver == .automatic {
      settled.solver = ALSSolver.fastest
    }
    return settled
  }

  /// The problem of one row, its matrix factorized.
  func project(
    columns: ArraySlice<UInt32>, confidences: ArraySlice<Float>, fixed: Matrix,
    weightedGramian: Matrix, into equation: inout NormalEquation
  ) throws(LAPACKFailure) {
    equation.reset(
      weightedGramian: weightedGramian,
      regularization: regularization(rowLength: columns.count, otherSide: fixed.rows))
    for (column, confidence) in zip(columns, confidences) {
      equation.add(factor: fixed.row(Int(column)), confidence: confidence)
    }
    try equation.factorize()
  }

  /// λᵣ = λ (row length + α₀ · other side)^ν.
  package func regularization(rowLength: Int, otherSide: Int) -> Float {
    let scale = Double(rowLength) + parameters.unobservedWeight * Double(otherSide)
    return Float(parameters.regularization * pow(scale, parameters.frequencyExponent))
  }

  /// λᵣ of every row.
  func regularizations(of observed: SparseRows) -> [Float] {
    (0..<observed.rows).map {
      regularization(rowLength: observed.count(ofRow: $0), otherSide: observed.columns)
    }
  }

  static func weighted(_ gramian: Matrix, by weight: Double) -> Matrix {
    Matrix(
      rows: gramian.rows, columns: gramian.columns,
      elements: gramian.elements.map { Float(weight) * $0 })
  }

  /// Normal numbers, the same for one seed whatever the number of threads, overwritten where
  /// factors are given.
  private func initialFactors(rows: Int, startingFrom last: Matrix?) -> Matrix {
    var generator = SplitMix64(seed: parameters.seed)
    let deviation = parameters.initialDeviation / Double(parameters.rank).squareRoot()
    var elements: [Float] = []
    elements.reserveCapacity(rows * parameters.rank)
    for _ in 0..<rows * parameters.rank {
      elements.append(Float(generator.nextNormal() * deviation))
    }
    var factors = Matrix(rows: rows, columns: parameters.rank, elements: elements)
    guard let last else { return factors }
    precondition(
      last.rows == rows && last.columns <= parameters.rank,
      "a start of \(last.rows) × \(last.columns) for \(rows) × \(parameters.rank)")
    for row in 0..<rows where (0..<last.columns).contains(where: { last[row, $0] != 0 }) {
      for column in 0..<last.columns { factors[row, column] = last[row, column] }
    }
    return factors
  }
}
