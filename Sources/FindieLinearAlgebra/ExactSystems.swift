import CFactorKernels
import CLinearAlgebra

/// Solves shared systems exactly, by Cholesky, a row at a time; it is scratch: one a thread.
///
/// With R = √W Zᵣ D^-½, [n, k], and q = √W p, a row's solution is D^-½ x̃ for
///
///     (I + RᵀR) x̃ = Rᵀq   or, the same,   x̃ = Rᵀu, (I + RRᵀ) u = q
///
/// of which the smaller is taken: that of order k, or of order n where the row has less than k
/// elements (Woodbury's identity).
///
/// - Complexity: a row of n elements takes n k min(n, k) + min(n, k)³ / 3 steps.
package struct ExactSystems {
  let systems: SharedSystems
  let order: Int
  private let variant = findie_factors_best()
  /// R or a block of it, [block, k].
  private(set) var rows: [Float]
  /// I + RᵀR or I + RRᵀ, the upper triangle; then its Cholesky factor.
  var matrix: [Float]
  private var right: [Float]
  private(set) var weights: [Float]

  private static let block = 256

  package init(_ systems: SharedSystems) {
    self.systems = systems
    order = systems.factors.columns
    rows = [Float](repeating: 0, count: max(ExactSystems.block, order) * order)
    matrix = [Float](repeating: 0, count: order * order)
    right = [Float](repeating: 0, count: max(ExactSystems.block, order))
    weights = [Float](repeating: 0, count: order)
  }

  /// Writes the solution of one row, [k], to `solutions` from `start` on.
  ///
  /// - Throws: where the diagonal Λ + λᵣ is not positive, or a confidence is no number.
  package mutating func solve(
    row: Int, of observed: SparseRows, regularization: Float,
    into solutions: inout MutableSpan<Float>, at start: Int
  ) throws(LAPACKFailure) {
    precondition(observed.columns == systems.factors.rows, "sides of other sizes")
    try weigh(regularization)
    let range = observed.range(ofRow: row)
    let info = range.count < order ? solveDual(range, observed) : solvePrimal(range, observed)
    try LAPACK.check(info, "spotrf")
    for index in 0..<order { solutions[start + index] = right[index] * weights[index] }
  }

  /// Makes `weights` the diagonal of D^-½.
  mutating func weigh(_ regularization: Float) throws(LAPACKFailure) {
    for index in 0..<order {
      let diagonal = systems.diagonal[index] + regularization
      guard diagonal > 0 else { throw .notPositiveDefinite(order: index + 1) }
      weights[index] = 1 / diagonal.squareRoot()
    }
  }

  /// Makes room in `rows` for a row of `count` elements at once.
  mutating func reserve(_ count: Int) {
    if rows.count < count * order { rows = [Float](repeating: 0, count: count * order) }
  }

  mutating func gather(_ places: Range<Int>, _ observed: SparseRows) {
    // The columns are below the factors' rows (checked by SparseRows and by the callers), and `rows`
    // holds at least as many rows as there are places.
    precondition(places.count * order <= rows.count, "a block of \(places.count)")
    unsafe systems.factors.elements.withUnsafeBufferPointer { factors in
      unsafe observed.columnIndices.withUnsafeBufferPointer { columns in
        unsafe observed.values.withUnsafeBufferPointer { values in
          unsafe rows.withUnsafeMutableBufferPointer { rows in
            guard let columns = columns.baseAddress, let values = values.baseAddress else { return }
            unsafe findie_gather_scaled(
              variant, factors.baseAddress, order, columns + places.lowerBound,
              values + places.lowerBound, places.count, observed.count - places.lowerBound, weights,
              rows.baseAddress)
          }
        }
      }
    }
  }

  /// √c p.
  func preference(_ confidence: Float) -> Float {
    confidence > 0 ? confidence.squareRoot() : 0
  }

  private mutating func solvePrimal(_ range: Range<Int>, _ observed: SparseRows) -> CInt {
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    let order = CInt(order)
    setIdentity(self.order)
    var preferences = [Float](repeating: 0, count: ExactSystems.block)
    for index in 0..<self.order { right[index] = 0 }
    for first in stride(from: range.lowerBound, to: range.upperBound, by: ExactSystems.block) {
      let places = first..<min(first + ExactSystems.block, range.upperBound)
      gather(places, observed)
      for place in places { preferences[place - first] = preference(observed.values[place]) }
      // `rows` holds places.count rows, `matrix` order², `right` at least order elements.
      unsafe cblas_ssyrk(
        CblasRowMajor, CblasUpper, CblasTrans, order, CInt(places.count), 1, rows, order, 1,
        &matrix, order)
      unsafe cblas_sgemv(
        CblasRowMajor, CblasTrans, CInt(places.count), order, 1, rows, order, preferences, 1, 1,
        &right, 1)
    }
    return solveMatrix(order)
  }

  private mutating func solveDual(_ range: Range<Int>, _ observed: SparseRows) -> CInt {
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    let (order, count) = (CInt(order), CInt(range.count))
    gather(range, observed)
    setIdentity(range.count)
    for place in range {
      right[place - range.lowerBound] = preference(observed.values[place])
    }
    // `rows` holds count < order rows, `matrix` order² > count², `right` at least order elements.
    unsafe cblas_ssyrk(
      CblasRowMajor, CblasUpper, CblasNoTrans, count, order, 1, rows, order, 1, &matrix, count)
    let info = solveMatrix(count)
    let dual = right
    unsafe cblas_sgemv(
      CblasRowMajor, CblasTrans, count, order, 1, rows, order, dual, 1, 0, &right, 1)
    return info
  }

  mutating func setIdentity(_ order: Int) {
    var matrix = matrix.mutableSpan
    for place in 0..<order * order { matrix[place] = 0 }
    for index in 0..<order { matrix[index * (order + 1)] = 1 }
  }

  /// Overwrites the matrix by its Cholesky factor, and the right-hand side by the solution.
  private mutating func solveMatrix(_ order: CInt) -> CInt {
    // Row-major upper is column-major lower: see `LAPACK`.
    let lower = CChar(UInt8(ascii: "L"))
    let info = unsafe LAPACKE_spotrf_work(LAPACK_COL_MAJOR, lower, order, &matrix, order)
    guard info == 0 else { return info }
    // One right-hand side: `spotrs` would pack the matrix for many, which takes longer than solving.
    unsafe cblas_strsv(
      CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, order, matrix, order, &right, 1)
    unsafe cblas_strsv(
      CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, order, matrix, order, &right, 1)
    return 0
  }
}
