import FindieWorkspace
import FindieTestSupport
import Foundation
import Testing

/// What a plan predicts, and what the run then does.
struct PlanTests {
  /// Expects a run to build exactly the stages that the plan names.
  private func expectMatch(_ plan: Plan, by pipeline: Pipeline) throws {
    try pipeline.run()
    let built = Set(pipeline.outcomes.filter { $0.value == .built }.keys)
    let planned = Set(plan.verdicts.filter { $0.value != .skip }.keys)
    #expect(built == planned)
  }

  @Test func `before the first run every stage was never built`() throws {
    let pipeline = try Pipeline()
    let plan = try pipeline.plan()
    #expect(plan.hasWork)
    #expect(plan.reason("multiples") == "never built")
    #expect(plan.reason("sum") == "report reads it")
    try expectMatch(plan, by: pipeline)
  }

  @Test func `after a run there is nothing to do`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    let plan = try pipeline.plan()
    #expect(!plan.hasWork)
    #expect(
      plan.verdicts == [
        "source": .check, "multiples": .skip, "sum": .skip, "squares": .skip, "report": .skip,
      ])
    try expectMatch(plan, by: pipeline)
  }

  @Test func `a changed parameter is shown with both values`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    let plan = try pipeline.plan()
    #expect(plan.reason("squares") == "parameter power changed: 2 → 3")
    #expect(plan.reason("report") == "depends on squares, which has not run yet")
    #expect(plan.verdicts["multiples"] == .skip)
    try expectMatch(plan, by: pipeline)
  }

  @Test func `a changed source is named by the stages that read it`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.source = 4 }
    let plan = try pipeline.plan()
    #expect(plan.verdicts["source"] == .check)
    #expect(plan.reason("multiples") == "input source changed")
    try expectMatch(plan, by: pipeline)
  }

  @Test func `stages that depend on an unread source may run`() throws {
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

  @Test func `a stage that runs whatever the source holds is planned to run`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.isUnread = true }
    pipeline.power = 3
    let plan = try pipeline.plan()
    #expect(plan.verdicts["squares"] == .run)
    #expect(plan.reason("squares") == "parameter power changed: 2 → 3")
    #expect(plan.verdicts["multiples"] == .mayRun)
  }

  @Test
  func `another program, a truncated file, a missing effect and a missing file are distinguished`()
    throws
  {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.isThere = false }
    #expect(try pipeline.plan().reason("report") == "its output is missing")
    pipeline.outside.change { $0.isThere = true }

    let bytes = try Data(contentsOf: pipeline.artifact("squares"))
    try bytes.dropLast(20).write(to: pipeline.artifact("squares"))
    #expect(try pipeline.plan().reason("squares") == "its artifact is damaged")
    #expect(try pipeline.plan().verdicts["report"] == .mayRun)
    try FileManager.default.removeItem(at: pipeline.artifact("squares"))
    #expect(try pipeline.plan().reason("squares") == "never built")
    try bytes.write(to: pipeline.artifact("squares"))
    #expect(try !pipeline.plan().hasWork)

    pipeline.program = "findie 2"
    let reason = try pipeline.plan().reason("multiples")
    #expect(reason == "the program changed:  → findie 2")
  }

  @Test func `a changed format is named`() throws {
    let pipeline = try Pipeline()
    let old = Stage<Numbers>("numbers", parameters: [Int]()) { _ in Numbers([1]) }
    let new = Stage<NumbersInFormat2>("numbers", parameters: [Int]()) { _ in
      NumbersInFormat2(Numbers([2]))
    }
    try pipeline.run([old])
    let plan = try Planner(artifacts: pipeline.folder.url).plan([new])
    #expect(plan.stages[0].reasons.first == StageReason(.formatChanged, from: "1", to: "2"))
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

  @Test func `each stage shows the seconds and counts of its last run`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    var times = StageTimes()
    times.add(pipeline.manifestStages, of: "2026-01-01")
    let plan = try pipeline.plan(times: times)
    let squares = try #require(plan.stages.first { $0.stage == "squares" })
    #expect(squares.last?.counts == ["numbers": 3])
    #expect(squares.last?.day == "2026-01-01")
  }

  @Test func `a run that skips all stages keeps their times`() throws {
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

  @Test func `parameters of several types are distinguished by name`() throws {
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
        StageReason(.parameterChanged, "als.rank", from: "64", to: "32"),
        StageReason(.parameterChanged, "als.regularization", from: "0.05", to: "0.1"),
        StageReason(.parameterChanged, "rule", from: "checked", to: "anyway"),
      ])
  }
}
