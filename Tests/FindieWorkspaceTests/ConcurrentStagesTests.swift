import FindieWorkspace
import FindieTestSupport
import FindieWorkers
import Foundation
import Synchronization
import Testing

/// Stages that run at the same time.
struct ConcurrentStagesTests {
  /// Runs stages on two threads, two at a time.
  private func run(
    _ pipeline: Pipeline, _ stages: [any AnyStage], maximumConcurrentStages: Int = 2
  ) throws -> [StageRecord] {
    pipeline.workers = Workers(threads: 2)
    pipeline.rules.maximumConcurrentStages = maximumConcurrentStages
    try pipeline.run(stages)
    return pipeline.manifestStages
  }

  private func numbers(
    _ name: String, _ body: @escaping @Sendable () throws -> [Int] = { [1] }
  ) -> Stage<Numbers> {
    Stage(name, parameters: [Int]()) { _ in Numbers(try body()) }
  }

  @Test func `independent stages run at the same time`() throws {
    let crowd = Crowd()
    let stages = ["left", "right"].map { name in
      numbers(name) {
        crowd.meet()
        return [1]
      }
    }
    let pipeline = try Pipeline()
    _ = try run(pipeline, stages)
    #expect(crowd.most == 2)
    #expect(try pipeline.numbers("left") == [1])
    #expect(try pipeline.numbers("right") == [1])
  }

  @Test func `stages run one at a time if the rules say so`() throws {
    let crowd = Crowd()
    let stages = ["a", "b", "c"].map { name in
      numbers(name) {
        crowd.stay(seconds: 0.02)
        return [1]
      }
    }
    _ = try run(try Pipeline(), stages, maximumConcurrentStages: 1)
    #expect(crowd.most == 1)
  }

  @Test func `large stages run one at a time, others beside them`() throws {
    let (crowd, large) = (Crowd(), Crowd())
    let stages = ["a", "b", "c"].map { name in
      Stage<Numbers>(name, parameters: [Int](), isLarge: true) { _ in
        large.stay(seconds: 0.02)
        if name == "a" { crowd.meet() }
        return Numbers([1])
      }
    }
    let small = numbers("small") {
      crowd.meet()
      return [1]
    }
    _ = try run(try Pipeline(), stages + [small])
    #expect(large.most == 1)
    #expect(crowd.most == 2)
  }

  @Test func `a stage's record has the processor time of the process`() throws {
    let records = try run(try Pipeline(), [numbers("a"), numbers("b")], maximumConcurrentStages: 1)
    let (a, b) = (records[0].cpuSecondsOfProcess, records[1].cpuSecondsOfProcess)
    #expect(try #require(a).upperBound <= #require(b).lowerBound)
    #expect(try #require(b).upperBound <= Resources.used.cpuSeconds)
  }

  @Test func `a stage waits for its inputs, and the results equal those of a sequential run`()
    throws
  {
    let (one, two) = (try Pipeline(), try Pipeline())
    try one.run()
    let records = try run(two, two.stages)
    #expect(Set(records.map(\.stage)) == Set(one.manifestStages.map(\.stage)))
    for stage in ["multiples", "squares", "report"] {
      #expect(
        try Data(contentsOf: one.artifact(stage)) == Data(contentsOf: two.artifact(stage)))
    }
  }

  @Test func `an artifact that several stages read at once is built once`() throws {
    for _ in 0..<20 {
      let pipeline = try Pipeline()
      let outside = pipeline.outside
      let sum = Stage<Sum>("sum", parameters: [Int]()) { _ in
        outside.count("sum")
        Thread.sleep(forTimeInterval: 0.01)
        return Sum(value: 7)
      }
      let readers = ["a", "b", "c"].map {
        Stage<Numbers>($0, from: sum, parameters: [Int]()) { Numbers([$1.value]) }
      }
      pipeline.workers = Workers(threads: 3)
      pipeline.rules.maximumConcurrentStages = 3
      #expect(try pipeline.run([sum] + readers) == ["sum": 1])
    }
  }

  @Test func `what a stage needs is built while it waits, if it is certain to run`() throws {
    let crowd = Crowd()
    let pipeline = try Pipeline()
    let outside = pipeline.outside
    let slow = numbers("slow") {
      crowd.meet()
      return [1]
    }
    let sum = Stage<Sum>("sum", parameters: [Int]()) { _ in
      outside.count("sum")
      crowd.meet()
      return Sum(value: 7)
    }
    let reader = Stage<Numbers>("reader", from: slow, sum, parameters: [Int]()) { _, slow, sum in
      Numbers(slow.values + [sum.value])
    }
    _ = try run(pipeline, [slow, sum, reader])
    #expect(crowd.most == 2)
    #expect(try pipeline.numbers("reader") == [1, 7])
    // The reader is up to date whatever the slow stage finds, as long as that is the same.
    let again = Stage<Numbers>("slow", parameters: [2]) { _ in
      Thread.sleep(forTimeInterval: 0.1)
      return Numbers([1])
    }
    let same = Stage<Numbers>("reader", from: again, sum, parameters: [Int]()) { _, slow, sum in
      Numbers(slow.values + [sum.value])
    }
    #expect(try pipeline.run([again, sum, same])["sum"] == nil)
    #expect(pipeline.outcomes["reader"] == .skipped)
  }

  @Test func `a stage with an external effect starts after all stages before it`()
    throws
  {
    let isSlowDone = Atomic(false)
    let slow = numbers("slow") {
      Thread.sleep(forTimeInterval: 0.1)
      isSlowDone.store(true, ordering: .releasing)
      return [1]
    }
    let publish = Stage<Numbers>("publish", parameters: [Int](), isStillThere: { _ in true }) {
      context in
      Numbers([isSlowDone.load(ordering: .acquiring) ? 1 : 0, context.records.count])
    }
    let pipeline = try Pipeline()
    _ = try run(pipeline, [slow, publish])
    #expect(try pipeline.numbers("publish") == [1, 1])
  }

  @Test func `after a failure running stages finish, and no other starts`()
    throws
  {
    let crowd = Crowd()
    let bad = numbers("bad") {
      crowd.meet()
      throw Broken()
    }
    let good = numbers("good") {
      crowd.meet()
      Thread.sleep(forTimeInterval: 0.1)
      return [1]
    }
    let later = Stage<Numbers>("later", from: good, parameters: [Int]()) { $1 }
    let pipeline = try Pipeline()
    let failure = #expect(throws: StageFailure.self) { try run(pipeline, [bad, good, later]) }
    #expect(failure?.stage == "bad")
    #expect(pipeline.outcomes == ["bad": .failed, "good": .built])
    #expect(try pipeline.numbers("good") == [1])
  }

  @Test func `a stage that waits for an input in another lane fails with it`() throws {
    let outside = Outside()
    let sum = Stage<Sum>("sum", parameters: [Int]()) { _ in
      outside.count("sum")
      Thread.sleep(forTimeInterval: 0.05)
      throw Broken()
    }
    let readers = ["a", "b"].map {
      Stage<Numbers>($0, from: sum, parameters: [Int]()) { Numbers([$1.value]) }
    }
    let pipeline = try Pipeline()
    let failure = #expect(throws: StageFailure.self) { try run(pipeline, [sum] + readers) }
    #expect(failure?.stage == "sum")
    #expect(pipeline.outcomes["sum"] == .failed)
    #expect(pipeline.outcomes["a"] == nil && pipeline.outcomes["b"] == nil)
  }

  @Test func `a stop ends all lanes`() throws {
    let pipeline = try Pipeline()
    let outside = pipeline.outside
    let crowd = Crowd()
    let stages = ["a", "b"].map { name in
      Stage<Numbers>(name, parameters: [Int]()) { context in
        crowd.meet()
        outside.change { $0.isStopping = true }
        try context.progress(total: 1, unit: "numbers")(1)
        return Numbers([1])
      }
    }
    #expect(throws: Stopped.self) { try run(pipeline, stages) }
    #expect(pipeline.outcomes.isEmpty)
  }

  @Test func `processor time is divided among stages that run at the same time`() throws {
    let crowd = Crowd()
    let stages = ["a", "b"].map { name in
      numbers(name) {
        crowd.meet()
        return [(0..<3_000_000).reduce(0) { $0 ^ ($1 &* 31) }]
      }
    }
    let before = Resources.used.cpuSeconds
    let records = try run(try Pipeline(), stages)
    let all = Resources.used.cpuSeconds - before
    #expect(records.allSatisfy { $0.cpuSeconds > 0 })
    #expect(records.reduce(0) { $0 + $1.cpuSeconds } <= all + 1e-6)
  }
}
