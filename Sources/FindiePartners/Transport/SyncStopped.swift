package import FindieWorkspace

/// A stop was requested. What was received so far is in the cache.
package struct SyncStopped: KnownFailure, CustomStringConvertible {
  package init() {}

  package var failureKind: FailureKind { .stopped }

  package var description: String { "Stopped. Run the same command again to continue." }
}
