import FindieBatch
import FindieTestSupport
import Foundation
import Testing

/// What a plan says that a run would do, and what the run then does.
struct PlanTests {
  /// That a run makes just what the plan says: no more, no less.
  private func expectKept(_ plan: Plan, by pipeline: Pipeline) throws {
    try pipeline.run()
    let made = Set(pipeline.outcomes.filter { $0.value == .made }.keys)
    let planned = Set(plan.verdicts.filter { $0.value != .skip }.keys)
    #expect(made == planned)
  }

  @Test func `before the first run everything is never made`() throws {
    let pipeline = try Pipeline()
    let plan = try pipeline.plan()
    #expect(plan.hasWork)
    #expect(plan.reason("multiples") == "never made")
    #expect(plan.reason("sum") == "report reads it")
    try expectKept(plan, by: pipeline)
  }

  @Test func `after a run there is nothing to do`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    let plan = try pipeline.plan()
    #expect(!plan.hasWork)
    #expect(
      plan.verdicts == [
        "source": .look, "multiples": .skip, "sum": .skip, "squares": .skip, "report": .skip,
      ])
    try expectKept(plan, by: pipeline)
  }

  @Test func `a changed parameter is named with both values`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    let plan = try pipeline.plan()
    #expect(plan.reason("squares") == "parameter power changed: 2 → 3")
    #expect(plan.reason("report") == "its input squares runs")
    #expect(plan.verdicts["multiples"] == .skip)
    try expectKept(plan, by: pipeline)
  }

  @Test func `a changed source is named where it is read`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.source = 4 }
    let plan = try pipeline.plan()
    #expect(plan.verdicts["source"] == .look)
    #expect(plan.reason("multiples") == "its input source changed")
    try expectKept(plan, by: pipeline)
  }

  @Test func `what hangs on a source that is not read yet may run`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.isUnread = true }
    let plan = try pipeline.plan()
    #expect(plan.hasWork)
    #expect(plan.reason("source") == "1 file to read: late.ndjson")
    #expect(
      plan.verdicts == [
        "source": .run, "multiples": .mayRun, "squares": .mayRun, "sum": .mayRun,
        "report": .mayRun,
      ])
  }

  @Test func `what runs whatever the source holds is said to run`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.isUnread = true }
    pipeline.power = 3
    let plan = try pipeline.plan()
    #expect(plan.verdicts["squares"] == .run)
    #expect(plan.reason("squares") == "parameter power changed: 2 → 3")
    #expect(plan.verdicts["multiples"] == .mayRun)
  }

  @Test func `another program, a cut-off file, a lost effect and a lost file are told apart`()
    throws
  {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.isThere = false }
    #expect(try pipeline.plan().reason("report") == "what it had made is not there any more")
    pipeline.outside.change { $0.isThere = true }

    let bytes = try Data(contentsOf: pipeline.artifact("squares"))
    try bytes.dropLast(20).write(to: pipeline.artifact("squares"))
    #expect(try pipeline.plan().reason("squares") == "its artifact is damaged")
    // Its content will be what it was.
    #expect(try pipeline.plan().verdicts["report"] == .skip)
    try FileManager.default.removeItem(at: pipeline.artifact("squares"))
    #expect(try pipeline.plan().reason("squares") == "never made")
    try bytes.write(to: pipeline.artifact("squares"))
    #expect(try !pipeline.plan().hasWork)

    pipeline.program = "findie 2"
    let reason = try pipeline.plan().reason("multiples")
    #expect(reason == "the program changed:  → findie 2")
  }

  @Test func `a raised format is named`() throws {
    let pipeline = try Pipeline()
    let old = Stage<Numbers>("numbers", parameters: [Int]()) { _ in Numbers([1]) }
    let new = Stage<NumbersInFormat2>("numbers", parameters: [Int]()) { _ in
      NumbersInFormat2(Numbers([2]))
    }
    try pipeline.run([old])
    let plan = try Planner(artifacts: pipeline.folder.url).plan([new])
    #expect(plan.stages[0].reasons.first == Reason(.format, from: "1", to: "2"))
  }

  @Test func `a plan changes no file and runs no stage`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    let before = try files(of: pipeline)
    _ = try pipeline.plan()
    #expect(try files(of: pipeline) == before)
    #expect(pipeline.outside.takeRuns() == [:])
  }

  private func files(of pipeline: Pipeline) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: pipeline.folder.url.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: pipeline.folder.url.appending(path: $0)))
      })
  }

  @Test func `the last run's seconds and counts stand beside each stage`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    var times = StageTimes()
    times.add(pipeline.manifestStages, of: "2026-01-01")
    let plan = try pipeline.plan(times: times)
    let squares = try #require(plan.stages.first { $0.stage == "squares" })
    #expect(squares.last?.counts == ["numbers": 3])
    #expect(squares.last?.day == "2026-01-01")
  }

  @Test func `a run that skips all forgets no times`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    var times = StageTimes()
    times.add(pipeline.manifestStages, of: "2026-01-01")
    try pipeline.run()
    times.add(pipeline.manifestStages, of: "2026-01-02")
    #expect(times.stages["squares"]?.day == "2026-01-01")
    #expect(times.stages["source"]?.day == "2026-01-02")
    let file = pipeline.folder.url.appending(path: "last.json")
    try times.write(to: file)
    #expect(StageTimes(file: file) == times)
  }

  @Test func `parameters of several kinds are told apart by their names`() throws {
    struct Training: Encodable {
      var rank = 64
      var regularization = 0.05
    }
    func stage(_ training: Training, rule: String) -> any AnyStage {
      Stage<Numbers>(
        "numbers", parameters: ["als": training, "rule": rule, "k": [1, 2]] as NamedParameters
      ) { _ in Numbers([1]) }
    }
    let pipeline = try Pipeline()
    try pipeline.run([stage(Training(), rule: "checked")])
    let changed = stage(Training(rank: 32, regularization: 0.1), rule: "anyway")
    let plan = try Planner(artifacts: pipeline.folder.url).plan([changed])
    #expect(
      plan.stages[0].reasons == [
        Reason(.parameter, "als.rank", from: "64", to: "32"),
        Reason(.parameter, "als.regularization", from: "0.05", to: "0.1"),
        Reason(.parameter, "rule", from: "checked", to: "anyway"),
      ])
  }
}
