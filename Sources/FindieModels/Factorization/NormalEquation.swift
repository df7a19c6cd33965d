package import FindieLinearAlgebra

/// The least-squares problem of one row, given the factors Y[n, rank] of the other side:
///
///     A = α₀ YᵀY + λᵣ I + Σ c y yᵀ        b = Σ c p y        A x = b
///
/// over the row's observed elements, with confidence c and preference p (1, or 0 for an observed
/// zero). It is scratch memory: one per thread, reset for every row.
///
/// Source: Hu, Koren and Volinsky, *Collaborative Filtering for Implicit Feedback Datasets* (2008),
/// DOI 10.1109/ICDM.2008.22; the weight α₀ of the unobserved as in Rendle et al., *Revisiting the
/// Performance of iALS* (2022), arXiv 2110.14037.
///
/// - Complexity: a row of n observed elements takes n · rank² steps to add and rank³ / 3 to solve.
package struct NormalEquation {
  package let rank: Int
  /// Only the upper triangle is stored; after `factorize()` its Cholesky factor.
  private var a: [Float]
  private var b: [Float]
  /// √c y of the elements added lately, [pending, rank], and √c p of the same.
  private var scaledRows: [Float]
  private var scaledPreferences: [Float]
  private var pending = 0

  private static let block = 128

  package init(rank: Int) {
    self.rank = rank
    a = [Float](repeating: 0, count: rank * rank)
    b = [Float](repeating: 0, count: rank)
    scaledRows = [Float](repeating: 0, count: NormalEquation.block * rank)
    scaledPreferences = [Float](repeating: 0, count: NormalEquation.block)
  }

  /// Starts a row without observed elements.
  ///
  /// - Parameters:
  ///   - weightedGramian: α₀ YᵀY, [rank, rank].
  ///   - regularization: λᵣ.
  package mutating func reset(weightedGramian: borrowing Matrix, regularization: Float) {
    for index in 0..<a.count { a[index] = weightedGramian.elements[index] }
    for index in 0..<rank {
      a[index * rank + index] += regularization
      b[index] = 0
    }
    pending = 0
  }

  /// Adds one observed element: `confidence` above zero for preference 1, below for preference 0.
  package mutating func add(factor y: Span<Float>, confidence: Float) {
    let root = abs(confidence).squareRoot()
    let start = pending * rank
    for index in 0..<rank { scaledRows[start + index] = root * y[index] }
    scaledPreferences[pending] = confidence > 0 ? root : 0
    pending += 1
    if pending == NormalEquation.block { flush() }
  }

  private mutating func flush() {
    NormalEquation.add(
      scaledRows, scaledPreferences, count: pending, rank: rank, to: &a, and: &b)
    pending = 0
  }

  /// A += RᵀR and b += Rᵀq for the first `count` rows of R[count, rank] and of q.
  private static func add(
    _ rows: [Float], _ preferences: [Float], count: Int, rank: Int, to a: inout [Float],
    and b: inout [Float]
  ) {
    var upper = a.mutableSpan
    BLAS.addGramian(of: rows.span, rows: count, columns: rank, to: &upper)
    var right = b.mutableSpan
    BLAS.addTransposed(
      rows.span, rows: count, columns: rank, times: preferences.span, to: &right)
  }

  /// Replaces A by its Cholesky factor. After it, `solve` may be called any number of times.
  package mutating func factorize() throws(LAPACKFailure) {
    flush()
    let rank = rank
    var upper = a.mutableSpan
    try LAPACK.potrf(&upper, order: rank)
  }

  /// Writes the row's factor x, [rank], to `factors` from `start` on.
  package func solve(into factors: inout MutableSpan<Float>, at start: Int) {
    var solution = b
    var span = solution.mutableSpan
    solve(rightHandSides: &span, count: 1)
    for index in 0..<rank { factors[start + index] = solution[index] }
  }

  /// Overwrites each of `count` rows r by A⁻¹ r.
  package func solve(rightHandSides: inout MutableSpan<Float>, count: Int) {
    do throws(LAPACKFailure) {
      try LAPACK.potrs(
        factor: a.span, order: rank, rightHandSides: &rightHandSides, count: count)
    } catch {
      preconditionFailure("spotrs reports nothing about data: \(error)")
    }
  }
}
