import FindieBatch
import FindieDomain
import FindieFiles
import FindieWorkers
import FindieWorkspace
import Foundation
import Synchronization

/// Records a night while it runs and when it ends: `runs/running.json`, `runs/<day>/run.json`,
/// `runs/<day>/trace.json`, `runs/metrics.prom` and `runs/last.json`.
///
/// Only `run.json` can fail the night. A class, since the threads of a run share it.
final class NightRecorder: RunObserver {
  struct State {
    var manifest: RunManifest
    var running: RunningNight
    /// Whether the end is being recorded.
    var isEnding = false
  }

  let night: Night
  let next: any RunObserver
  let times: StageTimes
  /// The stages' names in the order of the record. The order in which they end is not deterministic.
  private let order: [String]
  private let elapsedSeconds: @Sendable () -> Double
  private let startedAt: Double
  /// The start of the run: the night's clock, plus the time since it was read.
  let start: Timestamp
  let state: Mutex<State>

  /// - Parameter next: receives each event after it was recorded.
  init(
    _ night: Night, stages: [any AnyStage], times: StageTimes, next: any RunObserver,
    elapsedSeconds: @escaping @Sendable () -> Double
  ) {
    self.night = night
    self.times = times
    order = stages.map(\.name)
    self.next = next
    self.elapsedSeconds = elapsedSeconds
    startedAt = elapsedSeconds()
    start = night.clock.now.adding(seconds: startedAt - (night.clock.readAt ?? startedAt))
    // `startedAt`, from a monotonic clock, distinguishes runs that were given the same --now.
    let runId = String(
      Fingerprint(of: "\(night.workspace.folder.absoluteURL.path) \(start) \(startedAt)")
        .hexadecimal.prefix(32))
    let began = start.description
    state = Mutex(
      State(
        manifest: RunManifest(
          runId: runId, pipeline: "nightly", day: (night.date ?? night.clock.now.day).description,
          startedAt: began, threads: night.workers.threads, parameters: night.parameters.texts,
          versions: Versions.all),
        running: RunningNight(
          process: ProcessInfo.processInfo.processIdentifier, runId: runId, startedAt: began)))
  }

  /// Records the start of the night.
  func begin() {
    state.withLock { write($0.running) }
  }

  func report(_ event: RunEvent) {
    write(event)
    next.report(event)
  }

  private func write(_ event: RunEvent) {
    // Progress is reported often, from all threads.
    if case .advanced = event { return }
    state.withLock { state in
      guard !state.isEnding else { return }
      switch event {
      case .dayKnown(let day):
        state.running.day = day
        state.manifest.day = day
        write(state.running)
      case .started(let stage):
        state.running.stages.append(.init(stage: stage, startedAt: time))
        write(state.running)
      case .finished(let record): finish(record, &state)
      case .warned(let stage, let message):
        state.manifest.warnings.append("\(stage): \(message)")
      case .advanced, .message: break
      }
    }
  }

  private func finish(_ record: StageRecord, _ state: inout State) {
    let records = state.manifest.stages.filter { $0.stage != record.stage } + [record]
    state.manifest.stages = order.flatMap { name in records.filter { $0.stage == name } }
    state.running.stages.removeAll { $0.stage == record.stage }
  }

  // MARK: - Files

  var secondsSinceStart: Double { elapsedSeconds() - startedAt }

  /// The current time: the start of the run plus the elapsed seconds.
  var time: String { start.adding(seconds: secondsSinceStart).description }

  private func write(_ running: RunningNight) {
    attempt("running.json") { try running.write(to: night.workspace.runningFile) }
  }

  /// Calls `body`, whose failure does not fail the night.
  func attempt(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      next.report(
        .warned(stage: "record", message: "\(name) could not be written: \(error)"))
    }
  }
}
