import CLinearAlgebra

extension LAPACK {
  /// Overwrites the Cholesky factor U in the upper triangle of A[n, n], A = UᵀU, by the upper
  /// triangle of A⁻¹ (`spotri`).
  package static func potri(_ a: inout MutableSpan<Float>, order n: Int) throws(LAPACKFailure) {
    precondition(a.count == n * n, "spotri of order \(n) on \(a.count) elements")
    guard n > 0 else { return }
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    // The buffer has n² elements, checked above.
    let info = unsafe a.withUnsafeMutableBufferPointer { a in
      unsafe LAPACKE_spotri_work(
        LAPACK_COL_MAJOR, CChar(UInt8(ascii: "L")), CInt(n), a.baseAddress, CInt(n))
    }
    try check(info, "spotri")
  }
}
