import CLinearAlgebra

extension LAPACK {
  /// Overwrites the symmetric A[n, n] by its eigenvectors, one a row, and returns the eigenvalues,
  /// ascending (`ssyevd`); nil where they are not found.
  ///
  /// LAPACK's columns are our rows, so nothing is transposed.
  package static func syevd(_ a: inout MutableSpan<Float>, order n: Int) -> [Float]? {
    precondition(a.count == n * n, "ssyevd of order \(n) on \(a.count) elements")
    var values = [Float](repeating: 0, count: n)
    guard n > 0 else { return values }
    // The buffers hold n² and n elements.
    let info = unsafe a.withUnsafeMutableBufferPointer { a in
      unsafe values.withUnsafeMutableBufferPointer { values in
        unsafe LAPACKE_ssyevd(
          LAPACK_COL_MAJOR, CChar(UInt8(ascii: "V")), CChar(UInt8(ascii: "L")), CInt(n),
          a.baseAddress, CInt(n), values.baseAddress)
      }
    }
    // LAPACKE finds numbers that are not finite itself, and calls them a wrong argument.
    return info == 0 ? values : nil
  }
}
