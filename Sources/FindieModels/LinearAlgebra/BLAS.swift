import CLinearAlgebra

/// The BLAS calls of this package, with checked shapes. All matrices are row-major.
///
/// Source: Lawson, Hanson, Kincaid and Krogh, *Basic Linear Algebra Subprograms* (1979),
/// DOI 10.1145/355841.355847, and its levels 2 and 3.
package enum BLAS {
  /// The upper triangle of C[n, n] += AᵀA for A[rows, n] (`ssyrk`).
  package static func addGramian(
    of a: Span<Float>, rows: Int, columns n: Int, to c: inout MutableSpan<Float>
  ) {
    precondition(a.count >= rows * n && c.count == n * n, "ssyrk of \(a.count) into \(c.count)")
    guard rows > 0, n > 0 else { return }
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    unsafe a.withUnsafeBufferPointer { a in
      // Both buffers have the sizes of their shapes, checked above.
      unsafe c.withUnsafeMutableBufferPointer { c in
        unsafe cblas_ssyrk(
          CblasRowMajor, CblasUpper, CblasTrans, CInt(n), CInt(rows), 1, a.baseAddress, CInt(n), 1,
          c.baseAddress, CInt(n))
      }
    }
  }

  /// C[m, n] = A[m, k] · B[n, k]ᵀ (`sgemm`): all inner products of A's rows with B's rows.
  package static func products(
    ofRows a: Span<Float>, _ m: Int, withRows b: Span<Float>, _ n: Int, columns k: Int,
    into c: inout MutableSpan<Float>
  ) {
    precondition(
      a.count >= m * k && b.count >= n * k && c.count >= m * n,
      "sgemm of \(m) × \(k) and \(n) × \(k) into \(c.count)")
    guard m > 0, n > 0 else { return }
    // BLAS rejects rows without elements.
    guard k > 0 else {
      for index in 0..<m * n { c[index] = 0 }
      return
    }
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        // All three buffers have at least the sizes of their shapes, checked above.
        unsafe c.withUnsafeMutableBufferPointer { c in
          unsafe cblas_sgemm(
            CblasRowMajor, CblasNoTrans, CblasTrans, CInt(m), CInt(n), CInt(k), 1, a.baseAddress,
            CInt(k), b.baseAddress, CInt(k), 0, c.baseAddress, CInt(n))
        }
      }
    }
  }

  /// x · y, [n] (`sdot`).
  package static func dot(_ x: Span<Float>, _ y: Span<Float>) -> Float {
    precondition(x.count == y.count, "sdot of \(x.count) and \(y.count)")
    return unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeBufferPointer { y in
        unsafe cblas_sdot(CInt(x.count), x.baseAddress, 1, y.baseAddress, 1)
      }
    }
  }
}

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
