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
/// None of them but `run.json` can fail the night. A class, since the threads of a run share it.
final class NightRecorder: RunObserver {
  struct State {
    var manifest: RunManifest
    var running: RunningNight
    /// Whether the end is being written down.
    var isEnding = false
  }

  let night: Night
  let next: any RunObserver
  let times: StageTimes
  /// The stages' names, in the order in which the night tells of them: that of their ends is of chance.
  private let order: [String]
  private let elapsedSeconds: @Sendable () -> Double
  private let startedAt: Double
  /// When it began: so long after the night's one reading of the clock.
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
    // The clock of the machine's uptime keeps two runs apart that are given the same time for now.
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

  /// The night begins.
  func begin() {
    state.withLock { keep($0.running) }
  }

  func report(_ event: RunEvent) {
    write(event)
    next.report(event)
  }

  private func write(_ event: RunEvent) {
    // Progress comes often, from all threads.
    if case .advanced = event { return }
    state.withLock { state in
      guard !state.isEnding else { return }
      switch event {
      case .dayKnown(let day):
        state.running.day = day
        state.manifest.day = day
        keep(state.running)
      case .started(let stage):
        state.running.stages.append(.init(stage: stage, startedAt: time))
        keep(state.running)
      case .finished(let record): finish(record, &state)
      case .warned(let stage, let message):
        state.manifest.warnings.append("\(stage): \(message)")
      case .advanced, .message: break
      }
    }
  }

  private func finish(_ record: StageRecord, _ state: inout State) {
    let told = state.manifest.stages.filter { $0.stage != record.stage } + [record]
    state.manifest.stages = order.flatMap { name in told.filter { $0.stage == name } }
    state.running.stages.removeAll { $0.stage == record.stage }
  }

  // MARK: - Files

  var secondsSinceStart: Double { elapsedSeconds() - startedAt }

  /// Now, as the clock goes on from its one reading.
  var time: String { start.adding(seconds: secondsSinceStart).description }

  private func keep(_ running: RunningNight) {
    attempt("running.json") { try running.write(to: night.workspace.runningFile) }
  }

  /// Does what the night can do without.
  func attempt(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      next.report(
        .warned(stage: "record", message: "\(name) could not be written: \(error)"))
    }
  }
}
