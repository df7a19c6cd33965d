package import Foundation

extension WorkspaceLock {
  /// Acquires a workspace, and waits for it if another run holds it.
  ///
  /// - Parameters:
  ///   - timeoutInSeconds: how long to wait.
  ///   - pause: waits; throws if a stop was requested.
  ///   - report: called once with the holder if the lock is not free.
  /// - Throws: `WorkspaceLock.Held` after the timeout.
  package static func acquire(
    _ workspace: URL, day: String?, timeoutInSeconds: Double,
    elapsedSeconds: () -> Double, pause: (Double) throws -> Void, report: (String) -> Void
  ) throws -> WorkspaceLock {
    let end = elapsedSeconds() + timeoutInSeconds
    var hasReported = false
    while true {
      do {
        return try WorkspaceLock(workspace: workspace, day: day)
      } catch let held as Held {
        let left = end - elapsedSeconds()
        guard left > 0 else { throw held }
        if !hasReported { report("Waiting. \(held)") }
        hasReported = true
        try pause(min(1, left))
      }
    }
  }
}
