import FindieBatch
import Foundation
import Synchronization
import Testing

/// What a failure, a busy file and a near deadline mean for a run.
struct RulesTests {
  private let everything = ["source": 1, "multiples": 1, "sum": 1, "squares": 1, "report": 1]

  /// A policy that says how long it would have waited.
  private final class Pauses: Sendable {
    private let seconds = Mutex<[Double]>([])

    var taken: [Double] { seconds.withLock { $0 } }

    func retrying(attempts: Int = 4) -> Retrying {
      Retrying(
        attempts: attempts, firstPauseInSeconds: 0.25, canHelp: { $0 is Busy },
        pause: { pause in self.seconds.withLock { $0.append(pause) } })
    }
  }

  // MARK: - Tried again

  @Test func `what may pass is tried again, after longer and longer pauses`() throws {
    let (pipeline, pauses) = (try Pipeline(), Pauses())
    pipeline.rules.retrying = pauses.retrying()
    pipeline.outside.change { $0.failures = 2 }
    #expect(try pipeline.run()["report"] == 3)
    #expect(pauses.taken == [0.25, 1])
    #expect(pipeline.outcomes["report"] == .made)
    #expect(
      pipeline.warnings.first
        == "report: attempt 1 of 4 failed, and it is tried again: the printer is busy")
  }

  @Test func `what does not pass fails in the end`() throws {
    let (pipeline, pauses) = (try Pipeline(), Pauses())
    pipeline.rules.retrying = pauses.retrying(attempts: 3)
    pipeline.outside.change { $0.failures = 3 }
    let failure = #expect(throws: StageFailure.self) { try pipeline.run() }
    #expect(failure?.cause is Busy)
    #expect(pauses.taken == [0.25, 1])
  }

  @Test func `what trying again cannot help is tried once`() throws {
    let (pipeline, pauses) = (try Pipeline(), Pauses())
    pipeline.rules.retrying = pauses.retrying()
    pipeline.outside.change { $0.isBroken = true }
    #expect(throws: StageFailure.self) { try pipeline.run() }
    #expect(pipeline.outside.takeRuns()["report"] == 1)
    #expect(pauses.taken == [])
  }

  // MARK: - A stage that may fail

  @Test func `the last good artifact is kept where that is the rule, and the run says so`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.rules.onError = ["report": .keepLastGood]
    pipeline.power = 3
    pipeline.outside.change { $0.isBroken = true }
    try pipeline.run()
    #expect(pipeline.outcomes["report"] == .kept)
    #expect(
      pipeline.warnings == [
        "report: the artifact of before is used, since it failed: the printer is out of paper"
      ])
    #expect(try pipeline.numbers("report") == [60, 100, 400, 900])
    // It is not taken for right.
    pipeline.outside.change { $0.isBroken = false }
    #expect(try pipeline.plan().verdicts["report"] == .run)
    try pipeline.run()
    #expect(try pipeline.numbers("report") == [60, 1000, 8000, 27000])
  }

  @Test func `what reads a kept artifact is known by it, and made again when the stage is`() throws
  {
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
    #expect(pipeline.outcomes == ["first": .kept, "second": .skipped])
    outside.change { $0.isBroken = false }
    try pipeline.run(stages(2))
    #expect(try pipeline.numbers("second") == [2])
  }

  @Test func `without a last artifact there is nothing to keep`() throws {
    let pipeline = try Pipeline()
    pipeline.rules.onError = ["report": .keepLastGood]
    pipeline.outside.change { $0.isBroken = true }
    #expect(throws: StageFailure.self) { try pipeline.run() }
  }

  @Test func `what does not read a failed stage is made all the same, and the run fails`() throws {
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
        "first": .failed, "second": .dropped, "third": .dropped, "other": .made,
      ])
    #expect(pipeline.reason("third") == "its input second was not made")
  }

  // MARK: - Resuming

  @Test func `a run that failed goes on where it stopped, and does nothing twice`() throws {
    let pipeline = try Pipeline()
    pipeline.outside.change { $0.isBroken = true }
    #expect(throws: StageFailure.self) { try pipeline.run() }
    var runs = pipeline.outside.takeRuns()
    pipeline.outside.change { $0.isBroken = false }
    runs.merge(try pipeline.run(), uniquingKeysWith: +)
    // The source is looked at, the sum is made in memory, and the report failed once.
    #expect(runs == ["source": 2, "multiples": 1, "squares": 1, "sum": 2, "report": 2])
  }

  // MARK: - The deadline

  private func deadline(_ seconds: Double) -> Deadline {
    Deadline(
      "06:00", secondsLeft: { seconds },
      estimates: ["squares": 10, "report": 5, "multiples": 2], dropOrder: ["report", "squares"])
  }

  @Test(
    arguments: [
      (17, []), (16.5, ["report"]), (12, ["report"]), (11.5, ["report", "squares"]),
      (-3, ["report", "squares"]),
    ] as [(Double, [String])])
  func `as much is left out as it takes, in the declared order`(
    _ case: (seconds: Double, dropped: [String])
  ) {
    // 10 + 5 + 2 = 17 seconds of work.
    let remaining = ["multiples", "sum", "squares", "report"]
    #expect(deadline(`case`.seconds).dropped(of: remaining) == Set(`case`.dropped))
  }

  @Test func `what is done, or may not be left out, does not count`() {
    #expect(deadline(5).dropped(of: ["report"]) == [])
    #expect(deadline(-1).dropped(of: ["multiples"]) == [])
  }

  @Test func `a stage that is left out keeps its last artifact, and the run says so`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.source = 4 }
    // What is left before the multiples, the squares (15 s of work) and the report (5 s).
    let left = Mutex([100.0, 12, 3])
    pipeline.rules.deadline = Deadline(
      "06:00", secondsLeft: { left.withLock { $0.removeFirst() } },
      estimates: ["squares": 10, "report": 5], dropOrder: ["report", "squares"])
    #expect(try pipeline.run()["report"] == nil)
    #expect(pipeline.outcomes["report"] == .kept)
    #expect(pipeline.outcomes["squares"] == .made)
    #expect(pipeline.reason("report") == "it was left out for the run to be done by 06:00")
    pipeline.rules.deadline = nil
    #expect(try pipeline.run()["report"] == 1)
  }

  @Test func `a stage that was never made cannot be left out`() throws {
    let pipeline = try Pipeline()
    pipeline.rules.deadline = deadline(-1)
    #expect(try pipeline.run() == everything)
    #expect(pipeline.warnings.contains { $0.hasPrefix("report: it is made although") })
  }

  @Test func `what is there already takes none of the time that is left`() throws {
    let pipeline = try Pipeline()
    func stages(_ short: Int, _ long: Int) -> [any AnyStage] {
      let first = Stage<Numbers>("short", parameters: [short]) { _ in Numbers([short]) }
      let second = Stage<Numbers>("long", parameters: [long]) { _ in Numbers([long]) }
      let third = Stage<Numbers>("longer", from: second, parameters: [Int]()) { $1 }
      return [first, second, third]
    }
    try pipeline.run(stages(1, 1))
    pipeline.rules.deadline = Deadline(
      "06:00", secondsLeft: { 60 }, estimates: ["short": 5, "long": 30, "longer": 30],
      dropOrder: ["short"])
    try pipeline.run(stages(2, 1))
    #expect(pipeline.outcomes == ["short": .made, "long": .skipped, "longer": .skipped])
    // What has to be made, and what reads it, does.
    try pipeline.run(stages(3, 2))
    #expect(pipeline.outcomes == ["short": .kept, "long": .made, "longer": .made])
  }
}
