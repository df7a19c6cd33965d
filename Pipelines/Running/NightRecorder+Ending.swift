import FindieBatch
import FindieDomain
import FindieFiles
import FindieWorkspace
import Foundation
import Synchronization

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

  /// Records that the night was stopped while its stages are still running. The process must end right
  /// afterwards. The unfinished results of stages have only temporary names on disk, so the next run finds
  /// the same files as after a stop between two stages.
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
    attempt("trace.json") {
      let trace = RunTrace(of: manifest, startMilliseconds: start.milliseconds)
      try DurableFile.write(trace.json, to: night.workspace.run(day).trace)
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
      if manifest.status == .done {
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
        // Whoever may write to the folder could let a run overwrite any file of its user.
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
