import FindieDomain
import FindieFiles
import FindieWorkers
import FindieWorkspace
import Foundation
import Synchronization

/// Records a night while it runs and when it ends: `runs/running.json`, `runs/<day>/run.json`,
/// `runs/metrics.prom` and `runs/last.json`.
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
  /// The stages' names in the order of the record. The order in which they end is not
  /// deterministic.
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
          startedAt: began, threads: night.workers.threads, settings: night.settingsFiles,
          parameters: night.parameters.texts, versions: Versions.all),
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

extension NightRecorder {
  /// Records the end of the night.
  ///
  /// - Parameter failure: nil if the night succeeded.
  /// - Returns: the record that was written to `run.json`.
  func finish(_ failure: NightFailure? = nil) throws -> RunManifest {
    // After `giveUp`, another thread records the end and ends the process.
    guard claimEnd() else { while true { Thread.sleep(forTimeInterval: 1) } }
    return try end(failure)
  }

  /// Records that the night was stopped while its stages are still running. The process must end
  /// right afterwards. Unfinished stage results have only temporary names on disk, so the next run
  /// finds the same files as after a stop between two stages.
  ///
  /// - Returns: false if the night is ending by itself.
  func giveUp() -> Bool {
    guard claimEnd() else { return false }
    do {
      _ = try end(NightFailure(cause: Stopped(), publishedDay: night.workspace.currentDay))
    } catch {
      next.report(.warned(stage: "record", message: "\(error)"))
    }
    return true
  }

  /// Whether this thread is the first to record the end of the run.
  private func claimEnd() -> Bool {
    state.withLock { state in
      defer { state.isEnding = true }
      return !state.isEnding
    }
  }

  private func end(_ failure: NightFailure?) throws -> RunManifest {
    let (manifest, day) = state.withLock { state in
      complete(&state.manifest, failure)
      return (state.manifest, state.running.day)
    }
    writeTimesAndMetrics(of: manifest)
    try manifest.write(to: night.workspace.run(day).record)
    attempt("running.json") { try DurableFile.remove(night.workspace.runningFile) }
    return manifest
  }

  private func complete(_ manifest: inout RunManifest, _ failure: NightFailure?) {
    manifest.status = failure.map { $0.cause is Stopped ? .stopped : .failed } ?? .done
    manifest.message = failure.map { "\($0)" }
    manifest.failure = failure.map { .init($0) }
    manifest.publishedDay = night.workspace.currentDay?.description
    manifest.seconds = secondsSinceStart
    manifest.finishedAt = start.adding(seconds: manifest.seconds).description
    manifest.serialStretch = RunTimeline(manifest.stages).longestSerialStretch
    let used = Resources.used
    manifest.cpuSeconds = used.cpuSeconds
    manifest.peakMemoryInBytes = used.peakMemoryInBytes
  }

  /// Writes the durations of the stages (not those of a backfilled night) and the metrics.
  private func writeTimesAndMetrics(of manifest: RunManifest) {
    var times = times
    let finishedAt = Double(start.milliseconds) / 1000 + manifest.seconds
    if !night.isBackfill {
      times.add(manifest.stages, of: manifest.day)
      // A run without the last stage is the first part of a night.
      if manifest.status == .done, order.contains(Nightly.lastStage) {
        times.lastSuccess = StageTimes.Success(day: manifest.day, finishedAt: finishedAt)
      }
      attempt("last.json") { try times.write(to: night.workspace.stageTimes) }
    }
    let metrics = RunMetrics(
      of: manifest, finishedAt: finishedAt,
      publishedDay: night.workspace.currentDay.map { Double($0.start.milliseconds) / 1000 },
      lastSuccess: times.lastSuccess)
    for file in [night.workspace.metrics] + [night.metricsFile].compactMap(\.self) {
      attempt(file.path) {
        // Otherwise anyone who can write to the folder could make a run overwrite its user's files.
        guard !DurableFile.isLinkToFile(file) else {
          throw FileFailure(.write, file, code: FileFailure.link)
        }
        try DurableFile.deliver(metrics.text.utf8, to: file)
      }
    }
  }
}

extension RunManifest.Failure {
  fileprivate init(_ failure: NightFailure) {
    let stage = failure.cause as? StageFailure
    self.init(
      stage: stage?.stage, kind: FailureKind(of: failure).rawValue,
      cause: "\(stage?.cause ?? failure.cause)")
  }
}
