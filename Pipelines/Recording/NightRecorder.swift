import FindieBatch
import FindieDomain
import FindieFiles
import FindieHistory
import Foundation
import Synchronization

/// Writes down what a night does, as it does it and when it ends: `runs/running.json`,
/// `runs/<day>/openlineage.ndjson`, `trace.json`, `run.json`, `runs/metrics.prom` and `runs/last.json`.
///
/// None of them but `run.json` can fail the night. A class, since the threads of a run share it.
final class NightRecorder: RunObserver {
  private struct State {
    var running: RunningNight
    /// Stages that have begun and not ended, in order.
    var open: [String] = []
    /// Events of before the day was known.
    var early: [String] = []
  }

  let runId: String
  private let night: Night
  private let next: any RunObserver
  private let events: LineageEvents
  private let elapsedSeconds: @Sendable () -> Double
  private let startedAt: Double
  private let state: Mutex<State>

  /// - Parameter next: is told what happens after it was written down.
  init(
    _ night: Night, stages: [any AnyStage], next: any RunObserver,
    elapsedSeconds: @escaping @Sendable () -> Double
  ) {
    self.night = night
    self.next = next
    self.elapsedSeconds = elapsedSeconds
    startedAt = elapsedSeconds()
    // The clock of the machine's uptime keeps two runs apart that are given the same time for now.
    runId = NameUUID.text(
      of: "\(night.workspace.absoluteURL.path) \(night.now) \(startedAt)", in: NameUUID.url)
    events = LineageEvents(
      runId: runId, pipeline: "nightly", startedAt: night.now.description,
      version: Versions.findie, stages: stages, artifacts: night.artifacts.absoluteURL.path,
      sources: night.sources)
    state = Mutex(
      State(
        running: RunningNight(
          process: ProcessInfo.processInfo.processIdentifier, runId: runId,
          startedAt: night.now.description)))
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
      switch event {
      case .dated(let day):
        state.running.day = day
        let early = state.early
        state.early = []
        attempt("openlineage.ndjson") {
          try DurableFile.createFolder(night.lineage(day).deletingLastPathComponent())
          try DurableFile.writePlainly(Array(early.joined().utf8), to: night.lineage(day))
        }
        keep(state.running)
      case .started(let stage):
        state.open.append(stage)
        state.running.stage = stage
        state.running.stageStartedAt = time
        keep(state.running)
        tell(&state, events.stage(.start, stage, at: time))
      case .finished(let record):
        guard let place = state.open.lastIndex(of: record.stage) else { break }
        state.open.remove(at: place)
        state.running.stage = state.open.last
        let kind = record.outcome == .failed ? LineageEvents.Kind.fail : .complete
        tell(
          &state,
          events.stage(
            kind, record.stage, at: time, record: record,
            made: made(by: record, on: state.running.day)))
      case .advanced, .warned, .found: break
      }
    }
  }

  /// The night ended.
  ///
  /// - Parameter manifest: complete but for warnings of the recorder's own.
  func finish(_ manifest: RunManifest, times: StageTimes) throws {
    var manifest = manifest
    let day = state.withLock { state in
      let isStopped = manifest.status == .stopped
      for stage in state.open.reversed() { tell(&state, events.stage(.abort, stage, at: time)) }
      tell(
        &state,
        events.run(
          isStopped ? .abort : manifest.status == .failed ? .fail : .complete, at: time,
          error: isStopped ? nil : manifest.message,
          made: manifest.status == .done ? night.products(of: manifest.day) : []))
      if state.running.day == nil {
        let early = state.early.joined()
        attempt("openlineage.ndjson") {
          try DurableFile.createFolder(night.lineage(nil).deletingLastPathComponent())
          try DurableFile.writePlainly(Array(early.utf8), to: night.lineage(nil))
        }
      }
      return state.running.day
    }
    // Whoever asked for a stop is not kept waiting.
    if let warning = night.lineageSink?.finish(within: manifest.status == .stopped ? 0.3 : 5) {
      manifest.warnings.append("lineage: \(warning)")
      next.report(.warned(stage: "lineage", sentence: warning))
    }
    attempt("trace.json") {
      let trace = RunTrace(of: manifest, startMilliseconds: night.now.milliseconds)
      try DurableFile.write(trace.json, to: night.trace(day))
    }
    if !night.isBackfilled { leaveForTheNextNight(&manifest, times) }
    try manifest.write(to: night.manifest(day))
    attempt("running.json") { try DurableFile.remove(night.running) }
  }

  /// How long the stages took, and the metrics.
  private func leaveForTheNextNight(_ manifest: inout RunManifest, _ times: StageTimes) {
    var times = times
    times.add(manifest.stages, of: manifest.day)
    let finishedAt = Double(night.now.milliseconds) / 1000 + manifest.seconds
    if manifest.status == .done {
      times.lastDone = StageTimes.Done(day: manifest.day, finishedAt: finishedAt)
    }
    attempt("last.json") { try times.write(to: night.times) }
    let metrics = RunMetrics(
      of: manifest, finishedAt: finishedAt,
      servedNight: night.servedDay.map { Double($0.start.milliseconds) / 1000 },
      lastDone: times.lastDone)
    for file in [night.metrics] + [night.metricsFile].compactMap(\.self) {
      attempt(file.path) { try DurableFile.write(metrics.text, to: file) }
    }
  }

  private var time: String {
    night.now.adding(milliseconds: Int64(((elapsedSeconds() - startedAt) * 1000).rounded()))
      .description
  }

  private func tell(_ state: inout State, _ event: String) {
    night.lineageSink?.send(event)
    let line = event + "\n"
    guard let day = state.running.day else { return state.early.append(line) }
    attempt("openlineage.ndjson") {
      try DurableFile.append(Array(line.utf8), to: night.lineage(day))
    }
  }

  private func keep(_ running: RunningNight) {
    attempt("running.json") { try running.write(to: night.running) }
  }

  /// Does what the night can do without.
  private func attempt(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      next.report(
        .warned(stage: "record", sentence: "\(name) could not be written: \(error)"))
    }
  }

  /// What a stage makes besides its artifact.
  private func made(by record: StageRecord, on day: String?) -> [LineageEvents.Place] {
    guard record.outcome == .made, let day = day.flatMap({ Day($0) }) else { return [] }
    return switch record.stage {
    case "intake": [.init(path: night.history.folder.absoluteURL.path)]
    case "reports": [.init(path: night.reports(day).absoluteURL.path)]
    case Nightly.lastStage: [.init(path: night.published(day).absoluteURL.path)]
    default: []
    }
  }
}

extension Night {
  /// What stages read that no stage makes.
  fileprivate var sources: [String: [LineageEvents.Place]] {
    guard remade == nil, stream == nil else { return [:] }
    let folder = LineageEvents.Place(path: input.absoluteURL.path)
    return ["intake": [folder], "records": [folder]]
  }

  fileprivate func products(of day: String) -> [LineageEvents.Place] {
    guard let day = Day(day) else { return [] }
    return [published(day), reports(day)].map { .init(path: $0.absoluteURL.path) }
  }

  private func record(_ name: String, of day: String?) -> URL {
    manifest(day).deletingLastPathComponent().appending(path: name)
  }

  /// The lineage events of a run.
  func lineage(_ day: String?) -> URL { record("openlineage.ndjson", of: day) }

  /// A run as a trace.
  func trace(_ day: String?) -> URL { record("trace.json", of: day) }

  /// The metrics of the last run.
  var metrics: URL { workspace.appending(path: "runs").appending(path: "metrics.prom") }

  /// What the night that runs is at.
  var running: URL { workspace.appending(path: "runs").appending(path: "running.json") }
}
