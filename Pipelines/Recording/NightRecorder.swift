import FindieBatch
import FindieDomain
import FindieFiles
import FindieWorkers
import Foundation
import Synchronization

/// Writes down what a night does, as it does it and when it ends: `runs/running.json`,
/// `runs/<day>/openlineage.ndjson`, `trace.json`, `run.json`, `runs/metrics.prom` and `runs/last.json`.
///
/// None of them but `run.json` can fail the night. A class, since the threads of a run share it.
final class NightRecorder: RunObserver {
  struct State {
    var manifest: RunManifest
    var running: RunningNight
    /// Lineage events of before the day was known.
    var early: [String] = []
    /// Whether the end is being written down.
    var isEnding = false
  }

  let night: Night
  let next: any RunObserver
  let events: LineageEvents
  let times: StageTimes
  /// The stages' names, in the order in which the night tells of them: that of their ends is of chance.
  private let order: [String]
  private let elapsedSeconds: @Sendable () -> Double
  private let startedAt: Double
  /// When it began: so long after the night's one reading of the clock.
  let start: Timestamp
  let state: Mutex<State>

  /// - Parameter next: is told what happens after it was written down.
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
    start = night.now.adding(seconds: startedAt - (night.readClockAt ?? startedAt))
    // The clock of the machine's uptime keeps two runs apart that are given the same time for now.
    let runId = NameUUID.text(
      of: "\(night.workspace.absoluteURL.path) \(start) \(startedAt)", in: NameUUID.url)
    let began = start.description
    events = LineageEvents(
      runId: runId, pipeline: "nightly", startedAt: began, version: Versions.findie,
      stages: stages, artifacts: night.artifacts.absoluteURL.path, sources: night.sources)
    state = Mutex(
      State(
        manifest: RunManifest(
          runId: runId, pipeline: "nightly", day: (night.date ?? night.now.day).description,
          startedAt: began, threads: night.workers.threads, parameters: night.parameters.texts,
          versions: Versions.all),
        running: RunningNight(
          process: ProcessInfo.processInfo.processIdentifier, runId: runId, startedAt: began)))
  }

  /// The night begins.
  func begin() {
    state.withLock { state in
      tell(&state, events.run(.start, at: time))
      keep(state.running)
    }
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
      case .dated(let day):
        state.running.day = day
        state.manifest.day = day
        writeEarly(&state)
        keep(state.running)
      case .started(let stage):
        state.running.stages.append(.init(stage: stage, startedAt: time))
        keep(state.running)
        tell(&state, events.stage(.start, stage, at: time))
      case .finished(let record): finish(record, &state)
      case .warned(let stage, let sentence):
        state.manifest.warnings.append("\(stage): \(sentence)")
      case .advanced, .found: break
      }
    }
  }

  private func finish(_ record: StageRecord, _ state: inout State) {
    let told = state.manifest.stages.filter { $0.stage != record.stage } + [record]
    state.manifest.stages = order.flatMap { name in told.filter { $0.stage == name } }
    guard let place = state.running.stages.firstIndex(where: { $0.stage == record.stage }) else {
      return
    }
    state.running.stages.remove(at: place)
    tell(
      &state,
      events.stage(
        record.outcome == .failed ? .fail : .complete, record.stage, at: time, record: record,
        made: night.products(of: record, on: state.running.day)))
  }

  // MARK: - Files

  var secondsSinceStart: Double { elapsedSeconds() - startedAt }

  /// Now, as the clock goes on from its one reading.
  var time: String { start.adding(seconds: secondsSinceStart).description }

  func tell(_ state: inout State, _ event: String) {
    night.lineageSink?.send(event)
    let line = event + "\n"
    guard let day = state.running.day else { return state.early.append(line) }
    attempt("openlineage.ndjson") {
      try DurableFile.append(Array(line.utf8), to: night.lineage(day))
    }
  }

  /// Begins the file of lineage events.
  func writeEarly(_ state: inout State) {
    let file = night.lineage(state.running.day)
    let early = Array(state.early.joined().utf8)
    state.early = []
    attempt("openlineage.ndjson") {
      try DurableFile.createFolder(file.deletingLastPathComponent())
      try DurableFile.writePlainly(early, to: file)
    }
  }

  private func keep(_ running: RunningNight) {
    attempt("running.json") { try running.write(to: night.running) }
  }

  /// Does what the night can do without.
  func attempt(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      next.report(
        .warned(stage: "record", sentence: "\(name) could not be written: \(error)"))
    }
  }
}
