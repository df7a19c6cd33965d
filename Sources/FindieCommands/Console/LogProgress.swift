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
    case .started(let stage): log(.debug, "stage started", stage)
    case .advanced(let stage, let done, let total, let unit):
      guard json.level <= .debug, isDue(stage) else { return }
      log(.debug, "stage progress", stage, ["done": done, "total": total, "unit": unit])
    case .finished(let record): logResult(record)
    case .warned(let stage, let message): log(.warning, message, stage)
    case .dayKnown(let day): state.withLock { $0.day = day }
    case .message(let message): log(.info, message, nil)
    }
  }

  private func logResult(_ record: StageRecord) {
    var metadata: NamedParameters = [
      "outcome": record.outcome, "reason": record.reason, "seconds": record.seconds,
      "cpuSeconds": record.cpuSeconds, "peakMemoryInBytes": record.peakMemoryInBytes,
      "counts": record.counts,
    ]
    if let fingerprint = record.fingerprint {
      metadata = metadata.with(["fingerprint": fingerprint])
    }
    log(record.outcome.level, "stage \(record.outcome.rawValue)", record.stage, metadata)
  }

  private func log(
    _ level: LogLevel, _ message: String, _ stage: String?, _ more: NamedParameters = [:]
  ) {
    var metadata = more
    if let stage { metadata = metadata.with(["stage": stage]) }
    if let day = state.withLock({ $0.day }) { metadata = metadata.with(["day": day]) }
    json.write(level, message, metadata)
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
