import FindieWorkspace
import Logging
import Synchronization

/// Logs a run's events, one per line.
///
/// A class, since the threads of a run share it.
final class LogProgress: RunObserver {
  private struct State {
    var day: String?
    var shownAt: [String: Double] = [:]
  }

  private let logger: Logger
  private let state = Mutex(State())
  private static let secondsBetweenLines = 10.0

  init(_ logger: Logger) {
    self.logger = logger
  }

  func report(_ event: RunEvent) {
    switch event {
    case .started(let stage): log(.debug, "stage started", stage)
    case .advanced(let stage, let done, let total, let unit):
      guard logger.logLevel <= .debug, isDue(stage) else { return }
      log(
        .debug, "stage progress", stage,
        ["done": .stringConvertible(done), "total": .stringConvertible(total), "unit": "\(unit)"])
    case .finished(let record): logResult(record)
    case .warned(let stage, let message): log(.warning, message, stage)
    case .dayKnown(let day): state.withLock { $0.day = day }
    case .message(let message): log(.info, message, nil)
    }
  }

  private func logResult(_ record: StageRecord) {
    let level: Logger.Level =
      switch record.outcome {
      case .built, .skipped: .info
      case .reused, .blocked: .warning
      case .failed: .error
      }
    var metadata: Logger.Metadata = [
      "outcome": "\(record.outcome.rawValue)", "reason": "\(record.reason)",
      "seconds": .stringConvertible(record.seconds),
      "cpuSeconds": .stringConvertible(record.cpuSeconds),
      "peakMemoryInBytes": .stringConvertible(record.peakMemoryInBytes),
      "counts": .dictionary(record.counts.mapValues { .stringConvertible($0) }),
    ]
    if let fingerprint = record.fingerprint {
      metadata["fingerprint"] = "\(fingerprint.hexadecimal)"
    }
    log(level, "stage \(record.outcome.rawValue)", record.stage, metadata)
  }

  private func log(
    _ level: Logger.Level, _ message: String, _ stage: String?, _ more: Logger.Metadata = [:]
  ) {
    var metadata = more
    metadata["stage"] = stage.map { "\($0)" }
    metadata["day"] = state.withLock { $0.day }.map { "\($0)" }
    logger.log(level: level, "\(message)", metadata: metadata)
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
