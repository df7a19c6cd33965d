import CLinearAlgebra

extension LAPACK {
  /// Overwrites the symmetric A[n, n] by its eigenvectors, one a row, and `eigenvalues`, [n], by its
  /// eigenvalues, ascending (`ssyevd`). Only the upper triangle is read.
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
