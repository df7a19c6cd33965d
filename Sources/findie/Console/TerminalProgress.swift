import FindieBatch
import FindieOperations
import FindieText
import FindieWorkspace
import Foundation
import Logging
import Synchronization

/// Shows a run's progress on standard error. On a terminal one line is updated, for the stage that has run
/// the longest; otherwise each event is a line.
///
/// A class, since the threads of a run share it.
final class TerminalProgress: RunObserver {
  fileprivate struct Stage {
    let name: String
    let startedAt: Double
    var shownAt: Double
  }

  private let level: Logger.Level
  /// The running stages, in the order of their starts.
  private let underWay = Mutex([Stage]())
  private let isLive = Console.isTerminal
  private static let secondsBetweenLines = 0.1
  private static let secondsBetweenPlainLines = 10.0

  /// - Parameter level: the minimum level of events.
  init(level: Logger.Level = .info) {
    self.level = level
  }

  func report(_ event: RunEvent) {
    guard event.level >= level else { return }
    let now = Clock.elapsedSeconds
    underWay.withLock { underWay in
      switch event {
      case .started(let stage):
        underWay.append(Stage(name: stage, startedAt: now, shownAt: now))
        if isLive, underWay.count == 1 { Console.write("\r\u{1B}[K  \(stage) …") }
      case .advanced(let stage, let done, let total, let unit):
        let pause =
          isLive ? Self.secondsBetweenLines : Self.secondsBetweenPlainLines
        let index = underWay.index(of: stage, at: now)
        guard index == 0 || !isLive, now - underWay[index].shownAt >= pause else { return }
        underWay[index].shownAt = now
        let line = Self.line(
          stage, done: done, total: total, unit: unit, seconds: now - underWay[index].startedAt)
        Console.write(isLive ? "\r\u{1B}[K  \(line)" : "  \(line)\n")
      case .finished(let record):
        underWay.removeAll { $0.name == record.stage }
        let mark =
          switch record.outcome {
          case .built: "✓"
          case .skipped: "·"
          case .failed: "✗"
          case .reused: "≈"
          case .blocked: "–"
          }
        let counts = record.counts.sorted { $0.key < $1.key }
          .map { "\($0.key) \($0.value.grouped)" }.joined(separator: ", ")
        let what =
          switch record.outcome {
          case .built: "\(record.seconds.fixed(1)) s  \(counts)"
          case .skipped: "skipped: \(record.reason)"
          case .failed: "failed"
          case .reused: "previous artifact used: \(record.reason)"
          case .blocked: "did not run: \(record.reason)"
          }
        Console.write((isLive ? "\r\u{1B}[K" : "") + "\(mark) \(record.stage)  \(what)\n")
      case .warned(let stage, let message):
        Console.write((isLive ? "\r\u{1B}[K" : "") + "! \(stage): \(printableLines(message))\n")
      case .dayKnown: break
      case .message(let message):
        Console.write((isLive ? "\r\u{1B}[K" : "") + "· \(printableLines(message))\n")
      }
    }
  }

  /// Clears the live line, if there is one.
  func clear() {
    if isLive { Console.write("\r\u{1B}[K") }
  }

  private static func line(
    _ stage: String, done: Int, total: Int, unit: String, seconds: Double
  ) -> String {
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
    let filled = Int((share * 20).rounded(.down))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
    let rate = seconds > 0 ? Double(done) / seconds : 0
    let left = rate > 0 ? Double(total - done) / rate : 0
    return "\(stage) \(bar) \(Int(share * 100)) %  \(Int(rate).grouped) \(unit)/s  "
      + "\(max(0, left).fixed(1)) s left"
  }
}

extension [TerminalProgress.Stage] {
  /// The index of a stage, which is added if its start was not reported.
  fileprivate mutating func index(of stage: String, at now: Double) -> Int {
    if let index = firstIndex(where: { $0.name == stage }) { return index }
    append(TerminalProgress.Stage(name: stage, startedAt: now, shownAt: now))
    return count - 1
  }
}

extension RunEvent {
  /// The log level of the event.
  fileprivate var level: Logger.Level {
    switch self {
    case .started, .advanced, .dayKnown, .message: .info
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
