import Synchronization

/// Selects stages of a pipeline in dbt's syntax: `matrix` is one stage, `+matrix` adds its inputs,
/// `matrix+` the stages that depend on it, `+matrix+` both.
package struct StageSelection: Sendable, Equatable {
  package var only: [String] = []
  package var from: [String] = []
  package var until: [String] = []
  package var exclude: [String] = []
  package var force: [String] = []

  /// Each element may name several stages, separated by commas.
  package init(
    only: [String] = [], from: [String] = [], until: [String] = [], exclude: [String] = [],
    force: [String] = []
  ) {
    self.only = only
    self.from = from
    self.until = until
    self.exclude = exclude
    self.force = force
  }

  /// Whether a stage is named in `force`.
  package func forces(_ stage: String) -> Bool {
    StageGraph.names(in: force).contains { $0.trimmingPrefix("+") == stage || $0 == "\(stage)+" }
  }

  /// The selected stages, by name.
  package struct Chosen: Sendable, Equatable {
    /// Nil for all.
    package var selected: Set<String>?
    package var forced: Set<String> = []

    package static let all = Chosen()

    package func contains(_ stage: String) -> Bool { selected?.contains(stage) ?? true }
  }

  /// The selected stages: those of `only` (all if empty) that are in or depend on `from`, and that
  /// are in or are read by `until`, without those in `exclude`.
  ///
  /// - Throws: if a name is unknown, nothing is selected, or a forced stage is not selected.
  package func chosen(of stages: [any AnyStage]) throws(WorkspaceFailure) -> Chosen {
    let graph = StageGraph(stages)
    let forced = try graph.stages(of: force) ?? []
    var selected: Set<String>?
    func restrict(to stages: Set<String>?) {
      guard let stages else { return }
      selected = selected?.intersection(stages) ?? stages
    }
    restrict(to: try graph.stages(of: only))
    restrict(to: try graph.stages(of: from, withReaders: true))
    restrict(to: try graph.stages(of: until, withInputs: true))
    if let excluded = try graph.stages(of: exclude) {
      selected = (selected ?? Set(graph.names)).subtracting(excluded)
    }
    if let selected {
      guard !selected.isEmpty else { throw .nothingSelected }
      let named = StageGraph.names(in: force).filter { !$0.contains("+") }
      if let name = named.first(where: { !selected.contains($0) }) {
        throw .forcedButNotSelected(name)
      }
    }
    return Chosen(selected: selected, forced: forced)
  }
}

/// Which stage reads which.
private struct StageGraph {
  let names: [String]
  private var inputs: [String: [String]] = [:]
  private var readers: [String: [String]] = [:]

  init(_ stages: [any AnyStage]) {
    names = stages.map(\.name)
    for stage in stages {
      inputs[stage.name] = stage.inputs.map(\.name)
      for input in stage.inputs { readers[input.name, default: []].append(stage.name) }
    }
  }

  /// The names between the commas.
  static func names(in texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .map { $0.filter { $0 != " " } }
  }

  /// Nil if no stage is named.
  func stages(
    of texts: [String], withInputs: Bool = false, withReaders: Bool = false
  ) throws(WorkspaceFailure) -> Set<String>? {
    var found: Set<String>?
    for text in Self.names(in: texts) {
      let name = String(text.drop { $0 == "+" }.reversed().drop { $0 == "+" }.reversed())
      guard names.contains(name) else { throw .unknownStage(name, among: names) }
      var stages: Set = [name]
      if withInputs || text.hasPrefix("+") { stages.formUnion(reachable(from: name, by: inputs)) }
      if withReaders || text.hasSuffix("+") { stages.formUnion(reachable(from: name, by: readers)) }
      found = (found ?? []).union(stages)
    }
    return found
  }

  private func reachable(from start: String, by next: [String: [String]]) -> Set<String> {
    var reached = Set<String>()
    var open = [start]
    while let name = open.popLast() {
      for other in next[name] ?? [] where reached.insert(other).inserted { open.append(other) }
    }
    return reached
  }
}

/// What a stage's body may use besides its inputs.
package struct StageContext {
  let host: any StageHost
  let stage: String

  /// Sets the day of the run, `YYYY-MM-DD`, once a stage has determined it.
  package func declare(day: String) {
    host.declare(day: day)
  }

  /// All stages of the run, in order.
  package var stages: [any AnyStage] { host.stages }

  /// The records of finished stages. A stage with an external effect sees those of all stages
  /// before it in the run.
  package var records: [StageRecord] { host.records }

  /// Adds a warning to the run's record.
  package func warn(_ message: String) {
    host.warn(message, stage: stage)
  }

  /// A function that reports progress towards `total`.
  ///
  /// Call it from any thread with the amount of work that was just done. It throws `Stopped` if the
  /// run was asked to stop.
  package func progress(total: Int, unit: String) -> @Sendable (_ done: Int) throws -> Void {
    host.observer.progress(of: stage, total: total, unit: unit, isStopping: host.isStopping)
  }
}

/// What a run offers to its stages' bodies.
protocol StageHost: Sendable {
  var observer: any RunObserver { get }
  var isStopping: @Sendable () -> Bool { get }
  var stages: [any AnyStage] { get }
  var records: [StageRecord] { get }
  func declare(day: String)
  func warn(_ message: String, stage: String)
}

extension RunObserver {
  /// A function that reports progress towards `total`.
  ///
  /// Call it from any thread with the amount of work that was just done. It throws `Stopped` if a
  /// stop was requested.
  package func progress(
    of stage: String, total: Int, unit: String, isStopping: @escaping @Sendable () -> Bool
  ) -> @Sendable (_ done: Int) throws -> Void {
    let done = Counter()
    return { more in
      if isStopping() { throw Stopped() }
      report(.advanced(stage: stage, done: done.add(more), total: total, unit: unit))
    }
  }
}

/// A number that several threads add to. A class, since it is shared.
private final class Counter: Sendable {
  private let value = Atomic(0)

  func add(_ more: Int) -> Int {
    value.wrappingAdd(more, ordering: .relaxed).newValue
  }
}

/// A stage failed.
package struct StageFailure: KnownFailure, CustomStringConvertible {
  package let stage: String
  package let cause: any Error

  package init(stage: String, cause: any Error) {
    self.stage = stage
    self.cause = cause
  }

  package var failureKind: FailureKind { FailureKind(of: cause) }

  package var description: String { "Stage \(stage) failed: \(cause)" }
}

/// The run was stopped by a signal. All artifacts that were built so far are on disk.
package struct Stopped: KnownFailure, CustomStringConvertible {
  package init() {}

  package var failureKind: FailureKind { .stopped }

  package var description: String {
    "Stopped as requested. Finished stages are saved; run the same command again to continue."
  }
}
