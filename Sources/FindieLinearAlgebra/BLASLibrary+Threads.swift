import Glibc
import Synchronization

extension BLASLibrary {
  /// Runs `body` with `threads` threads per BLAS call, then restores the number of threads.
  ///
  /// Use it for one large factorization that cannot be divided by `Workers`. The number of threads can
  /// change the last bit of a sum, so it is a parameter of its own and does not follow `--threads`. The
  /// setting belongs to the process, so `body` has exclusive use of BLAS: it waits for the calls of other
  /// threads to end, and they wait for it. Calls cannot be nested. Libraries other than OpenBLAS are
  /// unaffected.
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

  /// Starts a call that BLAS may divide among threads. It waits while another thread has exclusive use.
  ///
  /// Calls on vectors of the length of a factor are never divided and need no `beginCall`. Calls are not
  /// nested.
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
