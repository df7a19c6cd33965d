import FindieWorkspace
import FindieTestSupport
import FindieWorkers
import Foundation
import Synchronization

/// Numbers that are stored on disk.
struct Numbers: Artifact {
  static var grain: String { "one row per number" }
  static var formatVersion: Int { 1 }
  static var countOfGrain: String? { "numbers" }

  var values: [Int]

  var counts: [String: Int] { ["numbers": values.count] }

  func write(to file: inout ArtifactWriter) {
    file.put("values", values)
  }

  init(_ values: [Int]) {
    self.values = values
  }

  init(from file: ArtifactReader) throws {
    values = try file.numbers("values")
  }
}

/// The same numbers in a later format.
struct NumbersInFormat2: Artifact {
  static var grain: String { Numbers.grain }
  static var formatVersion: Int { 2 }

  var numbers: Numbers

  var counts: [String: Int] { numbers.counts }

  func write(to file: inout ArtifactWriter) { numbers.write(to: &file) }

  init(_ numbers: Numbers) { self.numbers = numbers }

  init(from file: ArtifactReader) throws { numbers = try Numbers(from: file) }
}

/// A sum that is built on demand.
struct Sum: TransientArtifact {
  static var grain: String { "one number" }

  var value: Int

  var counts: [String: Int] { ["sum": value] }
}

/// A source outside of the pipeline, identified by its content.
struct Source: TransientArtifact {
  static var grain: String { "one number outside" }
  static var isIdentifiedByContent: Bool { true }

  var value: Int

  var counts: [String: Int] { ["value": value] }

  var content: Fingerprint? { Fingerprint(of: "\(value)") }
}

/// What the stages of a test share: the number of times each ran, and the state of the source.
///
/// A class, since the stages and the test share it.
final class Outside: Sendable {
  struct State {
    var source = 3
    var isThere = true
    var isBroken = false
    /// Whether the content of the source is not known before it is read.
    var isUnread = false
    /// How many more times the report fails.
    var failures = 0
    var isStopping = false
    fileprivate var runs: [String: Int] = [:]
    fileprivate var seconds = 0.0
  }

  private let state = Mutex(State())

  var now: State { state.withLock { $0 } }

  func change(_ body: @Sendable (inout State) -> Void) {
    state.withLock { body(&$0) }
  }

  /// A clock that advances by a second whenever it is read.
  func tick() -> Double {
    state.withLock { state in
      state.seconds += 1
      return state.seconds
    }
  }

  func count(_ stage: String) {
    state.withLock { $0.runs[stage, default: 0] += 1 }
  }

  /// How many times each stage ran since the last call.
  func takeRuns() -> [String: Int] {
    state.withLock { state in
      defer { state.runs = [:] }
      return state.runs
    }
  }
}

/// source → multiples → sum (transient) → report; multiples → squares.
///
/// A class, since it owns a folder.
final class Pipeline {
  let folder: TemporaryFolder
  let outside = Outside()
  var factor = 10
  var power = 2
  var program = ""
  var rules = RunRules()
  var workers = Workers(threads: 1)
  var observer: any RunObserver = NoObserver()
  private(set) var manifestStages: [StageRecord] = []
  private(set) var warnings: [String] = []

  init() throws {
    folder = try TemporaryFolder()
  }

  func artifact(_ stage: String) -> URL {
    folder.url.appending(path: "\(stage).artifact")
  }

  var stages: [any AnyStage] {
    let outside = outside
    let (factor, power) = (factor, power)
    let source = Stage<Source>(
      "source", parameters: [Int](),
      predict: {
        let value = outside.now.source
        return outside.now.isUnread
          ? .changed(nil, because: "1 file to read: late.ndjson") : .unchanged(Source(value: value))
      }
    ) { _ in
      outside.count("source")
      return Source(value: outside.now.source)
    }
    let multiples = Stage<Numbers>("multiples", from: source, parameters: ["factor": factor]) {
      _, source in
      outside.count("multiples")
      return Numbers((1...source.value).map { $0 * factor })
    }
    let sum = Stage<Sum>("sum", from: multiples, parameters: [Int]()) { _, multiples in
      outside.count("sum")
      return Sum(value: multiples.values.reduce(0, +))
    }
    let squares = Stage<Numbers>("squares", from: multiples, parameters: ["power": power]) {
      _, multiples in
      outside.count("squares")
      return Numbers(
        multiples.values.map { value in
          (0..<power).reduce(1) { product, _ in product * value }
        })
    }
    let report = Stage<Numbers>(
      "report", from: sum, squares, parameters: [Int](),
      isStillThere: { _ in outside.now.isThere }
    ) { context, sum, squares in
      outside.count("report")
      if outside.now.isBroken { throw Broken() }
      if outside.now.failures > 0 {
        outside.change { $0.failures -= 1 }
        throw Busy()
      }
      let progress = context.progress(total: 1, unit: "reports")
      try progress(1)
      return Numbers([sum.value] + squares.values)
    }
    return [source, multiples, sum, squares, report]
  }

  /// Runs the pipeline and returns how many times each stage's body ran.
  @discardableResult
  func run(_ stages: [any AnyStage]? = nil) throws -> [String: Int] {
    let outside = outside
    let run = Run(
      artifacts: folder.url, program: program, rules: rules, workers: workers,
      observer: observer,
      elapsedSeconds: { outside.tick() }, isStopping: { outside.now.isStopping })
    defer {
      manifestStages = run.records
      warnings = run.warnings
    }
    try run.execute(stages ?? self.stages)
    return outside.takeRuns()
  }

  /// Plans a run.
  func plan(
    _ selection: StageSelection = StageSelection(), times: StageTimes = StageTimes()
  ) throws -> Plan {
    try Planner(
      artifacts: folder.url, program: program, chosen: selection.chosen(of: stages), times: times
    ).plan(stages)
  }

  /// Runs the selected stages.
  func run(_ selection: StageSelection) throws -> [String: Int] {
    rules.chosen = try selection.chosen(of: stages)
    defer { rules.chosen = .all }
    return try run()
  }

  /// The outcome of each stage in the last run.
  var outcomes: [String: StageRecord.Outcome] {
    Dictionary(uniqueKeysWithValues: manifestStages.map { ($0.stage, $0.outcome) })
  }

  func reason(_ stage: String) -> String? {
    manifestStages.first { $0.stage == stage }?.reason
  }

  /// The numbers in a stage's artifact.
  func numbers(_ stage: String) throws -> [Int] {
    try ArtifactReader(artifact(stage)).numbers("values")
  }
}

struct Broken: Error, CustomStringConvertible {
  var description: String { "the printer is out of paper" }
}

/// A transient error.
struct Busy: KnownFailure, CustomStringConvertible {
  var failureKind: FailureKind { .failed }
  var isTransient: Bool { true }
  var description: String { "the printer is busy" }
}

extension Plan {
  /// The verdict on each stage.
  var verdicts: [String: Verdict] {
    Dictionary(uniqueKeysWithValues: stages.map { ($0.stage, $0.verdict) })
  }

  func reason(_ stage: String) -> String? { stages.first { $0.stage == stage }?.reason }
}

struct NoObserver: RunObserver {
  func report(_ event: RunEvent) {}
}
