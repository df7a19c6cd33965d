import CLinearAlgebra

extension LAPACK {
  /// Overwrites the rows of B[count, n] by the solutions x of A x = b, in Double, and the upper
  /// triangle of the symmetric A[n, n] by its Cholesky factor (`dposv`).
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
