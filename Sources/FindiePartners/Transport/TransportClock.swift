package import FindieDomain

/// The time and the pauses of the transport.
package struct TransportClock: Sendable {
  package let now: @Sendable () -> Timestamp
  /// Waits for a number of seconds.
  ///
  /// - Throws: `SyncStopped`.
  package let pause: @Sendable (Double) throws -> Void
  package let isStopping: @Sendable () -> Bool

  package init(
    now: @escaping @Sendable () -> Timestamp,
    pause: @escaping @Sendable (Double) throws -> Void,
    isStopping: @escaping @Sendable () -> Bool
  ) {
    self.now = now
    self.pause = pause
    self.isStopping = isStopping
  }
}
