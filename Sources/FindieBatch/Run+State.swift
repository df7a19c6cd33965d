import Dispatch

extension Run {
  /// What is known so far of a run; the lanes share it.
  struct State {
    var values: [String: any Artifact] = [:]
    var fingerprints: [String: Fingerprint] = [:]
    /// Stages whose artifact cannot be had or must not be read.
    var outOfReach: [String: OutOfReach] = [:]
    /// The stages whose artifact is being read or made for one that reads it.
    var beingHad = Set<String>()
    var firstFailure: StageFailure?
    /// Why no stage is begun any more.
    var ending: (any Error)?
    /// The day that the run is of, `YYYY-MM-DD`; nil until a stage has declared it.
    var day: String?
    var records: [StageRecord] = []
    var warnings: [String] = []
    /// The stages that are not done, in order.
    private(set) var remaining: [any AnyStage] = []
    private var underWay = Set<String>()
    private var readersLeft: [String: Int] = [:]
    /// The stages that are made when something reads them, and have not read their inputs yet.
    private var waiting = Set<String>()
    /// The seconds of the processors that belong to each stage that is being made, and when that was
    /// looked at.
    private var shares: [String: Double] = [:]
    private var sharedAt = 0.0
    /// Lanes that wait for a change.
    var sleepers: [DispatchSemaphore] = []
  }

  enum OutOfReach {
    /// It is not selected, and its artifact is not what it would make.
    case stale(String)
    /// It failed, or what it reads did.
    case failed
  }
}

extension Run.State {
  mutating func begin(_ stages: [any AnyStage]) {
    remaining = stages
    for stage in stages {
      for input in stage.inputs { readersLeft[input.name, default: 0] += 1 }
    }
  }

  var isAnyUnderWay: Bool { !underWay.isEmpty }

  /// The first stage that is not begun and whose inputs are done, which then is under way.
  mutating func beginNext() -> (any AnyStage)? {
    var before = Set<String>()
    for stage in remaining {
      defer { before.insert(stage.name) }
      let isReady =
        stage.isAfterAllBefore
        ? before.isEmpty : stage.inputs.allSatisfy { !before.contains($0.name) }
      guard isReady, !underWay.contains(stage.name) else { continue }
      underWay.insert(stage.name)
      return stage
    }
    return nil
  }

  /// A stage was made or is not to be.
  mutating func finish(_ stage: any AnyStage) {
    underWay.remove(stage.name)
    remaining.removeAll { $0.name == stage.name }
    if stage.isMadeWhenRead, values[stage.name] == nil, outOfReach[stage.name] == nil {
      waiting.insert(stage.name)
    } else {
      letGo(ofInputsOf: stage)
    }
  }

  /// A stage was made, be it for one that reads it.
  mutating func keep<Output>(_ output: Output, of stage: Stage<Output>, _ fingerprint: Fingerprint)
  {
    values[stage.name] = output
    fingerprints[stage.name] = fingerprint
    if waiting.remove(stage.name) != nil { letGo(ofInputsOf: stage) }
  }

  /// Counts `stage` as done with its inputs, and forgets those that no other will read.
  private mutating func letGo(ofInputsOf stage: any AnyStage) {
    for input in stage.inputs {
      readersLeft[input.name, default: 0] -= 1
      guard readersLeft[input.name] == 0 else { continue }
      values[input.name] = nil
      if waiting.remove(input.name) != nil { letGo(ofInputsOf: input) }
    }
  }

  /// Begins to count the processors' time of a stage. While several are made, they share it evenly: the
  /// system does not say whose it is.
  mutating func beginTime(of stage: String) {
    shareTime()
    shares[stage] = 0
  }

  /// The processors' time of a stage since it began, in seconds.
  mutating func endTime(of stage: String) -> Double {
    shareTime()
    return shares.removeValue(forKey: stage) ?? 0
  }

  private mutating func shareTime() {
    let now = Resources.used.cpuSeconds
    let share = (now - sharedAt) / Double(max(1, shares.count))
    for stage in shares.keys { shares[stage, default: 0] += share }
    sharedAt = now
  }

  mutating func wakeAll() {
    for sleeper in sleepers { sleeper.signal() }
    sleepers = []
  }
}
