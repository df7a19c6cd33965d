package import FindieLinearAlgebra
package import FindieWorkers
import Foundation
import Synchronization

/// Implicit matrix factorization by alternating least squares, each half solved exactly.
///
/// Minimizes  Σ over observed c (p − x·y)²  +  α₀ Σ over all (x·y)²  +  Σ λᵣ ‖·‖²  with
/// λᵣ = λ (row length + α₀ · size of the other side)^ν  for every player and game.
///
/// Source: Hu, Koren and Volinsky (2008), DOI 10.1109/ICDM.2008.22; the regularization scaled by
/// frequency from Rendle et al. (2022), arXiv 2110.14037. Unlike both, a dislike is an observed zero
/// with a confidence of its own.
package struct ImplicitALS: Sendable {
  package let parameters: ALSParameters

  package init(_ parameters: ALSParameters) {
    precondition(parameters.rank > 0, "a rank of \(parameters.rank)")
    self.parameters = parameters
  }

  /// The factors of `observed`, confidences [players, games].
  ///
  /// A λ of 0 is chosen here, and stands in the model's parameters. The last step solves the players once more, so that each player's factor is the exact solution
  /// for the games' factors that are returned.
  ///
  /// - Parameter progress: called after each iteration with its number from 1; throws to stop.
  /// - Throws: `TrainingFailure` where a row's problem cannot be solved.
  package func fit(
    _ observed: SparseRows, workers: Workers, progress: (Int) throws -> Void = { _ in }
  ) throws -> FactorModel {
    guard parameters.regularization > 0 else {
      var chosen = parameters
      chosen.regularization = parameters.automaticRegularization(games: observed.columns)
      return try ImplicitALS(chosen).fit(observed, workers: workers, progress: progress)
    }
    let byGame = observed.transposed
    var players = Matrix(rows: observed.rows, columns: parameters.rank)
    var games = initialFactors(rows: observed.columns)
    for iteration in 1...max(1, parameters.iterations) {
      try solve(observed, fixed: games, into: &players, side: .player, workers: workers)
      try solve(byGame, fixed: players, into: &games, side: .game, workers: workers)
      try progress(iteration)
    }
    try solve(observed, fixed: games, into: &players, side: .player, workers: workers)
    return FactorModel(players: players, games: games, parameters: parameters)
  }

  /// Solves every row of one side, the other side `fixed`.
  ///
  /// - Parameters:
  ///   - observed: [rows, fixed.rows].
  ///   - factors: [rows, rank], overwritten.
  package func solve(
    _ observed: SparseRows, fixed: Matrix, into factors: inout Matrix, side: TrainingFailure.Side,
    workers: Workers
  ) throws(TrainingFailure) {
    precondition(
      observed.rows == factors.rows && observed.columns == fixed.rows, "sides of other sizes")
    let gramian = ImplicitALS.weighted(fixed.gramian, by: parameters.unobservedWeight)
    let failedRow = Mutex<Int?>(nil)
    factors.updateRows(
      in: observed.balancedParts(96), workers: workers,
      scratch: { NormalEquation(rank: parameters.rank) }
    ) { rows, factors, equation in
      for (position, row) in rows.enumerated() {
        let start = position * parameters.rank
        let range = observed.range(ofRow: row)
        guard !range.isEmpty else {
          for index in 0..<parameters.rank { factors[start + index] = 0 }
          continue
        }
        do throws(LAPACKFailure) {
          try project(
            columns: observed.columnIndices[range], confidences: observed.values[range],
            fixed: fixed, weightedGramian: gramian, into: &equation)
          equation.solve(into: &factors, at: start)
        } catch {
          failedRow.withLock { $0 = min($0 ?? row, row) }
        }
      }
    }
    if let row = failedRow.withLock({ $0 }) {
      throw .notPositiveDefinite(side, row: row, parameters.regularization)
    }
    if let place = factors.elements.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(side, row: place / parameters.rank)
    }
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

  static func weighted(_ gramian: Matrix, by weight: Double) -> Matrix {
    Matrix(
      rows: gramian.rows, columns: gramian.columns,
      elements: gramian.elements.map { Float(weight) * $0 })
  }

  /// Normal numbers, the same for one seed whatever the number of threads.
  private func initialFactors(rows: Int) -> Matrix {
    var generator = SplitMix64(seed: parameters.seed)
    let deviation = parameters.initialDeviation / Double(parameters.rank).squareRoot()
    var elements: [Float] = []
    elements.reserveCapacity(rows * parameters.rank)
    for _ in 0..<rows * parameters.rank {
      elements.append(Float(generator.nextNormal() * deviation))
    }
    return Matrix(rows: rows, columns: parameters.rank, elements: elements)
  }
}

extension ImplicitALS {
  /// The objective's value for a model, in Double; used to see that training works.
  package func loss(_ model: FactorModel, on observed: SparseRows) -> Double {
    var loss = 0.0
    for player in 0..<observed.rows {
      for place in observed.range(ofRow: player) {
        let game = Int(observed.columnIndices[place])
        let score = Double(BLAS.dot(model.players.row(player), model.games.row(game)))
        let confidence = Double(observed.values[place])
        let preference = confidence > 0 ? 1.0 : 0.0
        loss += abs(confidence) * (preference - score) * (preference - score)
      }
    }
    let (left, right) = (model.players.gramian, model.games.gramian)
    loss +=
      parameters.unobservedWeight
      * zip(left.elements, right.elements).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
    for (factors, rows) in [(model.players, observed), (model.games, observed.transposed)] {
      for row in 0..<factors.rows {
        let length = Double(BLAS.dot(factors.row(row), factors.row(row)))
        loss +=
          Double(regularization(rowLength: rows.count(ofRow: row), otherSide: rows.columns))
          * length
      }
    }
    return loss
  }
}
