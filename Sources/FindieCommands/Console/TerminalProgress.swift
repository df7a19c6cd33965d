import FindieText
package import FindieWorkspace
import Foundation
import Glibc
import Synchronization

/// Shows a run's progress on standard error: on a terminal, in one line that is updated, for the
/// stage that has run longest. Other events of at least a minimum level get a line each.
///
/// A class, since the threads of a run share it.
package final class TerminalProgress: RunObserver {
  private struct Stage {
    let name: String
    let startedAt: Double
    var shownAt: Double
  }

  private struct State {
    /// The running stages, in the order of their starts.
    var running: [Stage] = []
    var finished = 0
  }

  private let level: LogLevel?
  private let stages: Int?
  private let state = Mutex(State())
  private let isLive = Console.isLive
  private static let secondsBetweenLines = 0.1
  private static let secondsBetweenPlainLines = 10.0

  package convenience init() { self.init(level: nil) }

  /// - Parameters:
  ///   - level: the minimum level of events; nil for messages and warnings only.
  ///   - stages: the number of stages of a night; nil for a command that is not a night.
  init(level: LogLevel?, stages: Int? = nil) {
    self.level = level
    self.stages = stages
  }

  package func report(_ event: RunEvent) {
    let now = Clock.elapsedSeconds
    state.withLock { state in
      switch event {
      case .started(let stage):
        state.running.append(Stage(name: stage, startedAt: now, shownAt: now))
        if state.running.count == 1 { show(stage, at: nil, state) }
      case .advanced(let stage, let done, let total, let unit):
        if !state.running.contains(where: { $0.name == stage }) {
          state.running.append(Stage(name: stage, startedAt: now, shownAt: now))
        }
        let pause = isLive ? Self.secondsBetweenLines : Self.secondsBetweenPlainLines
        guard let index = state.running.firstIndex(where: { $0.name == stage }),
          index == 0 || !isLive, now - state.running[index].shownAt >= pause
        else { return }
        state.running[index].shownAt = now
        let seconds = now - state.running[index].startedAt
        show(stage, at: Part(done: done, total: total, unit: unit, seconds: seconds), state)
      case .finished(let record):
        state.running.removeAll { $0.name == record.stage }
        state.finished += 1
        if isShown(event) { line(Self.line(of: record)) }
        if let next = state.running.first { show(next.name, at: nil, state) }
      case .warned(let stage, let message):
        if isShown(event) { line("! \(stage): \(printableLines(message))") }
      case .dayKnown: break
      case .message(let message):
        if isShown(event) { line("· \(printableLines(message))") }
      }
    }
  }

  /// Without a level, messages and warnings are shown.
  private func isShown(_ event: RunEvent) -> Bool {
    if let level { return event.level >= level }
    return switch event {
    case .warned, .message: true
    default: false
    }
  }

  private func line(_ text: String) {
    Console.clearLine()
    Console.log(text)
  }

  /// How far a stage is.
  private struct Part {
    let done: Int
    let total: Int
    let unit: String
    let seconds: Double

    /// Such as `45%, 120,000 lines/s, 8.0 s left`.
    var text: String {
      let percent = total > 0 ? min(100, 100 * done / total) : 100
      let rate = seconds > 0 ? Double(done) / seconds : 0
      let left = rate > 0 ? Double(total - done) / rate : 0
      return "\(percent)%, \(Int(rate).grouped) \(unit)/s, \(max(0, left).fixed(1)) s left"
    }
  }

  private func show(_ stage: String, at part: Part?, _ state: State) {
    let text = "\(stage) \(part?.text ?? "…")"
    guard isLive else {
      if part != nil, let level, level <= .info { Console.log("  " + text) }
      return
    }
    let line = "  " + (stages.map { "\(state.finished)/\($0) " } ?? "") + text
    Console.clearLine()
    Console.write(String(line.prefix(max(1, Console.width(of: STDERR_FILENO) - 1))))
  }

  private static func line(of record: StageRecord) -> String {
    switch record.outcome {
    case .built:
      "✓ \(record.stage)  \(record.seconds.fixed(1)) s  \(record.counts.listed)"
    case .skipped: "· \(record.stage)  skipped: \(record.reason)"
    case .failed: "✗ \(record.stage)  failed"
    case .reused: "≈ \(record.stage)  previous artifact used: \(record.reason)"
    case .blocked: "– \(record.stage)  did not run: \(record.reason)"
    }
  }
}
