import CLinearAlgebra
import COpenBLASKernels
import Glibc
import Synchronization

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

  /// y[n] += Aᵀ · x[rows] for A[rows, n] (`sgemv`).
  package static func addTransposed(
    _ a: Span<Float>, rows: Int, columns n: Int, times x: Span<Float>,
    to y: inout MutableSpan<Float>
  ) {
    precondition(
      a.count >= rows * n && x.count >= rows && y.count == n, "sgemv of \(rows) × \(n)")
    guard rows > 0, n > 0 else { return }
    BLASLibrary.beginCall()
    defer { BLASLibrary.endCall() }
    unsafe a.withUnsafeBufferPointer { a in
      unsafe x.withUnsafeBufferPointer { x in
        // All three buffers have at least the sizes of their shapes, checked above.
        unsafe y.withUnsafeMutableBufferPointer { y in
          unsafe cblas_sgemv(
            CblasRowMajor, CblasTrans, CInt(rows), CInt(n), 1, a.baseAddress, CInt(n),
            x.baseAddress, 1, 1, y.baseAddress, 1)
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

/// The BLAS library of this process. Debian's alternatives choose it when the program is loaded.
package struct BLASLibrary: Sendable {
  package enum Implementation: Sendable, Equatable {
    /// OpenBLAS, with its configuration: version, kernel, threading.
    case openBLAS(configuration: String)
    /// Any other library. On Debian it is the reference BLAS, which is ten to fifty times slower.
    case reference
  }

  package let implementation: Implementation
  /// The maximum number of threads of one call; 1 if the library does not tell.
  package let threads: Int

  package static var current: BLASLibrary {
    guard let configuration = openBLASText("openblas_get_config") else {
      return BLASLibrary(implementation: .reference, threads: 1)
    }
    typealias Count = @convention(c) () -> CInt
    // OpenBLAS declares `int openblas_get_num_threads(void)`.
    let threads = unsafe symbol("openblas_get_num_threads").map {
      unsafe unsafeBitCast($0, to: Count.self)()
    }
    return BLASLibrary(
      implementation: .openBLAS(configuration: configuration), threads: Int(threads ?? 1))
  }

  /// Whether OpenBLAS did not recognize this processor, so that findie selected its kernels.
  package static var hasReplacedKernels: Bool { findie_replaced_openblas_kernels() }

  /// Whether the library may be called from several threads at once.
  ///
  /// A single-threaded build of OpenBLAS may not: called from two threads, it rejects valid
  /// matrices.
  package var isThreadSafe: Bool {
    switch implementation {
    case .reference: true
    case .openBLAS(let configuration): !configuration.contains("SINGLE_THREADED")
    }
  }

  /// Makes each BLAS call use one thread, since `Workers` divides the work.
  ///
  /// Setting OPENBLAS_NUM_THREADS in the running process would come too late.
  package static func useOneThread() { use(threads: 1) }

  /// Makes OpenBLAS map the buffers for this number of concurrent calls now. If a later mapping
  /// failed, OpenBLAS would wait forever.
  package static func mapBuffers(threads: Int) { findie_map_openblas_buffers(CInt(threads)) }

  static func use(threads: Int) {
    typealias Setter = @convention(c) (CInt) -> Void
    // OpenBLAS declares `void openblas_set_num_threads(int)`.
    if let setter = unsafe symbol("openblas_set_num_threads") {
      unsafe unsafeBitCast(setter, to: Setter.self)(CInt(threads))
    }
  }

  private static func openBLASText(_ name: String) -> String? {
    typealias Text = @convention(c) () -> UnsafePointer<CChar>?
    // OpenBLAS declares `char *openblas_get_config(void)`, a text with the lifetime of the process.
    guard let function = unsafe symbol(name),
      let text = unsafe unsafeBitCast(function, to: Text.self)()
    else { return nil }
    return unsafe String(cString: text)
  }

  /// The address of a function that only some BLAS libraries have.
  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    unsafe dlsym(nil, name)
  }
}

extension BLASLibrary {
  /// Runs `body` with `threads` threads per BLAS call, then restores the number of threads.
  ///
  /// Use it for one large factorization that cannot be divided by `Workers`. The number of threads
  /// can change the last bit of a sum, so it is a parameter of its own and does not follow
  /// `--threads`. The setting belongs to the process, so `body` has exclusive use of BLAS: it waits
  /// for the calls of other threads to end, and they wait for it. Calls cannot be nested. Libraries
  /// other than OpenBLAS are unaffected.
  package static func withThreads<Result: Sendable, Failure: Error>(
    _ threads: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(threads >= 1, "BLAS cannot use \(threads) threads")
    return try exclusiveUse.withLock { _ throws(Failure) in
      exclusiveThread.store(pthread_self(), ordering: .sequentiallyConsistent)
      defer { exclusiveThread.store(nobody, ordering: .sequentiallyConsistent) }
      while calls.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
      let before = current.threads
      use(threads: threads)
      defer { use(threads: before) }
      return try body()
    }
  }

  /// Starts a call that BLAS may divide among threads. It waits while another thread has exclusive
  /// use.
  ///
  /// Calls on vectors of the length of a factor are never divided and need no `beginCall`. Calls
  /// are not nested.
  static func beginCall() {
    while true {
      calls.add(1, ordering: .sequentiallyConsistent)
      let owner = exclusiveThread.load(ordering: .sequentiallyConsistent)
      if owner == nobody || owner == pthread_self() { return }
      calls.subtract(1, ordering: .sequentiallyConsistent)
      exclusiveUse.withLock { _ in }
    }
  }

  static func endCall() { calls.subtract(1, ordering: .sequentiallyConsistent) }

  private static let exclusiveUse = Mutex(())
  /// The thread that has exclusive use of BLAS.
  private static let exclusiveThread = Atomic(nobody)
  private static let nobody: pthread_t = 0
  /// The number of active calls.
  private static let calls = Atomic(0)
}
