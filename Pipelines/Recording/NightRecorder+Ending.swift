import FindieBatch
import FindieDomain
import FindieFiles
import Foundation
import Synchronization

extension NightRecorder {
  /// The night ended.
  ///
  /// - Parameter failure: nil where it came to its end.
  /// - Returns: its record, which then stands in `run.json`.
  func finish(_ failure: NightFailure? = nil) throws -> RunManifest {
    // Where it was given up meanwhile, the process ends on another thread when that is written down.
    guard claimEnd() else { while true { Thread.sleep(forTimeInterval: 1) } }
    return try end(failure)
  }

  /// Writes down that the night was stopped, while the thread that makes it is still at it: for a process
  /// that ends right then. What a stage has not finished has no name on the disk, so that the next run
  /// finds what it would find after a stop between two stages.
  ///
  /// - Returns: false where the night is just ending by itself.
  func giveUp() -> Bool {
    guard claimEnd() else { return false }
    do {
      _ = try end(NightFailure(cause: Stopped(), servedDay: night.servedDay))
    } catch {
      next.report(.warned(stage: "record", sentence: "\(error)"))
    }
    return true
  }

  /// Whether nobody else is writing down the end.
  private func claimEnd() -> Bool {
    state.withLock { state in
      defer { state.isEnding = true }
      return !state.isEnding
    }
  }

  private func end(_ failure: NightFailure?) throws -> RunManifest {
    // The record, too, is of whoever holds the workspace.
    try night.checkLock()
    var (manifest, day) = state.withLock { state in
      complete(&state.manifest, failure)
      for open in state.running.stages { tell(&state, events.stage(.abort, open.stage, at: time)) }
      tell(&state, ending(of: state.manifest))
      if state.running.day == nil { writeEarly(&state) }
      return (state.manifest, state.running.day)
    }
    // Whoever asked for a stop is not kept waiting.
    if let warning = night.lineageSink?.finish(within: manifest.status == .stopped ? 0.2 : 5) {
      manifest.warnings.append("lineage: \(warning)")
      next.report(.warned(stage: "lineage", sentence: warning))
    }
    attempt("trace.json") {
      let trace = RunTrace(of: manifest, startMilliseconds: start.milliseconds)
      try DurableFile.write(trace.json, to: night.trace(day))
    }
    leaveForTheNextNight(manifest)
    try manifest.write(to: night.manifest(day))
    attempt("running.json") { try DurableFile.remove(night.running) }
    return manifest
  }

  private func complete(_ manifest: inout RunManifest, _ failure: NightFailure?) {
    manifest.status = failure.map { $0.cause is Stopped ? .stopped : .failed } ?? .done
    manifest.message = failure.map { "\($0)" }
    manifest.failure = failure.map { .init($0) }
    manifest.servedDay = night.servedDay?.description
    manifest.seconds = secondsSinceStart
    manifest.finishedAt = start.adding(seconds: manifest.seconds).description
    let used = Resources.used
    manifest.cpuSeconds = used.cpuSeconds
    manifest.peakMemoryInBytes = used.peakMemoryInBytes
  }

  /// The lineage event of the night's end.
  private func ending(of manifest: RunManifest) -> String {
    switch manifest.status {
    case .done, .running:
      events.run(.complete, at: time, made: night.products(of: manifest.day))
    case .failed: events.run(.fail, at: time, error: manifest.message)
    case .stopped: events.run(.abort, at: time)
    }
  }

  /// How long the stages took, of which a backfilled night says nothing, and the metrics.
  private func leaveForTheNextNight(_ manifest: RunManifest) {
    var times = times
    let finishedAt = Double(start.milliseconds) / 1000 + manifest.seconds
    if !night.isBackfilled {
      times.add(manifest.stages, of: manifest.day)
      if manifest.status == .done {
        times.lastDone = StageTimes.Done(day: manifest.day, finishedAt: finishedAt)
      }
      attempt("last.json") { try times.write(to: night.times) }
    }
    let metrics = RunMetrics(
      of: manifest, finishedAt: finishedAt,
      servedNight: night.servedDay.map { Double($0.start.milliseconds) / 1000 },
      lastDone: times.lastDone)
    for file in [night.metrics] + [night.metricsFile].compactMap(\.self) {
      attempt(file.path) { try DurableFile.deliver(metrics.text.utf8, to: file) }
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
