import FindieBatch
import Foundation
import Testing

/// Which stages run where some are asked for.
struct SelectionTests {
  private func selected(_ selection: StageSelection) throws -> Set<String>? {
    try selection.chosen(of: Pipeline().stages).selected
  }

  @Test func `plus signs stand for what is read and for what reads`() throws {
    // source → multiples → sum → report; multiples → squares → report.
    #expect(try selected(StageSelection()) == nil)
    #expect(try selected(StageSelection(only: ["squares"])) == ["squares"])
    #expect(
      try selected(StageSelection(only: ["+squares"])) == ["source", "multiples", "squares"])
    #expect(try selected(StageSelection(only: ["squares+"])) == ["squares", "report"])
    #expect(
      try selected(StageSelection(only: ["+sum+"])) == ["source", "multiples", "sum", "report"])
    #expect(
      try selected(StageSelection(only: ["sum, squares", "source"]))
        == ["sum", "squares", "source"])
  }

  @Test func `from, until and exclude take away`() throws {
    #expect(try selected(StageSelection(until: ["sum"])) == ["source", "multiples", "sum"])
    #expect(
      try selected(StageSelection(from: ["multiples"]))
        == ["multiples", "sum", "squares", "report"])
    #expect(
      try selected(StageSelection(from: ["multiples"], until: ["squares"]))
        == ["multiples", "squares"])
    #expect(
      try selected(StageSelection(exclude: ["squares+"])) == ["source", "multiples", "sum"])
    #expect(
      try selected(StageSelection(only: ["+report"], exclude: ["report"]))
        == ["source", "multiples", "sum", "squares"])
  }

  @Test func `an unknown name suggests the near one`() throws {
    let error = #expect(throws: SelectionProblem.self) {
      try selected(StageSelection(only: ["+squers"]))
    }
    #expect(error?.description == "there is no stage 'squers', did you mean squares?")
    let other = #expect(throws: SelectionProblem.self) {
      try selected(StageSelection(force: ["everything"]))
    }
    #expect(other?.description.contains("source, multiples, sum, squares, report") == true)
  }

  @Test func `what is forced with its readers is made as far as it is selected`() throws {
    let pipeline = try Pipeline()
    let chosen = try StageSelection(until: ["squares"], force: ["squares+"])
      .chosen(of: pipeline.stages)
    #expect(chosen.holds("squares") && chosen.forced.contains("squares"))
    #expect(!chosen.holds("report"))
  }

  @Test(arguments: [
    (StageSelection(only: ["squares"], exclude: ["squares"]), "no stage is left"),
    (StageSelection(only: [""]), "name is empty"),
    (StageSelection(only: ["squares,"]), "name is empty"),
    (StageSelection(exclude: ["squares+"], force: ["report"]), "report is to be made again"),
    (StageSelection(until: ["squares"], force: ["report"]), "report is to be made again"),
  ])
  func `a selection that means nothing is refused`(of: (selection: StageSelection, says: String)) {
    let error = #expect(throws: SelectionProblem.self) { try selected(of.selection) }
    #expect(error?.description.contains(of.says) == true)
  }

  @Test func `what is not selected is taken from its artifact where that is right`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    #expect(try pipeline.run(StageSelection(only: ["squares", "report"]))["multiples"] == nil)
    #expect(pipeline.reason("multiples") == "not selected, and its artifact is right")
    #expect(try pipeline.numbers("report") == [60, 1000, 8000, 27000])
  }

  @Test func `nothing stale is read: the stage that would is refused and names it`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    let error = #expect(throws: StaleInput.self) {
      try pipeline.run(StageSelection(exclude: ["squares"]))
    }
    #expect(error?.stage == "report")
    #expect(error?.inputs.map(\.stage) == ["squares"])
    #expect(error?.description.contains("parameter power changed: 2 → 3") == true)
    #expect(try pipeline.numbers("report") == [60, 100, 400, 900])
    let plan = try pipeline.plan(StageSelection(exclude: ["squares"]))
    #expect(plan.verdicts["report"] == .refused)
  }

  @Test func `nothing stale is read through what is made when read`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.factor = 20
    let error = #expect(throws: StaleInput.self) {
      try pipeline.run(StageSelection(only: ["squares+"], exclude: ["squares"]))
    }
    #expect(error?.inputs.map(\.stage) == ["sum", "squares"])
  }

  @Test func `a source that has something new and is not selected is refused where it is read`()
    throws
  {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.isUnread = true }
    let error = #expect(throws: StaleInput.self) {
      try pipeline.run(StageSelection(exclude: ["source"]))
    }
    #expect(error?.inputs.map(\.why) == ["1 file to read: late.ndjson"])
    #expect(pipeline.outside.takeRuns() == [:])
  }

  @Test func `a selected stage whose artifact is right stays, also beside what is stale`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    #expect(try pipeline.run(StageSelection(only: ["multiples"])) == [:])
    #expect(
      pipeline.reason("squares") == "not selected, and stale: parameter power changed: 2 → 3")
  }

  @Test func `a forced stage is made again, and what reads it is not`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    #expect(try pipeline.run(StageSelection(force: ["squares"])) == ["source": 1, "squares": 1])
    #expect(pipeline.reason("squares") == "asked for by --force")
    #expect(
      try pipeline.plan(StageSelection(force: ["squares"])).verdicts["squares"] == .run)
  }

  @Test(arguments: [("squares", "squers", 2), ("matrix", "matrix", 0), ("", "abc", 3)])
  func `the distance of two names is the least number of edits`(
    _ case: (left: String, right: String, distance: Int)
  ) {
    #expect(NearestName.distance(`case`.left, `case`.right) == `case`.distance)
    #expect(NearestName.distance(`case`.right, `case`.left) == `case`.distance)
  }
}
