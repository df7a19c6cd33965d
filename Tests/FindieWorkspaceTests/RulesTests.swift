import FindieWorkspace
import Foundation
import Synchronization
import Testing

/// Failures and retries.
struct RulesTests {
  private let everything = ["source": 1, "multiples": 1, "sum": 1, "squares": 1, "report": 1]

  /// Records the pauses of a retry policy.
  private final class Pauses: Sendable {
    private let seconds = Mutex<[Double]>([])

    var taken: [Double] { seconds.withLock { $0 } }

    func retrying(attempts: Int = 4) -> RetryPolicy {
      RetryPolicy(
        attempts: attempts, firstPauseInSeconds: 0.25,
        pause: { pause in self.seconds.withLock { $0.append(pause) } })
    }
  }

  // MARK: - Retries

  @Test func `a transient error is retried after longer and longer pauses`() throws {
    let (pipeline, pauses) = (try Pipeline(), Pauses())
    pipeline.rules.retrying = pauses.retrying()
    pipeline.outside.change { $0.failures = 2 }
    #expect(try pipeline.run()["report"] == 3)
    #expect(pauses.taken == [0.25, 1])
    #expect(pipeline.outcomes["report"] == .built)
    #expect(
      pipeline.warnings.first
        == "report: attempt 1 of 4 failed and is retried: the printer is busy")
  }

  @Test func `a persistent error fails after the last attempt`() throws {
    let (pipeline, pauses) = (try Pipeline(), Pauses())
    pipeline.rules.retrying = pauses.retrying(attempts: 3)
    pipeline.outside.change { $0.failures = 3 }
    let failure = #expect(throws: StageFailure.self) { try pipeline.run() }
    #expect(failure?.cause is Busy)
    #expect(pauses.taken == [0.25, 1])
  }

  @Test func `an error that is not transient is not retried`() throws {
    let (pipeline, pauses) = (try Pipeline(), Pauses())
    pipeline.rules.retrying = pauses.retrying()
    pipeline.outside.change { $0.isBroken = true }
    #expect(throws: StageFailure.self) { try pipeline.run() }
    #expect(pipeline.outside.takeRuns()["report"] == 1)
    #expect(pauses.taken == [])
  }

  // MARK: - Error rules

  @Test func `keepLastGood uses the previous artifact and warns`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.rules.onError = ["report": .keepLastGood]
    pipeline.power = 3
    pipeline.outside.change { $0.isBroken = true }
    try pipeline.run()
    #expect(pipeline.outcomes["report"] == .reused)
    #expect(
      pipeline.warnings == [
        "report: its previous artifact is used: the stage failed: the printer is out of paper"
      ])
    #expect(try pipeline.numbers("report") == [60, 100, 400, 900])
    // It is still out of date.
    pipeline.outside.change { $0.isBroken = false }
    #expect(try pipeline.plan().verdicts["report"] == .run)
    try pipeline.run()
    #expect(try pipeline.numbers("report") == [60, 1000, 8000, 27000])
  }

  @Test func `readers of a reused artifact are rebuilt when the stage succeeds again`() throws {
    let pipeline = try Pipeline()
    let outside = pipeline.outside
    func stages(_ value: Int) -> [any AnyStage] {
      let first = Stage<Numbers>("first", parameters: [value]) { _ in
        if outside.now.isBroken { throw Broken() }
        return Numbers([value])
      }
      let second = Stage<Numbers>("second", from: first, parameters: [Int]()) { $1 }
      return [first, second]
    }
    pipeline.rules.onError = ["first": .keepLastGood]
    try pipeline.run(stages(1))
    outside.change { $0.isBroken = true }
    try pipeline.run(stages(2))
    #expect(pipeline.outcomes == ["first": .reused, "second": .skipped])
    outside.change { $0.isBroken = false }
    try pipeline.run(stages(2))
    #expect(try pipeline.numbers("second") == [2])
  }

  @Test func `keepLastGood fails without a previous artifact`() throws {
    let pipeline = try Pipeline()
    pipeline.rules.onError = ["report": .keepLastGood]
    pipeline.outside.change { $0.isBroken = true }
    #expect(throws: StageFailure.self) { try pipeline.run() }
  }

  @Test
  func `skipDependents runs the stages that do not depend on the failed one, and the run fails`()
    throws
  {
    let pipeline = try Pipeline()
    let first = Stage<Numbers>("first", parameters: [Int]()) { _ in throw Broken() }
    let second = Stage<Numbers>("second", from: first, parameters: [Int]()) { $1 }
    let third = Stage<Numbers>("third", from: second, parameters: [Int]()) { $1 }
    let other = Stage<Numbers>("other", parameters: [Int]()) { _ in Numbers([1]) }
    pipeline.rules.onError = ["first": .skipDependents]
    let failure = #expect(throws: StageFailure.self) {
      try pipeline.run([first, second, third, other])
    }
    #expect(failure?.stage == "first")
    #expect(
      pipeline.outcomes == [
        "first": .failed, "second": .blocked, "third": .blocked, "other": .built,
      ])
    #expect(pipeline.reason("third") == "input second failed")
  }

  // MARK: - Resuming

  @Test func `a run that failed continues where it stopped, and builds nothing twice`() throws {
    let pipeline = try Pipeline()
    pipeline.outside.change { $0.isBroken = true }
    #expect(throws: StageFailure.self) { try pipeline.run() }
    var runs = pipeline.outside.takeRuns()
    pipeline.outside.change { $0.isBroken = false }
    runs.merge(try pipeline.run(), uniquingKeysWith: +)
    // The source is checked in both runs, the sum stays in memory, and the report failed once.
    #expect(runs == ["source": 2, "multiples": 1, "squares": 1, "sum": 2, "report": 2])
  }
}
