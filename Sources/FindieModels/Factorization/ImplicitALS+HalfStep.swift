package import FindieWorkers
import Synchronization

extension ImplicitALS {
  /// The number of conjugate-gradient steps per row and iteration.
  static let steps = 2

  /// Solves every row of one side exactly, the other side `fixed`.
  ///
  /// - Parameters:
  ///   - observed: [rows, fixed.rows].
  ///   - factors: [rows, rank], overwritten.
  package func solve(
    _ observed: SparseRows, fixed: Matrix, into factors: inout Matrix, side: ModelFailure.Side,
    workers: Workers
  ) throws(ModelFailure) {
    var turned = fixed
    let vectors = try halfStep(
      observed, regularizations(of: observed), fixed: &turned, factors: &factors, side: side,
      solver: .exact, workers: workers)
    factors.transformRows(by: vectors.transposed, workers: workers)
  }

  /// Solves every row of one side, the other side fixed except for a rotation.
  ///
  /// Both sides are turned into the eigenbasis of the fixed side's Gramian, and stay there: their
  /// inner products, and so all scores, do not change.
  ///
  /// - Parameter factors: the starting point of conjugate gradient, overwritten.
  /// - Returns: Qᵀ, the eigenvectors, one per row.
  @discardableResult
  package func halfStep(
    _ observed: SparseRows, _ regularizations: [Float], fixed: inout Matrix,
    factors: inout Matrix, side: ModelFailure.Side, solver: ALSSolver, workers: Workers
  ) throws(ModelFailure) -> Matrix {
    precondition(
      observed.rows == factors.rows && observed.columns == fixed.rows, "sides of other sizes")
    let (spectrum, diagonal) = try sharedDiagonal(of: fixed, side: side.other, workers: workers)
    if diagonal.contains(0),
      let row = (0..<observed.rows).first(where: {
        !(regularizations[$0] > 0) && observed.count(ofRow: $0) > 0
      })
    {
      throw .notPositiveDefinite(side, row: row, parameters.regularization)
    }
    fixed.transformRows(by: spectrum.vectors, workers: workers)
    let systems = SharedSystems(fixed, diagonal: diagonal)
    if solver == .exact {
      try solveExactly(
        systems, observed, regularizations, factors: &factors, side: side, workers: workers)
    } else {
      factors.transformRows(by: spectrum.vectors, workers: workers)
      // A column's sum of squares is its eigenvalue: no element exceeds the root of the largest.
      let largest = max(0, spectrum.values.last ?? 0)
      let gradient = ConjugateGradient(systems, bound: largest.squareRoot(), workers: workers)
      try improve(
        gradient, observed, regularizations, factors: &factors, side: side, workers: workers)
    }
    return spectrum.vectors
  }

  /// What all rows' systems share: Z = YQ and α₀Λ, for YᵀY = QΛQᵀ.
  ///
  /// - Returns: also Qᵀ, the eigenvectors, one per row.
  func sharedSystems(
    fixed: Matrix, side: ModelFailure.Side, workers: Workers
  ) throws(ModelFailure) -> (systems: SharedSystems, vectors: Matrix) {
    let (spectrum, diagonal) = try sharedDiagonal(of: fixed, side: side.other, workers: workers)
    var turned = fixed
    turned.transformRows(by: spectrum.vectors, workers: workers)
    return (SharedSystems(turned, diagonal: diagonal), spectrum.vectors)
  }

  /// The eigenvalues and -vectors of the fixed side's Gramian, and α₀Λ.
  private func sharedDiagonal(
    of fixed: Matrix, side: ModelFailure.Side, workers: Workers
  ) throws(ModelFailure) -> (spectrum: SymmetricSpectrum, diagonal: [Float]) {
    let spectrum = try spectrum(of: fixed, side: side, workers: workers)
    let largest = max(0, spectrum.values.last ?? 0)
    // Eigenvalues below the rounding error of the Gramian are zero; rounding may make them
    // negative.
    let noise = largest * Float.ulpOfOne * Float(fixed.columns)
    return (
      spectrum,
      spectrum.values.map { $0 > noise ? Float(parameters.unobservedWeight) * $0 : 0 }
    )
  }

  /// The eigenvalues and -vectors of a side's Gramian.
  private func spectrum(
    of factors: Matrix, side: ModelFailure.Side, workers: Workers
  ) throws(ModelFailure) -> SymmetricSpectrum {
    let gramian = factors.gramian(workers: workers)
    guard gramian.elements.allSatisfy(\.isFinite) else {
      let offset = factors.elements.firstIndex { !$0.isFinite } ?? 0
      throw .notFinite(side, row: offset / parameters.rank)
    }
    do throws(LAPACKFailure) {
      return try SymmetricSpectrum(gramian)
    } catch {
      throw .linearAlgebra(error)
    }
  }

  private func improve(
    _ gradient: ConjugateGradient, _ observed: SparseRows, _ regularizations: [Float],
    factors: inout Matrix, side: ModelFailure.Side, workers: Workers
  ) throws(ModelFailure) {
    let failed = Mutex<Int?>(nil)
    factors.updateRows(
      in: observed.balancedParts(96), workers: workers, scratch: { gradient.scratch() }
    ) { rows, factors, scratch in
      let row = gradient.improve(
        rows, of: observed, regularizations: regularizations, steps: Self.steps,
        solutions: &factors, scratch: &scratch)
      if let row { failed.withLock { $0 = min($0 ?? row, row) } }
    }
    if let row = failed.withLock({ $0 }) { throw .notFinite(side, row: row) }
  }

  private func solveExactly(
    _ systems: SharedSystems, _ observed: SparseRows, _ regularizations: [Float],
    factors: inout Matrix, side: ModelFailure.Side, workers: Workers
  ) throws(ModelFailure) {
    let rank = parameters.rank
    let failed = Mutex<Int?>(nil)
    factors.updateRows(
      in: observed.balancedParts(96), workers: workers, scratch: { ExactSystems(systems) }
    ) { rows, factors, exact in
      for (position, row) in rows.enumerated() {
        guard observed.count(ofRow: row) > 0 else {
          for index in 0..<rank { factors[position * rank + index] = 0 }
          continue
        }
        do throws(LAPACKFailure) {
          try exact.solve(
            row: row, of: observed, regularization: regularizations[row], into: &factors,
            at: position * rank)
        } catch {
          failed.withLock { $0 = min($0 ?? row, row) }
        }
      }
    }
    if let row = failed.withLock({ $0 }) {
      throw .notPositiveDefinite(side, row: row, parameters.regularization)
    }
    if let offset = factors.elements.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(side, row: offset / rank)
    }
  }
}
