import CLinearAlgebra

/// The LAPACK calls of this package, with checked shapes.
///
/// A symmetric matrix is its own transpose: its upper triangle, row-major, is the lower triangle of
/// the column-major matrix that LAPACK reads. No call transposes.
///
/// Source: Anderson et al., *LAPACK Users' Guide* (1999), DOI 10.1137/1.9780898719604.
package enum LAPACK {
  /// Overwrites the upper triangle of the symmetric A[n, n] by its Cholesky factor U, A = UᵀU
  /// (`spotrf`).
  package static func potrf(_ a: inout MutableSpan<Float>, order n: Int) throws(LAPACKFailure) {
    precondition(a.count == n * n, "spotrf of order \(n) on \(a.count) elements")
    guard n > 0 else { return }
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    // The buffer has n² elements, checked above.
    let info = unsafe a.withUnsafeMutableBufferPointer { a in
      unsafe LAPACKE_spotrf_work(
        LAPACK_COL_MAJOR, CChar(UInt8(ascii: "L")), CInt(n), a.baseAddress, CInt(n))
    }
    try check(info, "spotrf")
  }

  /// Overwrites the rows of B[count, n] by the solutions x of A x = b, from A's Cholesky factor
  /// (`spotrs`).
  package static func potrs(
    factor a: Span<Float>, order n: Int, rightHandSides b: inout MutableSpan<Float>, count: Int
  ) throws(LAPACKFailure) {
    precondition(a.count == n * n && b.count >= n * count, "spotrs of order \(n), \(b.count)")
    guard n > 0, count > 0 else { return }
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    // Both buffers have the sizes of their shapes, checked above.
    let info = unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeMutableBufferPointer { b in
        unsafe LAPACKE_spotrs_work(
          LAPACK_COL_MAJOR, CChar(UInt8(ascii: "L")), CInt(n), CInt(count), a.baseAddress, CInt(n),
          b.baseAddress, CInt(n))
      }
    }
    try check(info, "spotrs")
  }

  /// Reads LAPACK's `info`: a negative value is a bug of the caller, a positive one is caused by the data.
  static func check(_ info: CInt, _ routine: String) throws(LAPACKFailure) {
    precondition(info >= 0, "\(routine) was given a wrong argument, number \(-info)")
    if info > 0 { throw .notPositiveDefinite(order: Int(info)) }
  }
}

/// An error that the data caused in LAPACK.
package enum LAPACKFailure: Error, Equatable, CustomStringConvertible {
  /// The leading minor of this order is not positive.
  case notPositiveDefinite(order: Int)
  /// The eigenvalues of a symmetric matrix did not converge.
  case noEigenvalues(order: Int)

  package var description: String {
    switch self {
    case .notPositiveDefinite(let order):
      """
      a matrix is not positive definite (its leading minor of order \(order)): raise the \
      regularization, or look for values that are not numbers
      """
    case .noEigenvalues(let order):
      """
      the eigenvalues of a symmetric matrix of order \(order) were not found: take another BLAS \
      (findie doctor names the present one), or set als.solver to exact
      """
    }
  }
}
