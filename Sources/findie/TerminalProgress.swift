import FindieBatch
import FindiePipelines
import Foundation
import Logging
import Synchronization

/// Shows a run's progress on standard error: a live line on a terminal, of the stage that is longest
/// under way, else plain lines.
///
/// A class, since the threads of a run share it.
final class TerminalProgress: RunObserver {
  fileprivate struct Stage {
    let name: String
    let startedAt: Double
    var shownAt: Double
  }

  private let level: Logger.Level
  /// The stages that are under way, in the order in which they began.
  private let underWay = Mutex([Stage]())
  private let isLive = Console.isTerminal
  private static let secondsBetweenLines = 0.1
  private static let secondsBetweenPlainLines = 10.0

  /// - Parameter level: of lesser events nothing is shown.
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
        if isLive, underWay.count == 1 { Console.put("\r\u{1B}[K  \(stage) …") }
      case .advanced(let stage, let done, let total, let unit):
        let pause =
          isLive ? Self.secondsBetweenLines : Self.secondsBetweenPlainLines
        let place = underWay.place(of: stage, at: now)
        guard place == 0 || !isLive, now - underWay[place].shownAt >= pause else { return }
        underWay[place].shownAt = now
        let line = Self.line(
          stage, done: done, total: total, unit: unit, seconds: now - underWay[place].startedAt)
        Console.put(isLive ? "\r\u{1B}[K  \(line)" : "  \(line)\n")
      case .finished(let record):
        underWay.removeAll { $0.name == record.stage }
        let mark =
          switch record.outcome {
          case .made: "✓"
          case .skipped: "·"
          case .failed: "✗"
          case .kept: "≈"
          case .dropped: "–"
          }
        let counts = record.counts.sorted { $0.key < $1.key }
          .map { "\($0.key) \(Self.grouped($0.value))" }.joined(separator: ", ")
        let what =
          switch record.outcome {
          case .made: "\(Self.seconds(record.seconds))  \(counts)"
          case .skipped: "skipped: \(record.reason)"
          case .failed: "failed"
          case .kept: "as before: \(record.reason)"
          case .dropped: "not made: \(record.reason)"
          }
        Console.put((isLive ? "\r\u{1B}[K" : "") + "\(mark) \(record.stage)  \(what)\n")
      case .warned(let stage, let sentence):
        Console.put((isLive ? "\r\u{1B}[K" : "") + "! \(stage): \(sentence)\n")
      case .dated: break
      case .found(let sentence):
        Console.put((isLive ? "\r\u{1B}[K" : "") + "· \(sentence)\n")
      }
    }
  }

  /// Takes the live line away, where there is one.
  func clear() {
    if isLive { Console.put("\r\u{1B}[K") }
  }

  private static func line(
    _ stage: String, done: Int, total: Int, unit: String, seconds: Double
  ) -> String {
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
    let filled = Int((share * 20).rounded(.down))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
    let rate = seconds > 0 ? Double(done) / seconds : 0
    let left = rate > 0 ? Double(total - done) / rate : 0
    return "\(stage) \(bar) \(Int(share * 100)) %  \(grouped(Int(rate))) \(unit)/s  "
      + "\(Self.seconds(max(0, left))) left"
  }

  private static func seconds(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }

  private static func grouped(_ number: Int) -> String {
    NightSummary.grouped(number)
  }
}

extension [TerminalProgress.Stage] {
  /// Where a stage stands that goes on; one that said nothing of its beginning begins now.
  fileprivate mutating func place(of stage: String, at now: Double) -> Int {
    if let place = firstIndex(where: { $0.name == stage }) { return place }
    append(TerminalProgress.Stage(name: stage, startedAt: now, shownAt: now))
    return count - 1
  }
}

extension RunEvent {
  /// How much it is to people.
  fileprivate var level: Logger.Level {
    switch self {
    case .started, .advanced, .dated, .found: .info
    case .warned: .warning
    case .finished(let record):
      switch record.outcome {
      case .made, .skipped: .info
      case .kept, .dropped: .warning
      case .failed: .error
      }
    }
  }
}
