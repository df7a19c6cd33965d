package import FindieWorkspace
package import Logging

/// What a run reports to, and what may stop it.
package struct RunControl {
  package var observer: any RunObserver
  /// Discards messages by default.
  package var log = Logger(label: "findie") { _ in SwiftLogNoOpLogHandler() }
  /// A monotonic clock for durations.
  package var elapsedSeconds: @Sendable () -> Double
  /// Whether a stop was requested.
  package var isStopping: @Sendable () -> Bool = { false }
  /// Waits before a retry; throws `Stopped` if a stop was requested.
  package var pause: @Sendable (_ seconds: Double) throws -> Void = { _ in }
  /// Called when a night begins, with a function for another thread. If a stop takes too long, that
  /// thread calls the function, then ends the process. The function returns false if the night is
  /// ending by itself.
  package var beginning: (_ giveUp: @escaping @Sendable () -> Bool) -> Void = { _ in }

  package init(observer: any RunObserver, elapsedSeconds: @escaping @Sendable () -> Double) {
    self.observer = observer
    self.elapsedSeconds = elapsedSeconds
  }
}
