import Dispatch
import FindieFiles
import Foundation

extension Run {
  /// The state of a run, shared by its lanes (threads that execute stages).
  struct State {
    /// All stages of the run, in order.
    private(set) var stages: [any AnyStage] = []
    var values: [String: any Artifact] = [:]
    var known = KnownStages()
    /// The stages that failed or depend on one that did.
    var failed = Set<String>()
    /// The stages that are skipped unless a stage that runs reads them.
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
    /// The on-demand stages that were not built yet, so they still need their inputs.
    private var unbuilt = Set<String>()
    /// The stages for which `nextEarly` has returned inputs.
    private var prepared = Set<String>()
    /// The processor seconds of each stage that is being built, up to `cpuSecondsSharedUpTo`.
    private var cpuSeconds: [String: Double] = [:]
    fileprivate var cpuSecondsSharedUpTo = 0.0
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

  /// Starts the first stage whose inputs are done. Large stages run one at a time.
  mutating func beginNext() -> (any AnyStage)? {
    let isLargeUnderWay = remaining.contains { $0.isLarge && underWay.contains($0.name) }
    var before = Set<String>()
    for stage in remaining {
      defer { before.insert(stage.name) }
      let isReady =
        stage.startsAfterAllBefore
        ? before.isEmpty : stage.inputs.allSatisfy { !before.contains($0.name) }
      guard isReady, !underWay.contains(stage.name), !(stage.isLarge && isLargeUnderWay) else {
        continue
      }
      underWay.insert(stage.name)
      return stage
    }
    return nil
  }

  /// A stage that waits for others, with its on-demand inputs that can be built until then.
  mutating func nextEarly() -> (reader: any AnyStage, inputs: [any AnyStage])? {
    for stage in remaining where !underWay.contains(stage.name) && !prepared.contains(stage.name) {
      let inputs = stage.inputs.filter { unbuilt.contains($0.name) && !loading.contains($0.name) }
      guard !inputs.isEmpty else { continue }
      prepared.insert(stage.name)
      for input in inputs { readersLeft[input.name, default: 0] += 1 }
      return (stage, inputs)
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
      release(stage.inputs)
    }
  }

  /// Stores the artifact of a stage.
  mutating func store<Output>(
    _ output: Output, of stage: Stage<Output>, _ identity: Fingerprint
  ) {
    values[stage.name] = output
    known.identities[stage.name] = identity
    if unbuilt.remove(stage.name) != nil { release(stage.inputs) }
  }

  /// Records that a reader no longer needs its inputs, and frees those that no other will read.
  mutating func release(_ inputs: [any AnyStage]) {
    for input in inputs {
      readersLeft[input.name, default: 0] -= 1
      guard readersLeft[input.name] == 0 else { continue }
      values[input.name] = nil
      if unbuilt.remove(input.name) != nil { release(input.inputs) }
    }
  }

  /// Starts to count a stage's processor time. Stages that run at the same time share it evenly,
  /// since the system reports it per process.
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
    let now = max(cpuSecondsSharedUpTo, Resources.used.cpuSeconds)
    let share = (now - cpuSecondsSharedUpTo) / Double(max(1, cpuSeconds.count))
    for stage in cpuSeconds.keys { cpuSeconds[stage, default: 0] += share }
    cpuSecondsSharedUpTo = now
  }

  mutating func wakeAll() {
    for waiter in waiters { waiter.signal() }
    waiters = []
  }
}

extension Run {
  /// Builds the artifact of a stage and records it.
  ///
  /// - Throws: `StageFailure` or `Stopped`.
  func build<Output>(_ stage: Stage<Output>, _ reason: String) throws {
    // The time to load inputs counts as theirs.
    let body = try stage.prepared(self)
    observer.report(.started(stage: stage.name))
    let started = elapsedSeconds()
    let cpuSeconds = change { state in
      state.beginTime(of: stage.name)
      return state.cpuSecondsSharedUpTo
    }
    func times() -> Times {
      change { state in
        let own = state.endTime(of: stage.name)
        return (elapsedSeconds() - started, own, cpuSeconds...state.cpuSecondsSharedUpTo)
      }
    }
    do {
      let (output, identity) = try rules.retrying.run {
        try result(of: stage, body)
      } report: {
        warn($0, stage: stage.name)
      }
      change { $0.store(output, of: stage, identity) }
      record(stage, .built, reason, identity, summary: ArtifactSummary(of: output), times())
    } catch let stopped as Stopped {
      _ = times()
      throw stopped
    } catch {
      record(stage, .failed, "\(error)", nil, times())
      throw StageFailure(stage: stage.name, cause: error)
    }
  }

  /// Runs the body of a stage and writes its artifact.
  ///
  /// - Returns: the artifact, and what identifies it for its readers.
  private func result<Output>(
    of stage: Stage<Output>, _ body: (StageContext) throws -> Output
  ) throws -> (Output, Fingerprint) {
    let output = try body(StageContext(host: self, stage: stage.name))
    let provenance = store.provenance(of: stage, from: read { $0.known.identities })
    guard
      let fingerprint = output.content
        ?? provenance?.fingerprint(stage: stage.name, formatVersion: Output.formatVersion)
    else { preconditionFailure("an input of \(stage.name) is not known yet") }
    guard Output.isPersisted else { return (output, fingerprint) }
    var writer = ArtifactWriter()
    output.write(to: &writer)
    let (header, file) = writer.file(
      stage: stage.name, fingerprint: fingerprint, formatVersion: Output.formatVersion,
      summary: ArtifactSummary(of: output), provenance: provenance)
    if output.isFinal {
      try DurableFile.write(pieces: file, to: store.url(stage.name))
    } else {
      try DurableFile.remove(store.url(stage.name))
    }
    return (output, output.content ?? header.checksum)
  }

  /// The artifact of a stage: from this run, else from disk, else built now. If another lane is
  /// loading it, this one waits.
  package func value<Output>(of stage: Stage<Output>) throws -> Output {
    let availability = waitFor { state -> Availability? in
      if let value = state.values[stage.name] { return .available(value) }
      if state.loading.contains(stage.name) { return state.endingError.map { .runEnds($0) } }
      state.loading.insert(stage.name)
      return .missing
    }
    switch availability {
    case .available(let value):
      guard let output = value as? Output else {
        preconditionFailure("the artifact of \(stage.name) is not of type \(Output.self)")
      }
      return output
    case .runEnds(let error): throw error
    case .missing:
      defer { change { $0.loading.remove(stage.name) } }
      try load(stage)
      guard let output = read({ $0.values[stage.name] }) as? Output else {
        preconditionFailure("the artifact of \(stage.name) was released before it was read")
      }
      return output
    }
  }

  private enum Availability {
    case available(any Artifact)
    case missing
    /// Another lane was loading it when the run ended.
    case runEnds(any Error)
  }

  /// Reads or builds the artifact of a stage.
  private func load<Output>(_ stage: Stage<Output>) throws {
    guard Output.isPersisted else { return try build(stage, "a stage reads it") }
    do {
      let output = try Output(from: ArtifactReader(store.url(stage.name)))
      change { $0.values[stage.name] = output }
    } catch {
      warn("its artifact is damaged and is rebuilt: \(error)", stage: stage.name)
      try build(stage, StageReason(.damaged).sentence)
    }
  }

  typealias Times = (seconds: Double, cpuSeconds: Double, ofProcess: ClosedRange<Double>?)

  func record(
    _ stage: some AnyStage, _ outcome: StageRecord.Outcome, _ reason: String,
    _ identity: Fingerprint?, summary: ArtifactSummary = .empty,
    _ times: Times = (0, 0, nil)
  ) {
    let record = StageRecord(
      stage: stage.name, outcome: outcome, reason: reason, inputs: stage.inputs.map(\.name),
      grain: stage.grain, fingerprint: identity,
      rows: stage.countOfGrain.flatMap { summary.counts[$0] },
      bytes: stage.isPersisted ? store.bytes(stage.name) : nil, counts: summary.counts,
      measures: summary.measures, conclusion: summary.conclusion,
      startedAfterSeconds: elapsedSeconds() - startedAt - times.seconds, seconds: times.seconds,
      cpuSeconds: times.cpuSeconds, cpuSecondsOfProcess: times.ofProcess,
      peakMemoryInBytes: Resources.used.peakMemoryInBytes)
    change { state in
      state.records.removeAll { $0.stage == stage.name }
      state.records.append(record)
    }
    observer.report(.finished(record))
  }
}
