import FindieWorkspace
import Synchronization

/// Logs a run's events, one per line.
///
/// A class, since the threads of a run share it.
final class LogProgress: RunObserver {
  private struct State {
    var day: String?
    var shownAt: [String: Double] = [:]
  }

  private let json: JSONLog
  private let state = Mutex(State())
  private static let secondsBetweenLines = 10.0

  init(_ json: JSONLog) {
    self.json = json
  }

  func report(_ event: RunEvent) {
    switch event {
    case .started(let stage): log(event, "stage started", of: stage)
    case .advanced(let stage, let done, let total, let unit):
      guard json.minimum <= event.level, isDue(stage) else { return }
      log(event, "stage progress", of: stage) { ($0.done, $0.total, $0.unit) = (done, total, unit) }
    case .finished(let record):
      log(event, "stage \(record.outcome.rawValue)", of: record.stage) {
        ($0.outcome, $0.reason) = (record.outcome.rawValue, record.reason)
        ($0.seconds, $0.cpuSeconds) = (record.seconds, record.cpuSeconds)
        $0.peakMemoryInBytes = record.peakMemoryInBytes
        $0.counts = record.counts
        $0.fingerprint = record.fingerprint?.hexadecimal
      }
    case .warned(let stage, let message): log(event, message, of: stage)
    case .dayKnown(let day): state.withLock { $0.day = day }
    case .message(let message): log(event, message)
    }
  }

  private func log(
    _ event: RunEvent, _ message: String, of stage: String? = nil,
    _ fill: (inout JSONLog.Metadata) -> Void = { _ in }
  ) {
    json.log(event.level, message) { metadata in
      fill(&metadata)
      metadata.stage = stage
      metadata.day = state.withLock { $0.day }
    }
  }

  private func isDue(_ stage: String) -> Bool {
    let now = Clock.elapsedSeconds
    return state.withLock { state in
      if let shown = state.shownAt[stage], now - shown < Self.secondsBetweenLines { return false }
      state.shownAt[stage] = now
      return true
    }
  }
}

extension RunEvent {
  /// The log level of the event.
  var level: LogLevel {
    switch self {
    case .started, .advanced: .debug
    case .dayKnown, .message: .info
    case .warned: .warning
    case .finished(let record):
      switch record.outcome {
      case .built, .skipped: .info
      case .reused, .blocked: .warning
      case .failed: .error
      }
    }
  }
}
