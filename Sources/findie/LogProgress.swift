import FindieBatch
import Logging
import Synchronization

/// Tells a run's progress to a log, an event a line.
///
/// A class, since the threads of a run share it.
final class LogProgress: RunObserver {
  private struct State {
    var night: String?
    var shownAt: [String: Double] = [:]
  }

  private let log: Logger
  private let state = Mutex(State())
  private static let secondsBetweenLines = 10.0

  init(_ log: Logger) {
    self.log = log
  }

  func report(_ event: RunEvent) {
    switch event {
    case .started(let stage): say(.debug, "stage begins", stage)
    case .advanced(let stage, let done, let total, let unit):
      guard log.logLevel <= .debug, isDue(stage) else { return }
      say(
        .debug, "stage goes on", stage,
        ["done": .stringConvertible(done), "total": .stringConvertible(total), "unit": "\(unit)"])
    case .finished(let record): say(record)
    case .warned(let stage, let sentence): say(.warning, sentence, stage)
    case .dated(let day): state.withLock { $0.night = day }
    case .found(let sentence): say(.info, sentence, nil)
    }
  }

  private func say(_ record: StageRecord) {
    let level: Logger.Level =
      switch record.outcome {
      case .made, .skipped: .info
      case .kept, .dropped: .warning
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
    say(level, "stage \(record.outcome.rawValue)", record.stage, metadata)
  }

  private func say(
    _ level: Logger.Level, _ message: String, _ stage: String?, _ more: Logger.Metadata = [:]
  ) {
    var metadata = more
    metadata["stage"] = stage.map { "\($0)" }
    metadata["night"] = state.withLock { $0.night }.map { "\($0)" }
    log.log(level: level, "\(message)", metadata: metadata)
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
