import FindieDomain
import FindieWorkspace

/// The log of a run on standard error: one JSON object per line, with `timestamp` (ISO 8601),
/// `level`, `message` and `metadata`.
struct JSONLog: Sendable {
  private struct Line: Encodable {
    let timestamp: String
    let level: String
    let message: String
    let metadata: NamedParameters
  }

  /// The least important level that is written.
  let level: LogLevel

  func write(_ level: LogLevel, _ message: String, _ metadata: NamedParameters) {
    guard level >= self.level else { return }
    let time = Timestamp(milliseconds: Clock.now).description
    Console.log(
      canonicalJSON(
        Line(timestamp: time, level: level.rawValue, message: message, metadata: metadata)))
  }
}
