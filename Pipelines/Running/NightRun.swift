package import FindieDomain
import FindieFiles
import FindieModels
import FindieStore
import FindieText
import FindieWorkers
package import FindieWorkspace
import Foundation

/// Runs a night: holds the workspace's lock, executes the stages, and writes the record of the run.
package struct NightRun {
  private let night: Night
  private let control: RunControl

  package init(_ night: Night, _ control: RunControl) {
    self.night = night
    self.control = control
  }

  /// Runs the night.
  ///
  /// - Returns: the record, as in `runs/<day>/run.json`.
  /// - Throws: the error that ended the night. The record has it too, and the previous night stays
  ///   published.
  package func run() throws -> RunManifest {
    do {
      return try runLocked()
    } catch let failure as FileFailure {
      // Before the first stage, or after the last.
      throw NightFailure(cause: failure, publishedDay: night.workspace.currentDay)
    }
  }

  private func runLocked() throws -> RunManifest {
    try AddressSpaceLimit.prepare(for: night.workers)
    try night.checkInputExists()
    let lock = try WorkspaceLock.acquire(
      night.workspace.folder, day: night.date?.description,
      timeoutInSeconds: night.options.lockTimeoutInSeconds,
      elapsedSeconds: control.elapsedSeconds, pause: control.pause,
      report: { control.observer.report(.message($0)) })
    defer { lock.release() }
    try BLASLibrary.prepare(for: night.workers)
    var night = night
    let checked = Result {
      try night.checkRecipe()
      try night.checkWorkspace(writesReports: true)
      try night.loadForgottenPlayers()
    }
    return try night.withBufferedInput { try run($0, checked, lock) }
  }

  /// - Parameter checked: whether the workspace can be used. The record has the failure.
  private func run(
    _ night: Night, _ checked: Result<Void, any Error>, _ lock: WorkspaceLock
  ) throws -> RunManifest {
    let stages = Nightly.stages(of: night)
    let times = StageTimes(file: night.workspace.stageTimes)
    var rules = RunRules(of: night, stages, times)
    rules.chosen = try night.options.selection.chosen(of: stages)
    rules.beforeStage = { try lock.setDay($0) }
    rules.retrying = RetryPolicy(pause: control.pause)
    let recorder = NightRecorder(
      night, stages: stages, times: times, next: control.observer,
      elapsedSeconds: control.elapsedSeconds)
    let run = Run(
      artifacts: night.artifacts, program: Versions.program, rules: rules, workers: night.workers,
      memory: night.memory, observer: recorder,
      elapsedSeconds: control.elapsedSeconds, isStopping: control.isStopping)
    recorder.begin()
    control.beginning { recorder.giveUp() }
    do {
      try checked.get()
      if let day = night.date, rules.chosen.contains(Nightly.lastStage) {
        try night.checkOrder(of: day)
      }
      try night.checkDiskSpace()
      try night.repairIds { recorder.report(.warned(stage: "intake", message: $0)) }
      try night.removeForgottenPlayers()
      try run.execute(stages)
      // The players are forgotten once a night without them is published.
      if rules.chosen.contains(Nightly.lastStage), let day = run.day.flatMap({ Day($0) }),
        let forgotten = night.forgotten
      {
        try night.workspace.finishForgetting(forgotten, on: day)
      }
    } catch {
      let failure = NightFailure(cause: error, publishedDay: night.workspace.currentDay)
      do {
        _ = try recorder.finish(failure)
      } catch let second {
        control.observer.report(
          .warned(stage: "run", message: "the record of the run could not be written: \(second)"))
      }
      throw failure
    }
    let manifest = try recorder.finish()
    if rules.chosen.contains(Nightly.lastStage), case .nightly = night.purpose {
      clean(night)
    }
    return manifest
  }
}

extension NightRun {
  /// Removes what no retained night needs. A failure is a warning, and the next night
  /// tries again.
  private func clean(_ night: Night) {
    do {
      let result = try night.cleaning.run()
      if !result.isEmpty {
        control.observer.report(
          .message(
            "Removed \(result.removed.count) items by the retention rules "
              + "(\(FileSize(result.bytes)))."
          ))
      }
    } catch {
      control.observer.report(
        .warned(stage: "run", message: "expired nights could not be removed: \(error)"))
    }
  }
}

extension RunRules {
  fileprivate init(of night: Night, _ stages: [any AnyStage], _ times: StageTimes) {
    self.init()
    // Stages that are built on demand are not part of the estimate.
    let timed = stages.filter { !$0.isBuiltOnDemand }.compactMap { stage in
      times.stages[stage.name].map { (stage.name, $0.seconds) }
    }
    onError = night.parameters.stages.onError
    maximumConcurrentStages = night.parameters.stages.maximumConcurrent
    deadline = night.options.deadline.map {
      Deadline(
        $0.name, secondsLeft: $0.secondsLeft, estimates: Dictionary(uniqueKeysWithValues: timed),
        dropOrder: StageRuleParameters.dropOrder)
    }
  }
}

/// A night failed or was stopped.
package struct NightFailure: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { FailureKind(of: cause) }
  package let cause: any Error
  /// The night that is still published; nil if none is.
  package let publishedDay: Day?

  package init(cause: any Error, publishedDay: Day?) {
    self.cause = cause
    self.publishedDay = publishedDay
  }

  package var description: String {
    "\(cause)\n"
      + (publishedDay.map { "The night of \($0) is still published." }
        ?? "No night is published yet.")
  }
}

/// What a run reports to, and what may stop it.
package struct RunControl {
  package var observer: any RunObserver
  /// A monotonic clock for durations.
  package var elapsedSeconds: @Sendable () -> Double
  /// Whether a stop was requested.
  package var isStopping: @Sendable () -> Bool = { false }
  /// Waits before a retry; throws `Stopped` if a stop was requested.
  package var pause: @Sendable (_ seconds: Double) throws -> Void = { _ in }
  /// Called when a night begins, with a function for another thread. If a stop takes too long, that
  /// thread calls the function, then ends the process. The function returns false if the night is
  /// ending by itself.
  package var beginning: (_ giveUp: @escaping @Sendable () -> Bool) -> Void = { _ in }

  package init(observer: any RunObserver, elapsedSeconds: @escaping @Sendable () -> Double) {
    self.observer = observer
    self.elapsedSeconds = elapsedSeconds
  }
}
