import CLinearAlgebra
import COpenBLASKernels
import Glibc
import Synchronization

/// The BLAS library of this process. Debian's alternatives choose it when the program is loaded.
package struct BLASLibrary: Sendable {
  /// The configuration of OpenBLAS: version, kernel, threading. Nil for any other library: on
  /// Debian the reference BLAS, which is ten to fifty times slower.
  package let configuration: String?
  /// The maximum number of threads of one call; 1 if the library does not tell.
  package let threads: Int

  /// Asked for once: each call of OpenBLAS composes the text anew in one buffer, so that two calls
  /// at the same time mix theirs.
  private static let knownConfiguration = {
    typealias Text = @convention(c) () -> UnsafePointer<CChar>?
    // OpenBLAS declares `char *openblas_get_config(void)`, a text with the lifetime of the process.
    guard let function = unsafe symbol("openblas_get_config"),
      let text = unsafe unsafeBitCast(function, to: Text.self)()
    else { return nil as String? }
    return unsafe String(cString: text)
  }()

  package static var current: BLASLibrary {
    typealias Count = @convention(c) () -> CInt
    // OpenBLAS declares `int openblas_get_num_threads(void)`.
    let threads = unsafe symbol("openblas_get_num_threads").map {
      unsafe unsafeBitCast($0, to: Count.self)()
    }
    return BLASLibrary(configuration: knownConfiguration, threads: Int(threads ?? 1))
  }

  /// Whether OpenBLAS did not recognize this processor, so that findie selected its kernels.
  package static var hasReplacedKernels: Bool { findie_replaced_openblas_kernels() }

  /// Whether the library may be called from several threads at once.
  ///
  /// A single-threaded build of OpenBLAS may not: called from two threads, it rejects valid
  /// matrices.
  package var isThreadSafe: Bool {
    !(configuration?.contains("SINGLE_THREADED") ?? false)
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
      // It starts the library's threads.
      unsafe unsafeBitCast(setter, to: Setter.self)(CInt(threads))
      if threads == 1 { findie_end_blas_threads() }
    }
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
