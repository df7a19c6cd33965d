import Dispatch
package import FindieWorkers
package import Foundation
import Synchronization

/// One run of a pipeline. It builds each stage's artifact, or skips the stage if its artifact is up
/// to date.
///
/// A stage is skipped if an artifact with its fingerprint is on disk: the hash of the program, its
/// name, format and parameters, and of the content of its inputs. So the readers of a stage that
/// built equal content again are skipped. A transient artifact is built when a stage reads it.
/// Stages that do not depend on each other run at the same time, as threads and memory permit. The
/// results do not depend on that.
///
/// A class, since stages share what was built.
package final class Run: ArtifactSource, StageHost, Sendable {
  let observer: any RunObserver
  let isStopping: @Sendable () -> Bool
  let decider: StageDecider
  let rules: RunRules
  let elapsedSeconds: @Sendable () -> Double
  let startedAt: Double
  private let workers: Workers
  private let memory: MemoryBudget
  /// The memory that was available when the run began; nil if it is not known.
  private let availableBytes: Int?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - artifacts: the folder of artifacts, one file per stage.
  ///   - program: the program that builds them, with its version. Another program rebuilds all of
  ///     them.
  ///   - rules: the selected stages, and what happens if one fails.
  ///   - workers: the threads that all stages share.
  ///   - memory: once less than half of it is left, stages run one at a time.
  ///   - elapsedSeconds: a monotonic clock for durations.
  ///   - isStopping: whether a stop was requested.
  package init(
    artifacts: URL, program: String = "", rules: RunRules = RunRules(),
    workers: Workers = Workers(threads: 1), memory: MemoryBudget = MemoryBudget(),
    observer: any RunObserver,
    elapsedSeconds: @escaping @Sendable () -> Double,
    isStopping: @escaping @Sendable () -> Bool = { false }
  ) {
    decider = StageDecider(
      store: ArtifactStore(folder: artifacts, program: program), chosen: rules.chosen)
    self.rules = rules
    self.workers = workers
    self.memory = memory
    availableBytes = memory.availableBytes
    self.observer = observer
    self.elapsedSeconds = elapsedSeconds
    startedAt = elapsedSeconds()
    self.isStopping = isStopping
  }

  var store: ArtifactStore { decider.store }

  /// The day of the run, `YYYY-MM-DD`; nil until a stage has declared it.
  package var day: String? { read { $0.day } }

  /// All stages of the run, in order.
  package var stages: [any AnyStage] { read { $0.stages } }

  /// The records of the stages that ended, in that order.
  package var records: [StageRecord] { read { $0.records } }

  package var warnings: [String] { read { $0.warnings } }

  /// Builds the artifacts of `stages`, each after its inputs.
  ///
  /// - Precondition: each stage follows its inputs.
  /// - Throws: `StageFailure`, `WorkspaceFailure` or `Stopped`.
  package func execute(_ stages: [any AnyStage]) throws {
    var known = Set<String>()
    for stage in stages {
      precondition(known.insert(stage.name).inserted, "two stages are named \(stage.name)")
      precondition(
        stage.inputs.allSatisfy { known.contains($0.name) },
        "\(stage.name) precedes its inputs")
    }
    change { $0.begin(stages) }
    workers.sideBySide(min(rules.maximumConcurrentStages, workers.threads)) { self.executeLane() }
    recordUnread()
    if let error = read({ $0.endingError ?? $0.firstFailure }) { throw error }
  }

  /// Executes one stage after the other until none is left or the run has to end.
  private func executeLane() {
    while let turn = nextTurn() {
      do {
        if isStopping() { throw Stopped() }
        if let day { try rules.beforeStage(day) }
        guard case .execute(let stage) = turn else {
          if case .buildEarly(let reader, let inputs) = turn {
            defer { change { $0.release(inputs) } }
            try reader.accept(EarlyInputs(run: self, inputs: inputs))
          }
          continue
        }
        try stage.accept(self)
        change { $0.finish(stage) }
        if records.last(where: { $0.stage == stage.name })?.outcome == .built {
          Resources.returnFreedMemory()
        }
      } catch {
        change { $0.endingError = $0.endingError ?? error }
      }
    }
  }

  private enum Turn {
    case execute(any AnyStage)
    /// No stage can start: on-demand inputs of one that waits may be built.
    case buildEarly(reader: any AnyStage, [any AnyStage])
  }

  /// Nil once no stage is left or the run has to end.
  private func nextTurn() -> Turn? {
    waitFor { state -> Turn?? in
      if state.endingError != nil || state.remaining.isEmpty { return .some(nil) }
      if state.isAnyUnderWay, !hasMemoryForAnotherStage { return nil }
      if let stage = state.beginNext() { return .execute(stage) }
      guard let early = state.nextEarly() else { return nil }
      return .buildEarly(reader: early.reader, early.inputs)
    }
  }

  /// Whether half of the memory that was available at the start is left.
  private var hasMemoryForAnotherStage: Bool {
    guard let before = availableBytes, let now = memory.availableBytes else {
      return true
    }
    return now > before / 2
  }
}

/// Builds on-demand inputs of a stage that is certain to run, while it waits for others.
private struct EarlyInputs: StageVisitor {
  let run: Run
  let inputs: [any AnyStage]

  func visit<Output>(_ stage: Stage<Output>) throws {
    // Others predict what they would find, from inputs that are not known yet.
    guard !Output.isIdentifiedByContent else { return }
    let decision = try run.decider.decision(for: stage, run.read { $0.known }, from: run)
    guard case .run = decision.action else { return }
    for input in inputs { _ = try input.artifact(from: run) }
  }
}

// MARK: - Shared state

extension Run {
  func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
    state.withLock { body($0) }
  }

  /// Changes the shared state and wakes the lanes that wait for a change.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      defer { state.wakeAll() }
      return body(&state)
    }
  }

  /// Waits until `find` returns a value. Until then, other work may use the thread.
  func waitFor<Result: Sendable>(_ find: (inout State) -> Result?) -> Result {
    while true {
      let change = DispatchSemaphore(value: 0)
      let found = state.withLock { state in
        let found = find(&state)
        if found == nil { state.waiters.append(change) }
        return found
      }
      if let found { return found }
      workers.waiting { change.wait() }
    }
  }

  func declare(day: String) {
    let isNew = change { state in
      defer { state.day = day }
      return state.day != day
    }
    if isNew { observer.report(.dayKnown(day)) }
  }

  func warn(_ message: String, stage: String) {
    change { $0.warnings.append("\(stage): \(message)") }
    observer.report(.warned(stage: stage, message: message))
  }
}

/// What happens to each stage: it is built, skipped, reused, left stale, or blocked.
extension Run: StageVisitor {
  package func visit<Output>(_ stage: Stage<Output>) throws {
    let (known, failed) = read { ($0.known, $0.failed) }
    if let input = stage.inputs.first(where: { failed.contains($0.name) }) {
      change { _ = $0.failed.insert(stage.name) }
      return record(stage, .blocked, "input \(input.name) failed", nil)
    }
    let decision = try decider.decision(for: stage, known, from: self)
    let identity = decision.identity
    change { $0.known.identities[stage.name] = identity }
    let reason = decision.reasons.sentence
    switch decision.action {
    case .skip(let header):
      record(stage, .skipped, reason, identity, summary: header.summary)
    case .skipUnchanged(let output):
      change { $0.values[stage.name] = output }
      if let night = output.night { declare(day: night) }
      record(stage, .skipped, reason, identity, summary: ArtifactSummary(of: output))
    case .buildOnDemand: change { $0.mayBeSkipped.append(stage.name) }
    case .leaveStale(let why):
      change { $0.known.stale[stage.name] = why }
      record(stage, .skipped, "not selected, and out of date: \(why)", nil)
    case .refuse(let staleInput): throw staleInput
    case .check, .run: try attempt(stage, reason)
    case .wait: preconditionFailure("an input of \(stage.name) is not known yet")
    }
  }

  /// Records the stages that no stage read so far. Until the run ends, one may still be built.
  func recordUnread() {
    let (names, known, records) = read { ($0.mayBeSkipped, $0.known.identities, $0.records) }
    for stage in stages where names.contains(stage.name) {
      guard !records.contains(where: { $0.stage == stage.name }) else { continue }
      record(stage, .skipped, builtOnDemand, known[stage.name])
    }
  }

  /// Builds a stage; if it fails, does what its rule says.
  private func attempt<Output>(_ stage: Stage<Output>, _ reason: String) throws {
    do {
      try build(stage, reason)
    } catch let failure as StageFailure where failure.stage == stage.name {
      switch rules.onError[stage.name] ?? .fail {
      case .fail: throw failure
      case .skipDependents:
        change {
          $0.failed.insert(stage.name)
          $0.firstFailure = $0.firstFailure ?? failure
        }
      case .keepLastGood:
        guard Output.isPersisted, let (output, header) = store.previous(of: stage) else {
          throw failure
        }
        let why = "the stage failed: \(failure.cause)"
        change { $0.store(output, of: stage, header.checksum) }
        warn("its previous artifact is used: \(why)", stage: stage.name)
        record(stage, .reused, why, header.checksum, summary: header.summary)
      }
    }
  }
}
