import FindieWorkspace
import Foundation
import Testing

/// Runs of selected stages.
struct SelectionTests {
  private func selected(_ selection: StageSelection) throws -> Set<String>? {
    try selection.chosen(of: Pipeline().stages).selected
  }

  @Test func `plus signs add the inputs or the readers`() throws {
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

  @Test func `from, until and exclude restrict the selection`() throws {
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

  @Test func `an unknown name gives a suggestion`() throws {
    let error = #expect(throws: WorkspaceFailure.self) {
      try selected(StageSelection(only: ["+squers"]))
    }
    #expect(error?.description == "There is no stage 'squers', did you mean squares?")
    let other = #expect(throws: WorkspaceFailure.self) {
      try selected(StageSelection(force: ["everything"]))
    }
    #expect(other?.description.contains("source, multiples, sum, squares, report") == true)
  }

  @Test func `forced readers are built only if they are selected`() throws {
    let pipeline = try Pipeline()
    let chosen = try StageSelection(until: ["squares"], force: ["squares+"])
      .chosen(of: pipeline.stages)
    #expect(chosen.contains("squares") && chosen.forced.contains("squares"))
    #expect(!chosen.contains("report"))
  }

  @Test(arguments: [
    (StageSelection(only: ["squares"], exclude: ["squares"]), "No stage matches"),
    (StageSelection(only: [""]), "name is empty"),
    (StageSelection(only: ["squares,"]), "name is empty"),
    (StageSelection(exclude: ["squares+"], force: ["report"]), "report is named in --force"),
    (StageSelection(until: ["squares"], force: ["report"]), "report is named in --force"),
  ])
  func `a selection that cannot be used is refused`(of: (selection: StageSelection, says: String)) {
    let error = #expect(throws: WorkspaceFailure.self) { try selected(of.selection) }
    #expect(error?.description.contains(of.says) == true)
  }

  @Test func `a stage that is not selected keeps its artifact if that is up to date`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    #expect(try pipeline.run(StageSelection(only: ["squares", "report"]))["multiples"] == nil)
    #expect(pipeline.reason("multiples") == "not selected, and up to date")
    #expect(try pipeline.numbers("report") == [60, 1000, 8000, 27000])
  }

  @Test func `a stage that would read an input that is out of date is refused and names it`() throws
  {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    let error = #expect(throws: WorkspaceFailure.self) {
      try pipeline.run(StageSelection(exclude: ["squares"]))
    }
    #expect(error?.description.hasPrefix("Stage report cannot run: ") == true)
    #expect(error?.staleInputs?.map(\.stage) == ["squares"])
    #expect(error?.description.contains("parameter power changed: 2 → 3") == true)
    #expect(try pipeline.numbers("report") == [60, 100, 400, 900])
    let plan = try pipeline.plan(StageSelection(exclude: ["squares"]))
    #expect(plan.verdicts["report"] == .refused)
  }

  @Test func `an input that is out of date is not read through an on-demand stage`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.factor = 20
    let error = #expect(throws: WorkspaceFailure.self) {
      try pipeline.run(StageSelection(only: ["squares+"], exclude: ["squares"]))
    }
    #expect(error?.staleInputs?.map(\.stage) == ["sum", "squares"])
  }

  @Test func `a changed source that is not selected is refused by the stages that read it`()
    throws
  {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.outside.change { $0.isUnread = true }
    let error = #expect(throws: WorkspaceFailure.self) {
      try pipeline.run(StageSelection(exclude: ["source"]))
    }
    #expect(error?.staleInputs?.map(\.why) == ["1 file to read: late.ndjson"])
    #expect(pipeline.outside.takeRuns() == [:])
  }

  @Test func `a selected stage that is up to date is skipped, also next to a stale one`()
    throws
  {
    let pipeline = try Pipeline()
    try pipeline.run()
    pipeline.power = 3
    #expect(try pipeline.run(StageSelection(only: ["multiples"])) == [:])
    #expect(
      pipeline.reason("squares") == "not selected, and out of date: parameter power changed: 2 → 3")
  }

  @Test func `a forced stage is rebuilt, and its readers are not`() throws {
    let pipeline = try Pipeline()
    try pipeline.run()
    #expect(try pipeline.run(StageSelection(force: ["squares"])) == ["source": 1, "squares": 1])
    #expect(pipeline.reason("squares") == "forced by --force")
    #expect(
      try pipeline.plan(StageSelection(force: ["squares"])).verdicts["squares"] == .run)
  }

  @Test(arguments: [
    ("squares", "squers", 2), ("matrix", "matrix", 0), ("", "abc", 3),
    ("undertale", "undertael", 1), ("ab", "ba", 1), ("ca", "abc", 3),
  ])
  func `the distance of two names is the minimum number of edits`(
    _ case: (left: String, right: String, distance: Int)
  ) {
    #expect(NearestName.distance(`case`.left, `case`.right) == `case`.distance)
    #expect(NearestName.distance(`case`.right, `case`.left) == `case`.distance)
  }
}

extension WorkspaceFailure {
  fileprivate var staleInputs: [(stage: String, why: String)]? {
    if case .staleInput(_, let inputs) = self { inputs } else { nil }
  }
}
