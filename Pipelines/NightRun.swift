import FindieWorkers
package import FindieDomain
package import FindieBatch
import FindieFiles
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
      throw NightFailure(cause: failure, servedDay: night.servedDay)
    }
  }

  private func held() throws -> RunManifest {
    try NoAddresses.prepare(for: night.workers)
    let lock = try WorkspaceLock.taken(
      night.workspace, day: night.date?.description, waiting: night.patienceInSeconds,
      elapsedSeconds: elapsedSeconds, pause: pause, say: { observer.report(.found($0)) })
    // What may still end the process from another thread refers to the lock.
    defer { lock.release() }
    if let before = lock.predecessor {
      observer.report(
        .found(
          "process \(before.process) on \(before.host) held the workspace and its lease ran out"))
    }
    try BLASLibrary.prepare(for: night.workers)
    var night = night
    night.lock = lock
    try night.findForgotten()
    return try night.withInputInFiles { try run($0) }
  }

  private func run(_ night: Night) throws -> RunManifest {
    let stages = Nightly.stages(of: night)
    let times = StageTimes(file: night.times)
    var rules = RunRules(of: night, stages, times)
    rules.chosen = try night.selection.chosen(of: stages)
    rules.mayGoOn = { try night.checkLock(on: $0) }
    rules.retrying = Retrying(canHelp: { FailureKind.mayPass($0) }, pause: pause)
    let recorder = NightRecorder(
      night, stages: stages, times: times, next: observer, elapsedSeconds: elapsedSeconds)
    let run = Run(
      artifacts: night.artifacts, program: Versions.program, rules: rules, workers: night.workers,
      memory: night.memory, observer: recorder, log: log, elapsedSeconds: elapsedSeconds,
      isStopping: isStopping)
    recorder.begin()
    beginning { recorder.giveUp() }
    do {
      try night.checkRoom()
      try night.takeOutForgotten()
      try run.make(stages)
      // Those who are forgotten are gone once a night without them is published.
      if rules.chosen.holds(Nightly.lastStage), let day = run.day.flatMap({ Day($0) }) {
        try night.finishForgetting(on: day)
      }
    } catch {
      let failure = NightFailure(cause: night.lossOfLock ?? error, servedDay: night.servedDay)
      do {
        _ = try recorder.finish(failure)
      } catch let second {
        log.error("the record of the run could not be written: \(second)")
      }
      throw failure
    }
    let manifest = try recorder.finish()
    if rules.chosen.holds(Nightly.lastStage), night.remade == nil, !night.isBackfilled {
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
      let result = try Cleaning(night).run()
      if !result.isEmpty { observer.report(.found("cleaning \(result.sentence)")) }
    } catch {
      log.warning("what no night needs any more could not be removed: \(error)")
    }
  }
}

extension RunRules {
  fileprivate init(of night: Night, _ stages: [any AnyStage], _ times: StageTimes) {
    self.init()
    // What is made when it is read is timed with what reads it.
    let timed = stages.filter { !$0.isMadeWhenRead }.compactMap { stage in
      times.stages[stage.name].map { (stage.name, $0.seconds) }
    }
    onError = night.parameters.stages.onError
    sideBySide = night.parameters.stages.sideBySide
    deadline = night.deadline.map {
      Deadline(
        $0.name, secondsLeft: $0.secondsLeft, estimates: Dictionary(uniqueKeysWithValues: timed),
        dropOrder: night.parameters.stages.dropOrder)
    }
  }
}

/// A night that did not come to its end, and what players see meanwhile.
package struct NightFailure: Error, CustomStringConvertible {
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

extension BLASLibrary {
  /// Has each call use one thread, since the house divides work itself.
  ///
  /// - Throws: `UnsafeBLAS` where several threads may not call this library.
  static func prepare(for workers: Workers) throws(UnsafeBLAS) {
    useOneThread()
    guard workers.threads == 1 || current.isSafeFromSeveralThreads else { throw UnsafeBLAS() }
  }
}

/// OpenBLAS without threads, called from several: it computes wrongly.
package struct UnsafeBLAS: Error, CustomStringConvertible {
  package var description: String {
    """
    the installed OpenBLAS is built for one thread and computes wrongly when several call it. \
    Install libopenblas0-pthread, or run with --threads 1.
    """
  }
}

/// What the results depend on besides the input.
package enum Versions {
  package static let findie = "0.1.0"

  /// What an artifact is made by: under another BLAS it may have other bytes, and no night is half
  /// made under one and half under another.
  package static var program: String { "findie \(findie), \(blas)" }

  private static var blas: String {
    switch BLASLibrary.current.implementation {
    case .openBLAS(let configuration): configuration
    case .reference: "reference BLAS"
    }
  }

  package static var all: [String: String] {
    ["findie": findie, "blas": blas, "sqlite": SQLiteLibrary.version, "swift": swift]
  }

  /// The compiler that built this program.
  package static var swift: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2 or earlier"
    #endif
  }
}
