import Glibc
import Synchronization

extension BLASLibrary {
  /// Calls `body` while each BLAS call uses `threads` threads, then sets back what was before.
  ///
  /// For one large factorization that the house does not divide itself. How BLAS cuts its work may
  /// change the last bit of a sum, so the number is a parameter of its own and never `--threads`.
  /// The setting is the process', so `body` is alone with BLAS: it waits for the calls of other threads
  /// to end, and they for it. It is not nested. A BLAS that is not OpenBLAS is left as it is.
  package static func withThreads<Result: Sendable, Failure: Error>(
    _ threads: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(threads >= 1, "there must be a thread, not \(threads)")
    return try isRaised.withLock { _ throws(Failure) in
      raiser.store(pthread_self(), ordering: .sequentiallyConsistent)
      defer { raiser.store(nobody, ordering: .sequentiallyConsistent) }
      while calls.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
      let before = current.threads
      use(threads: threads)
      defer { use(threads: before) }
      return try body()
    }
  }

  /// A call that may be cut by threads begins, and waits while another thread is alone with BLAS.
  ///
  /// Vectors as long as a factor are never cut: their calls go without. A call holds no other.
  static func beginCall() {
    while true {
      calls.add(1, ordering: .sequentiallyConsistent)
      let raiser = raiser.load(ordering: .sequentiallyConsistent)
      if raiser == nobody || raiser == pthread_self() { return }
      calls.subtract(1, ordering: .sequentiallyConsistent)
      isRaised.withLock { _ in }
    }
  }

  static func endCall() { calls.subtract(1, ordering: .sequentiallyConsistent) }

  private static let isRaised = Mutex(())
  /// The thread that is alone with BLAS.
  private static let raiser = Atomic(nobody)
  private static let nobody: pthread_t = 0
  /// How many calls are under way.
  private static let calls = Atomic(0)
}
