/// Sends lineage events to a service, in their order and beside the night, which never waits for it but
/// at its end and never fails by it. Called from any thread.
package protocol LineageSink: Sendable {
  /// Takes one event, a JSON text.
  func send(_ event: String)

  /// Waits until all events are sent, no longer than `seconds`.
  ///
  /// - Returns: what to tell people where some were not sent; nil where all were.
  func finish(within seconds: Double) -> String?
}
