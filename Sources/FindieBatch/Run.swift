package import FindieWorkers
import Dispatch
package import Foundation
package import Logging
import Synchronization

/// One run of a pipeline: makes each stage's artifact, or skips it where that is proved unneeded.
///
/// A stage is skipped where an artifact of its fingerprint is on disk: the hash of its name, format,
/// parameters and inputs' fingerprints. A stage that is not kept on disk is made when one reads it.
/// Stages that do not read each other are made side by side, as far as threads and memory go; what is
/// made does not hang on it.
///
/// A class, since stages share what was made.
package final class Run: ArtifactSource, Sendable {
  package let log: Logger
  let observer: any RunObserver
  let isStopping: @Sendable () -> Bool
  let shelf: ArtifactShelf
  let rules: RunRules
  let elapsedSeconds: @Sendable () -> Double
  let startedAt: Double
  private let workers: Workers
  private let memory: MemoryBudget
  /// What memory could be had when the run began; nil where nothing says.
  private let availableBytes: Int?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - artifacts: the folder in which artifacts are kept, a file a stage.
  ///   - program: what makes the artifacts, with its version: another one makes all of them again.
  ///   - rules: which stages, and what happens where one fails.
  ///   - workers: the threads that all stages share.
  ///   - memory: with less than half of it left, one stage is made at a time.
  ///   - elapsedSeconds: a clock that only goes forward; it tells how long stages take, no more.
  ///   - isStopping: whether someone asked the run to stop.
  package init(
    artifacts: URL, program: String = "", rules: RunRules = RunRules(),
    workers: Workers = Workers(threads: 1), memory: MemoryBudget = MemoryBudget(),
    observer: any RunObserver, log: Logger,
    elapsedSeconds: @escaping @Sendable () -> Double,
    isStopping: @escaping @Sendable () -> Bool = { false }
  ) {
    shelf = ArtifactShelf(folder: artifacts, program: program)
    self.rules = rules
    self.workers = workers
    self.memory = memory
    availableBytes = memory.availableBytes
    self.observer = observer
    self.log = log
    self.elapsedSeconds = elapsedSeconds
    startedAt = elapsedSeconds()
    self.isStopping = isStopping
  }

  /// The day that the run is of, `YYYY-MM-DD`; nil until a stage has declared it.
  package var day: String? { look { $0.day } }

  /// What became of the stages, in the order of their ends.
  package var records: [StageRecord] { look { $0.records } }

  package var warnings: [String] { look { $0.warnings } }

  /// Makes the artifacts of all `stages`, each after those it reads.
  ///
  /// - Precondition: each stage stands after those it reads.
  /// - Throws: `StageFailure`, `StaleInput`, or `Stopped`.
  package func make(_ stages: [any AnyStage]) throws {
    var known = Set<String>()
    for stage in stages {
      precondition(known.insert(stage.name).inserted, "two stages are named \(stage.name)")
      precondition(
        stage.inputs.allSatisfy { known.contains($0.name) },
        "\(stage.name) stands before its inputs")
    }
    change { $0.begin(stages) }
    workers.sideBySide(min(rules.sideBySide, workers.threads)) { self.makeAll() }
    if let error = look({ $0.ending ?? $0.firstFailure }) { throw error }
  }

  /// A lane: makes one stage after the other until none is left, or the run has to end.
  private func makeAll() {
    while let stage = nextStage() {
      do {
        if isStopping() { throw Stopped() }
        try rules.mayGoOn(day)
        try stage.execute(in: self)
        change { $0.finish(stage) }
        if records.last(where: { $0.stage == stage.name })?.outcome == .made {
          Resources.giveBackFreedMemory()
        }
      } catch {
        change { $0.ending = $0.ending ?? error }
      }
    }
  }

  private func nextStage() -> (any AnyStage)? {
    enum Turn {
      case make(any AnyStage), none
    }
    let turn = when { state -> Turn? in
      if state.ending != nil || state.remaining.isEmpty { return Turn.none }
      if state.isAnyUnderWay, !hasRoomBeside { return nil }
      return state.beginNext().map { .make($0) }
    }
    return if case .make(let stage) = turn { stage } else { nil }
  }

  /// Whether there is memory for one stage more: half of what could be had is left.
  private var hasRoomBeside: Bool {
    guard let before = availableBytes, let now = memory.availableBytes else {
      return true
    }
    return now > before / 2
  }
}

// MARK: - What the lanes share

extension Run {
  func look<Result: Sendable>(_ body: (State) -> Result) -> Result {
    state.withLock { body($0) }
  }

  /// Changes what the lanes share, and has those that wait look again.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      defer { state.wakeAll() }
      return body(&state)
    }
  }

  /// What `find` gives once it gives something; meanwhile other threads work.
  func when<Result: Sendable>(_ find: (inout State) -> Result?) -> Result {
    while true {
      let change = DispatchSemaphore(value: 0)
      let found = state.withLock { state in
        let found = find(&state)
        if found == nil { state.sleepers.append(change) }
        return found
      }
      if let found { return found }
      workers.waiting { change.wait() }
    }
  }

  func declare(day: String) {
    let isNews = change { state in
      defer { state.day = day }
      return state.day != day
    }
    if isNews { observer.report(.dated(day: day)) }
  }

  func warn(_ sentence: String, stage: String) {
    change { $0.warnings.append("\(stage): \(sentence)") }
    observer.report(.warned(stage: stage, sentence: sentence))
  }
}
