import Synchronization

extension BLASLibrary {
  /// Calls `body` while each BLAS call uses `threads` threads, then sets back what was before.
  ///
  /// For one large factorization that the house does not divide itself. How BLAS cuts its work may
  /// change the last bit of a sum, so the number is a parameter of its own and never `--threads`.
  /// The setting is the process': nothing else may compute meanwhile, and of two such calls one
  /// waits for the other, so they are not nested. A BLAS that is not OpenBLAS is left as it is.
  package static func withThreads<Result: Sendable, Failure: Error>(
    _ threads: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(threads >= 1, "there must be a thread, not \(threads)")
    return try isRaised.withLock { _ throws(Failure) in
      let before = current.threads
      use(threads: threads)
      defer { use(threads: before) }
      return try body()
    }
  }

  private static let isRaised = Mutex(())
}
