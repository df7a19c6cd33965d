import FindieText
import FindieWorkers
package import FindieDomain
package import FindieBatch
import FindieFiles
package import FindieWorkspace
import FindieLinearAlgebra
import FindieStore
import Foundation
package import Logging

/// Runs a night: holds the workspace's lock, makes the stages, and leaves the record of the run.
package struct NightRun {
  private let night: Night
  private let observer: any RunObserver
  private let log: Logger
  private let elapsedSeconds: @Sendable () -> Double
  private let isStopping: @Sendable () -> Bool
  private let pause: @Sendable (_ seconds: Double) throws -> Void
  private let beginning: (_ giveUp: @escaping @Sendable () -> Bool) -> Void

  /// - Parameters:
  ///   - log: silent where it is not given.
  ///   - elapsedSeconds: a clock that only goes forward, for how long things take.
  ///   - isStopping: whether someone asked for a stop.
  ///   - pause: waits before something is tried again; throws `Stopped` where a stop was asked for.
  ///   - beginning: is given, when the night begins, what to call from another thread before the process
  ///     ends where a stop takes too long; where that gives false, the night is ending by itself.
  package init(
    _ night: Night, observer: any RunObserver,
    log: Logger = Logger(label: "findie") { _ in SwiftLogNoOpLogHandler() },
    elapsedSeconds: @escaping @Sendable () -> Double,
    isStopping: @escaping @Sendable () -> Bool = { false },
    pause: @escaping @Sendable (_ seconds: Double) throws -> Void = { _ in },
    beginning: @escaping (_ giveUp: @escaping @Sendable () -> Bool) -> Void = { _ in }
  ) {
    self.night = night
    self.observer = observer
    self.log = log
    self.elapsedSeconds = elapsedSeconds
    self.isStopping = isStopping
    self.pause = pause
    self.beginning = beginning
  }

  /// Runs the night to its end.
  ///
  /// - Returns: the record that also stands in `runs/<day>/run.json`.
  /// - Throws: what stopped it; the record then says so, and what was published before is served.
  package func run() throws -> RunManifest {
    do {
      return try held()
    } catch let failure as FileFailure {
      // Before the first stage, or after the last.
      throw NightFailure(cause: failure, servedDay: night.workspace.currentDay)
    }
  }

  private func held() throws -> RunManifest {
    try AddressSpaceLimit.prepare(for: night.workers)
    let lock = try WorkspaceLock.acquire(
      night.workspace.folder, day: night.date?.description,
      timeoutInSeconds: night.options.lockTimeoutInSeconds,
      elapsedSeconds: elapsedSeconds, pause: pause, report: { observer.report(.message($0)) })
    // What may still end the process from another thread refers to the lock.
    defer { lock.release() }
    if let before = lock.expiredOwner {
      observer.report(
        .message(
          "process \(before.process) on \(before.host) held the workspace and its lease ran out"))
    }
    try BLASLibrary.prepare(for: night.workers)
    var night = night
    night.lock = lock
    try night.loadForgottenPlayers()
    return try night.withBufferedInput { try run($0) }
  }

  private func run(_ night: Night) throws -> RunManifest {
    let stages = Nightly.stages(of: night)
    let times = StageTimes(file: night.workspace.stageTimes)
    var rules = RunRules(of: night, stages, times)
    rules.chosen = try night.options.selection.chosen(of: stages)
    rules.checkBeforeStage = { try night.checkLock(on: $0) }
    rules.retrying = RetryPolicy(isTransient: { FailureKind.isTransient($0) }, pause: pause)
    let recorder = NightRecorder(
      night, stages: stages, times: times, next: observer, elapsedSeconds: elapsedSeconds)
    let run = Run(
      artifacts: night.artifacts, program: Versions.program, rules: rules, workers: night.workers,
      memory: night.memory, observer: recorder, log: log, elapsedSeconds: elapsedSeconds,
      isStopping: isStopping)
    recorder.begin()
    beginning { recorder.giveUp() }
    do {
      try night.checkDiskSpace()
      try night.removeForgottenPlayers()
      try run.execute(stages)
      // Those who are forgotten are gone once a night without them is published.
      if rules.chosen.contains(Nightly.lastStage), let day = run.day.flatMap({ Day($0) }),
        let forgotten = night.forgotten
      {
        try night.workspace.finishForgetting(forgotten, on: day)
      }
    } catch {
      let failure = NightFailure(
        cause: night.lossOfLock ?? error, servedDay: night.workspace.currentDay)
      do {
        _ = try recorder.finish(failure)
      } catch let second {
        log.error("the record of the run could not be written: \(second)")
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

extension Night {
  /// That another run took the workspace, where it did: whatever failed then may have failed of it.
  fileprivate var lossOfLock: WorkspaceLock.Lost? {
    do {
      try checkLock()
      return nil
    } catch {
      return error as? WorkspaceLock.Lost
    }
  }
}

extension NightRun {
  /// Removes what no kept night needs. The night is done: what fails here is for the next one.
  private func clean(_ night: Night) {
    do {
      let result = try night.cleaning.run()
      if !result.isEmpty {
        observer.report(
          .message(
            "Removed \(result.removed.count) items by the retention rules (\(FileSize(result.bytes)))."
          ))
      }
    } catch {
      log.warning("what no night needs any more could not be removed: \(error)")
    }
  }
}

extension RunRules {
  fileprivate init(of night: Night, _ stages: [any AnyStage], _ times: StageTimes) {
    self.init()
    // What is made when it is read is timed with what reads it.
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

/// A night that did not come to its end, and what players see meanwhile.
package struct NightFailure: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { FailureKind(of: cause) }
  package let cause: any Error
  /// Nil where no night was published.
  package let servedDay: Day?

  package init(cause: any Error, servedDay: Day?) {
    self.cause = cause
    self.servedDay = servedDay
  }

  package var description: String {
    "\(cause)\n"
      + (servedDay.map { "The night of \($0) is served meanwhile." }
        ?? "No night is published yet.")
  }
}
