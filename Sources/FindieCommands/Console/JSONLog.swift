import ArgumentParser
import FindieDomain
import FindieWorkspace

enum LogLevel: String, CaseIterable, Comparable, ExpressibleByArgument {
  case debug, info, warning, error

  static func < (left: LogLevel, right: LogLevel) -> Bool { left.order < right.order }

  private var order: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }
}

/// Writes log events to standard error, each as one line of JSON: `timestamp` (ISO 8601), `level`,
/// `message` and `metadata`.
struct JSONLog {
  /// Events of a lower level are left out.
  let minimum: LogLevel

  /// What is known of an event; nil for what does not apply.
  struct Metadata: Encodable {
    var day: String?
    var stage: String?
    var outcome, reason, fingerprint: String?
    var seconds, cpuSeconds: Double?
    var peakMemoryInBytes: Int?
    var counts: [String: Int]?
    var done, total: Int?
    var unit: String?
    var kind: String?
    var status: Int32?
    var runId: String?
    var warnings: Int?
  }

  private struct Line: Encodable {
    let timestamp, level, message: String
    let metadata: Metadata
  }

  func log(_ level: LogLevel, _ message: String, _ fill: (inout Metadata) -> Void = { _ in }) {
    guard level >= minimum else { return }
    var metadata = Metadata()
    fill(&metadata)
    Console.log(
      canonicalJSON(
        Line(
          timestamp: Timestamp(milliseconds: Clock.now).description, level: level.rawValue,
          message: message, metadata: metadata)))
  }
}
