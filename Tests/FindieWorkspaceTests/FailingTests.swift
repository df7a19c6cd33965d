import FindieWorkspace
import FindieTestSupport
import Foundation
import Testing

/// A stage that fails, and a run that is stopped.
struct FailingTests {
  @Test func `a failing stage is named with its cause`() throws {
    let pipeline = try Pipeline()
    pipeline.outside.change { $0.isBroken = true }
    let failure = #expect(throws: StageFailure.self) { try pipeline.run() }
    #expect(failure?.description == "Stage report failed: the printer is out of paper")
    #expect(failure?.cause is Broken)
  }

  @Test func `a failing stage is recorded with its message`() throws {
    let pipeline = try Pipeline()
    pipeline.outside.change { $0.isBroken = true }
    #expect(throws: StageFailure.self) { try pipeline.run() }
    #expect(pipeline.outcomes["report"] == .failed)
    #expect(pipeline.reason("report") == "the printer is out of paper")
  }

  @Test func `stages built before a failure are not rebuilt`() throws {
    let pipeline = try Pipeline()
    pipeline.outside.change { $0.isBroken = true }
    #expect(throws: StageFailure.self) { try pipeline.run() }
    _ = pipeline.outside.takeRuns()
    pipeline.outside.change { $0.isBroken = false }
    #expect(try pipeline.run() == ["source": 1, "sum": 1, "report": 1])
  }

  @Test func `a failing stage leaves no artifact`() throws {
    let pipeline = try Pipeline()
    pipeline.outside.change { $0.isBroken = true }
    #expect(throws: StageFailure.self) { try pipeline.run() }
    let names = try FileManager.default.contentsOfDirectory(atPath: pipeline.folder.url.path)
    #expect(names.sorted() == ["multiples.artifact", "squares.artifact"])
  }

  @Test func `a failure of a stage that is built for a reader names the failed stage`() throws {
    let pipeline = try Pipeline()
    let sum = Stage<Sum>("sum", parameters: [Int]()) { _ in throw Broken() }
    let numbers = Stage<Numbers>("numbers", from: sum, parameters: [Int]()) { Numbers([$1.value]) }
    let failure = #expect(throws: StageFailure.self) { try pipeline.run([sum, numbers]) }
    #expect(failure?.stage == "sum")
    #expect(pipeline.outcomes["sum"] == .failed)
  }

  @Test func `a stop between stages is thrown unchanged`() throws {
    let pipeline = try Pipeline()
    pipeline.outside.change { $0.isStopping = true }
    #expect(throws: Stopped.self) { try pipeline.run() }
    #expect(pipeline.manifestStages.isEmpty)
  }

  @Test func `a stop inside a stage is thrown unchanged, and the next run continues`() throws {
    let pipeline = try Pipeline()
    let outside = pipeline.outside
    let first = Stage<Numbers>("first", parameters: [Int]()) { _ in
      outside.count("first")
      return Numbers([1])
    }
    let second = Stage<Numbers>("second", from: first, parameters: [Int]()) { context, first in
      if outside.now.isBroken {
        outside.change { $0.isStopping = true }
      }
      let progress = context.progress(total: 1, unit: "numbers")
      try progress(1)
      outside.count("second")
      return first
    }
    outside.change { $0.isBroken = true }
    #expect(throws: Stopped.self) { try pipeline.run([first, second]) }
    #expect(outside.takeRuns() == ["first": 1])
    outside.change { $0.isBroken = false }
    outside.change { $0.isStopping = false }
    #expect(try pipeline.run([first, second]) == ["second": 1])
  }

  @Test func `a stopped run says to run the same command again`() {
    #expect(Stopped().description.contains("run the same command again"))
  }

  @Test func `a stage that precedes its inputs is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let pipeline = try Pipeline()
      try pipeline.run(pipeline.stages.reversed())
    }
  }

  @Test func `two stages with one name are a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let pipeline = try Pipeline()
      try pipeline.run(pipeline.stages + pipeline.stages)
    }
  }
}
