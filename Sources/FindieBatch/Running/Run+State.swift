import Dispatch

extension Run {
  /// The state of a run, which its lanes share.
  struct State {
    /// All stages of the run, in order.
    private(set) var stages: [any AnyStage] = []
    var values: [String: any Artifact] = [:]
    var known = KnownStages()
    /// The stages that failed or depend on one that did.
    var failed = Set<String>()
    /// The stages that are skipped if no stage that runs reads them.
    var mayBeSkipped: [String] = []
    /// The stages whose artifact is being loaded or built for a reader.
    var loading = Set<String>()
    var firstFailure: StageFailure?
    /// The error that ends the run; no stage starts after it.
    var endingError: (any Error)?
    /// The day of the run, `YYYY-MM-DD`; nil until a stage has declared it.
    var day: String?
    var records: [StageRecord] = []
    var warnings: [String] = []
    /// The stages that are not done, in order.
    private(set) var remaining: [any AnyStage] = []
    private var underWay = Set<String>()
    private var readersLeft: [String: Int] = [:]
    /// The on-demand stages that were not built yet, so that they still need their inputs.
    private var unbuilt = Set<String>()
    /// The processor seconds of each stage that is being built, up to `cpuSecondsSharedUpTo`.
    private var cpuSeconds: [String: Double] = [:]
    private var cpuSecondsSharedUpTo = 0.0
    /// Lanes that wait for a change.
    var waiters: [DispatchSemaphore] = []
  }
}

extension Run.State {
  mutating func begin(_ stages: [any AnyStage]) {
    self.stages = stages
    remaining = stages
    for stage in stages {
      for input in stage.inputs { readersLeft[input.name, default: 0] += 1 }
    }
  }

  var isAnyUnderWay: Bool { !underWay.isEmpty }

  /// Starts the first stage whose inputs are done.
  mutating func beginNext() -> (any AnyStage)? {
    var before = Set<String>()
    for stage in remaining {
      defer { before.insert(stage.name) }
      let isReady =
        stage.startsAfterAllBefore
        ? before.isEmpty : stage.inputs.allSatisfy { !before.contains($0.name) }
      guard isReady, !underWay.contains(stage.name) else { continue }
      underWay.insert(stage.name)
      return stage
    }
    return nil
  }

  /// Marks a stage as done.
  mutating func finish(_ stage: any AnyStage) {
    underWay.remove(stage.name)
    remaining.removeAll { $0.name == stage.name }
    let isOut = failed.contains(stage.name) || known.stale[stage.name] != nil
    if stage.isBuiltOnDemand, values[stage.name] == nil, !isOut {
      unbuilt.insert(stage.name)
    } else {
      releaseInputs(of: stage)
    }
  }

  /// Stores the artifact of a stage.
  mutating func store<Output>(
    _ output: Output, of stage: Stage<Output>, _ fingerprint: Fingerprint
  ) {
    values[stage.name] = output
    known.fingerprints[stage.name] = fingerprint
    if unbuilt.remove(stage.name) != nil { releaseInputs(of: stage) }
  }

  /// Records that `stage` needs its inputs no longer, and frees those that no other stage will read.
  private mutating func releaseInputs(of stage: any AnyStage) {
    for input in stage.inputs {
      readersLeft[input.name, default: 0] -= 1
      guard readersLeft[input.name] == 0 else { continue }
      values[input.name] = nil
      if unbuilt.remove(input.name) != nil { releaseInputs(of: input) }
    }
  }

  /// Starts to count a stage's processor time. Stages that run at the same time share it evenly, since
  /// the system reports it per process.
  mutating func beginTime(of stage: String) {
    shareTime()
    cpuSeconds[stage] = 0
  }

  /// The processor time of a stage since it began, in seconds.
  mutating func endTime(of stage: String) -> Double {
    shareTime()
    return cpuSeconds.removeValue(forKey: stage) ?? 0
  }

  private mutating func shareTime() {
    let now = Resources.used.cpuSeconds
    let share = (now - cpuSecondsSharedUpTo) / Double(max(1, cpuSeconds.count))
    for stage in cpuSeconds.keys { cpuSeconds[stage, default: 0] += share }
    cpuSecondsSharedUpTo = now
  }

  mutating func wakeAll() {
    for waiter in waiters { waiter.signal() }
    waiters = []
  }
}
