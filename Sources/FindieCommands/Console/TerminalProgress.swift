import FindieNight
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
    var left: RemainingStages?
  }

  private let level: LogLevel?
  private let state: Mutex<State>
  private let isLive = Console.isLive
  private static let secondsBetweenLines = 0.1
  private static let secondsBetweenPlainLines = 10.0

  package convenience init() { self.init(level: nil) }

  /// - Parameters:
  ///   - level: the minimum level of events; nil for messages and warnings only.
  ///   - stages: all stages of a night; nil for a command that is not a night.
  init(level: LogLevel? = nil, stages: RemainingStages? = nil) {
    self.level = level
    state = Mutex(State(left: stages))
  }

  package func report(_ event: RunEvent) {
    let now = Clock.elapsedSeconds
    state.withLock { state in
      switch event {
      case .started(let stage):
        state.running.append(Stage(name: stage, startedAt: now, shownAt: now))
        state.left?.start(stage, at: now)
        if state.running.count == 1 { show(stage, nil, state, now) }
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
        show(stage, Part(done: done, total: total, unit: unit, seconds: seconds), state, now)
      case .finished(let record):
        state.running.removeAll { $0.name == record.stage }
        state.left?.finish(record)
        if isShown(event) { line(Self.line(of: record)) }
        if let next = state.running.first { show(next.name, nil, state, now) }
      case .warned(let stage, let message):
        if isShown(event) { line("! \(stage): \(printableLines(message))") }
      case .dayKnown: break
      case .message(let message):
        if isShown(event) { line("· \(printableLines(message))") }
      }
    }
  }

  private func isShown(_ event: RunEvent) -> Bool {
    guard let level else { return event.isForPeople }
    return event.level >= level
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

    var percent: Int { total > 0 ? min(100, 100 * done / total) : 100 }
  }

  private func show(_ stage: String, _ part: Part?, _ state: State, _ now: Double) {
    guard isLive else {
      if let part, let level, level <= .info { Console.log("  " + Self.text(stage, part)) }
      return
    }
    let text =
      state.left.map { $0.text(of: stage, percent: part?.percent, at: now) }
      ?? part.map { Self.text(stage, $0) } ?? "\(stage) …"
    Console.clearLine()
    Console.write("  \(text.prefix(max(1, Console.width(of: STDERR_FILENO) - 3)))")
  }

  private static func text(_ stage: String, _ part: Part) -> String {
    let rate = part.seconds > 0 ? Double(part.done) / part.seconds : 0
    let left = rate > 0 ? Double(part.total - part.done) / rate : 0
    return "\(stage) \(part.percent)%, \(Int(rate).grouped) \(part.unit)/s, "
      + "\(max(0, left).fixed(1)) s left"
  }

  private static func line(of record: StageRecord) -> String {
    let counts = record.counts.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.grouped)" }.joined(separator: ", ")
    return switch record.outcome {
    case .built: "✓ \(record.stage)  \(record.seconds.fixed(1)) s  \(counts)"
    case .skipped: "· \(record.stage)  skipped: \(record.reason)"
    case .failed: "✗ \(record.stage)  failed"
    case .reused: "≈ \(record.stage)  previous artifact used: \(record.reason)"
    case .blocked: "– \(record.stage)  did not run: \(record.reason)"
    }
  }
}

extension RunEvent {
  /// Whether it is shown if no level is given.
  fileprivate var isForPeople: Bool {
    switch self {
    case .warned, .message: true
    default: false
    }
  }

  /// The log level of the event.
  fileprivate var level: LogLevel {
    switch self {
    case .started, .advanced, .dayKnown, .message: .info
    case .warned: .warning
    case .finished(let record): record.outcome.level
    }
  }
}

extension StageRecord.Outcome {
  /// The log level of a stage that ended so.
  var level: LogLevel {
    switch self {
    case .built, .skipped: .info
    case .reused, .blocked: .warning
    case .failed: .error
    }
  }
}

/// The unfinished stages of a night, with the seconds that each took when it was last built.
struct RemainingStages {
  private let count: Int
  private let startedAt: Double
  private let seconds: [String: Double]
  /// The sum of the estimates for the stages that have been built, in seconds.
  private var builtSeconds = 0.0
  private var left: Set<String>
  /// When the running stages started.
  private var starts: [String: Double] = [:]

  init(of night: Night, at now: Double) {
    left = Set(Nightly.stages(of: night).map(\.name))
    count = left.count
    startedAt = now
    seconds = StageTimes(file: night.workspace.stageTimes).stages.mapValues(\.seconds)
  }

  mutating func start(_ stage: String, at now: Double) {
    starts[stage] = now
  }

  mutating func finish(_ record: StageRecord) {
    left.remove(record.stage)
    starts[record.stage] = nil
    if record.outcome == .built { builtSeconds += seconds[record.stage] ?? 0 }
  }

  /// Such as `12/29 ranker 45%, about 8 s left`.
  func text(of stage: String, percent: Int?, at now: Double) -> String {
    "\(count - left.count)/\(count) \(stage)" + (percent.map { " \($0)%" } ?? "")
      + (secondsLeft(at: now).map { ", about \(Int($0.rounded(.up))) s left" } ?? "")
  }

  /// The durations of the remaining stages, scaled by how long the finished ones took tonight:
  /// stages run concurrently, and tonight's data may be larger. Nil in a first run.
  private func secondsLeft(at now: Double) -> Double? {
    guard !seconds.isEmpty else { return nil }
    let total = left.reduce(0) { sum, stage in
      let elapsed = starts[stage].map { now - $0 } ?? 0
      return sum + max(0, (seconds[stage] ?? 0) - elapsed)
    }
    // The scale is unreliable at first.
    return builtSeconds > 0.2 * total ? total * (now - startedAt) / builtSeconds : total
  }
}
