import CFactorKernels
import CLinearAlgebra

/// Solves shared systems exactly, by Cholesky, one row at a time. Each thread needs its own, since
/// it holds scratch memory.
///
/// With R = √W Zᵣ D^-½, [n, k], and q = √W p, a row's solution is D^-½ x̃ for
///
///     (I + RᵀR) x̃ = Rᵀq   or, the same,   x̃ = Rᵀu, (I + RRᵀ) u = q
///
/// The smaller system is solved: that of order k, or that of order n if the row has fewer than k
/// elements (Woodbury identity).
///
/// - Complexity: a row of n elements takes n k min(n, k) + min(n, k)³ / 3 operations.
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
    rows = [Float](repeating: 0, count: max(Self.block, order) * order)
    matrix = [Float](repeating: 0, count: order * order)
    right = [Float](repeating: 0, count: max(Self.block, order))
    weights = [Float](repeating: 0, count: order)
  }

  /// Writes the solution of one row, [k], to `solutions` from `start` on.
  ///
  /// - Throws: if the diagonal Λ + λᵣ is not positive, or a confidence is not a number.
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

  /// Sets `weights` to the diagonal of D^-½.
  mutating func weigh(_ regularization: Float) throws(LAPACKFailure) {
    for index in 0..<order {
      let diagonal = systems.diagonal[index] + regularization
      guard diagonal > 0 else { throw .notPositiveDefinite(order: index + 1) }
      weights[index] = 1 / diagonal.squareRoot()
    }
  }

  /// Grows `rows` to hold a row of `count` elements.
  mutating func reserve(_ count: Int) {
    if rows.count < count * order { rows = [Float](repeating: 0, count: count * order) }
  }

  mutating func gather(_ elements: Range<Int>, _ observed: SparseRows) {
    // The columns are below the factors' rows (checked by SparseRows and by the callers), and
    // `rows` holds at least as many rows as there are elements.
    precondition(elements.count * order <= rows.count, "a block of \(elements.count)")
    unsafe systems.factors.elements.withUnsafeBufferPointer { factors in
      unsafe observed.columnIndices.withUnsafeBufferPointer { columns in
        unsafe observed.values.withUnsafeBufferPointer { values in
          unsafe rows.withUnsafeMutableBufferPointer { rows in
            guard let columns = columns.baseAddress, let values = values.baseAddress else { return }
            unsafe findie_gather_scaled(
              variant, factors.baseAddress, order, columns + elements.lowerBound,
              values + elements.lowerBound, elements.count, observed.count - elements.lowerBound,
              weights,
              rows.baseAddress)
          }
        }
      }
    }
  }

  /// √c p.
  func weightedPreference(_ confidence: Float) -> Float {
    confidence > 0 ? confidence.squareRoot() : 0
  }

  private mutating func solvePrimal(_ range: Range<Int>, _ observed: SparseRows) -> CInt {
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    let order = CInt(order)
    setIdentity(self.order)
    var preferences = [Float](repeating: 0, count: Self.block)
    for index in 0..<self.order { right[index] = 0 }
    for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.block) {
      let elements = first..<min(first + Self.block, range.upperBound)
      gather(elements, observed)
      for element in elements {
        preferences[element - first] = weightedPreference(observed.values[element])
      }
      // `rows` holds elements.count rows, `matrix` order², `right` at least order elements.
      unsafe cblas_ssyrk(
        CblasRowMajor, CblasUpper, CblasTrans, order, CInt(elements.count), 1, rows, order, 1,
        &matrix, order)
      unsafe cblas_sgemv(
        CblasRowMajor, CblasTrans, CInt(elements.count), order, 1, rows, order, preferences, 1, 1,
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
    for element in range {
      right[element - range.lowerBound] = weightedPreference(observed.values[element])
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
    for element in 0..<order * order { matrix[element] = 0 }
    for index in 0..<order { matrix[index * (order + 1)] = 1 }
  }

  /// Overwrites the matrix with its Cholesky factor, and the right-hand side with the solution.
  private mutating func solveMatrix(_ order: CInt) -> CInt {
    // Row-major upper is column-major lower: see `LAPACK`.
    let lower = CChar(UInt8(ascii: "L"))
    let info = unsafe LAPACKE_spotrf_work(LAPACK_COL_MAJOR, lower, order, &matrix, order)
    guard info == 0 else { return info }
    // One right-hand side: `spotrs` would pack the matrix for many, which takes longer than
    // solving.
    unsafe cblas_strsv(
      CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, order, matrix, order, &right, 1)
    unsafe cblas_strsv(
      CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, order, matrix, order, &right, 1)
    return 0
  }
}

extension ExactSystems {
  /// How much each element of a row contributes to the products of the row's solution x with rows
  /// of Z:
  ///
  ///     part[i, j] = zᵢᵀ (D + ZᵣᵀWZᵣ)⁻¹ zⱼ wⱼ pⱼ,   Σⱼ part[i, j] = zᵢ · x
  ///
  /// With P = Z D^-½ for the entries, they are P Rᵀ S⁻¹ with S = I + RRᵀ, or P S⁻¹ Rᵀ with S = I +
  /// RᵀR, whichever S is smaller; each column is multiplied by its element of q.
  ///
  /// - Parameters:
  ///   - entries: rows of Z.
  ///   - parts: [entries.count, n] for the row's n elements, overwritten.
  /// - Throws: as `solve`.
  package mutating func parts(
    ofRow row: Int, of observed: SparseRows, regularization: Float, with entries: [UInt32],
    into parts: inout [Float]
  ) throws(LAPACKFailure) {
    precondition(observed.columns == systems.factors.rows, "sides of other sizes")
    try weigh(regularization)
    let range = observed.range(ofRow: row)
    let count = range.count
    parts = [Float](repeating: 0, count: entries.count * count)
    guard count > 0, !entries.isEmpty else { return }
    reserve(count)
    gather(range, observed)
    var scaled = scaledRows(entries)
    let isDual = count < order
    setIdentity(isDual ? count : order)
    // `rows` holds R[n, k], and `matrix` min(n, k)² elements.
    BLASLibrary.beginCall()
    unsafe cblas_ssyrk(
      CblasRowMajor, CblasUpper, isDual ? CblasNoTrans : CblasTrans, CInt(isDual ? count : order),
      CInt(isDual ? order : count), 1, rows, CInt(order), 1, &matrix, CInt(isDual ? count : order))
    BLASLibrary.endCall()
    try factorizeAndSolve(
      isDual: isDual, count: count, entries: entries.count, scaled: &scaled, into: &parts)
    let preferences = range.map { weightedPreference(observed.values[$0]) }
    var target = parts.mutableSpan
    for entry in entries.indices {
      for index in preferences.indices { target[entry * count + index] *= preferences[index] }
    }
  }

  private mutating func factorizeAndSolve(
    isDual: Bool, count: Int, entries: Int, scaled: inout [Float], into parts: inout [Float]
  ) throws(LAPACKFailure) {
    let own = isDual ? count : order
    var factor = Array(matrix[..<(own * own)])
    var upper = factor.mutableSpan
    try LAPACK.potrf(&upper, order: own)
    if !isDual {
      var right = scaled.mutableSpan
      try LAPACK.potrs(factor: factor.span, order: own, rightHandSides: &right, count: entries)
    }
    var products = parts.mutableSpan
    BLAS.products(
      ofRows: scaled.span, entries, withRows: rows.span, count, columns: order, into: &products)
    if isDual {
      try LAPACK.potrs(factor: factor.span, order: own, rightHandSides: &products, count: entries)
    }
  }

  /// P = Z D^-½ of some rows of Z.
  private func scaledRows(_ entries: [UInt32]) -> [Float] {
    var scaled = [Float](repeating: 0, count: entries.count * order)
    var target = scaled.mutableSpan
    let weights = weights.span
    for (position, entry) in entries.enumerated() {
      let row = systems.factors.row(Int(entry))
      for index in 0..<order { target[position * order + index] = row[index] * weights[index] }
    }
    return scaled
  }
}
