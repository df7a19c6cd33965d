import CLinearAlgebra

/// The LAPACK calls of this package, with checked shapes.
///
/// A symmetric matrix is its own transpose: its upper triangle, row-major, is the lower triangle of
/// the column-major matrix that LAPACK reads. No call transposes.
///
/// Source: Anderson et al., *LAPACK Users' Guide* (1999), DOI 10.1137/1.9780898719604.
package enum LAPACK {
  /// Overwrites the upper triangle of the symmetric A[n, n] with its Cholesky factor U, where A =
  /// UᵀU (`spotrf`).
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

  /// Overwrites the rows of B[count, n] with the solutions x of A x = b, given the Cholesky factor
  /// of A (`spotrs`).
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

  /// Reads LAPACK's `info`: a negative value is a bug of the caller, a positive one is caused by
  /// the data.
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
      (findie doctor names the present one)
      """
    }
  }
}

extension LAPACK {
  /// Overwrites the rows of B[count, n] with the solutions x of A x = b, in Double, and the upper
  /// triangle of the symmetric A[n, n] with its Cholesky factor (`dposv`).
  ///
  /// Use it for small systems of sums over data, which may be ill-conditioned.
  package static func posv(
    _ a: inout MutableSpan<Double>, order n: Int, rightHandSides b: inout MutableSpan<Double>,
    count: Int
  ) throws(LAPACKFailure) {
    precondition(a.count == n * n && b.count == n * count, "dposv of order \(n), \(b.count)")
    guard n > 0, count > 0 else { return }
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    // Both buffers have the sizes of their shapes, checked above.
    let info = unsafe a.withUnsafeMutableBufferPointer { a in
      unsafe b.withUnsafeMutableBufferPointer { b in
        unsafe LAPACKE_dposv_work(
          LAPACK_COL_MAJOR, CChar(UInt8(ascii: "L")), CInt(n), CInt(count), a.baseAddress, CInt(n),
          b.baseAddress, CInt(n))
      }
    }
    try check(info, "dposv")
  }
}

extension LAPACK {
  /// Overwrites the symmetric A[n, n] with its eigenvectors, one per row, and `eigenvalues`, [n],
  /// with its eigenvalues, ascending (`ssyevd`). Only the upper triangle is read.
  ///
  /// - Precondition: all elements are finite. Otherwise LAPACK may not return.
  package static func syevd(
    _ a: inout MutableSpan<Float>, order n: Int, eigenvalues: inout MutableSpan<Float>
  ) throws(LAPACKFailure) {
    precondition(a.count == n * n && eigenvalues.count == n, "ssyevd of order \(n)")
    guard n > 0 else { return }
    // The sizes that `ssyevd` requires for eigenvectors.
    var work = [Float](repeating: 0, count: 1 + 6 * n + 2 * n * n)
    var integers = [CInt](repeating: 0, count: 3 + 5 * n)
    let (workCount, integerCount) = (CInt(work.count), CInt(integers.count))
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    // All buffers have the sizes of their shapes, checked above or allocated here.
    let info = unsafe a.withUnsafeMutableBufferPointer { a in
      unsafe eigenvalues.withUnsafeMutableBufferPointer { eigenvalues in
        unsafe work.withUnsafeMutableBufferPointer { work in
          unsafe integers.withUnsafeMutableBufferPointer { integers in
            unsafe LAPACKE_ssyevd_work(
              LAPACK_COL_MAJOR, CChar(UInt8(ascii: "V")), CChar(UInt8(ascii: "L")), CInt(n),
              a.baseAddress, CInt(n), eigenvalues.baseAddress, work.baseAddress, workCount,
              integers.baseAddress, integerCount)
          }
        }
      }
    }
    precondition(info >= 0, "ssyevd was given a wrong argument, number \(-info)")
    if info > 0 { throw .noEigenvalues(order: n) }
  }
}

extension LAPACK {
  /// Overwrites a symmetric A[n, n], of which `SymmetricMatrix` stores a triangle, with its
  /// Cholesky factor (`spftrf`).
  static func pftrf(_ a: inout MutableSpan<Float>, order n: Int) throws(LAPACKFailure) {
    try unsafe withTriangle(&a, order: n, "spftrf", LAPACKE_spftrf_work)
  }

  /// Overwrites the result of `pftrf` with A⁻¹ (`spftri`).
  static func pftri(_ a: inout MutableSpan<Float>, order n: Int) throws(LAPACKFailure) {
    try unsafe withTriangle(&a, order: n, "spftri", LAPACKE_spftri_work)
  }

  private static func withTriangle(
    _ a: inout MutableSpan<Float>, order n: Int, _ name: String,
    _ routine: (CInt, CChar, CChar, CInt, UnsafeMutablePointer<Float>?) -> CInt
  ) throws(LAPACKFailure) {
    precondition(a.count == n * (n + 1) / 2, "\(name) of order \(n) on \(a.count) elements")
    guard n > 0 else { return }
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    // The buffer has n (n + 1) / 2 elements, checked above.
    let info = unsafe a.withUnsafeMutableBufferPointer { a in
      unsafe routine(
        LAPACK_COL_MAJOR, CChar(UInt8(ascii: "N")), CChar(UInt8(ascii: "L")), CInt(n),
        a.baseAddress)
    }
    try check(info, name)
  }
}
