import CLinearAlgebra

extension BLAS {
  /// y[start..<start + n] += a · x[n] (`saxpy`).
  package static func add(
    _ x: Span<Float>, times a: Float = 1, to y: inout MutableSpan<Float>, at start: Int = 0
  ) {
    precondition(start >= 0 && start + x.count <= y.count, "saxpy of \(x.count) into \(y.count)")
    guard x.count > 0 else { return }
    let count = CInt(x.count)
    unsafe x.withUnsafeBufferPointer { x in
      // The range of y is valid, checked above.
      unsafe y.withUnsafeMutableBufferPointer { y in
        guard let x = x.baseAddress, let y = y.baseAddress else { return }
        unsafe cblas_saxpy(count, a, x, 1, y + start, 1)
      }
    }
  }
}
