import FindieTestSupport
import Foundation
import Testing

extension Sandbox {
  /// A night's options, for another command.
  var options: [String] { Array(arguments.dropFirst(2)) }

  /// The output of a plan: its exit status, and the decision and reason for each stage.
  func plan(_ more: String...) throws -> NightPlanSaid {
    let result = try findie(["plan", "nightly"] + options + more + ["--json"])
    try #require([0, 2].contains(result.status), "\(result.error)")
    return try NightPlanSaid(status: result.status, said: object(result.out))
  }

  /// All files of workspace and reports, with their bytes and modification times.
  func state() throws -> [String: String] {
    var state: [String: String] = [:]
    for root in ["workspace", "reports"] {
      let url = folder.url.appending(path: root)
      guard let paths = FileManager.default.subpaths(atPath: url.path) else { continue }
      for path in paths {
        let file = url.appending(path: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        state["\(root)/\(path)"] = "\(changed) \(attributes[.size] ?? 0)"
      }
    }
    return state
  }
}

struct NightPlanSaid {
  let status: Int32
  private let stages: [[String: Any]]
  let outdated: [[String: Any]]

  init(status: Int32, said: [String: Any]) throws {
    self.status = status
    stages = try #require(said["stages"] as? [[String: Any]])
    outdated = try #require(said["outdated"] as? [[String: Any]])
  }

  func stage(_ name: String) -> [String: Any]? { stages.first { $0["stage"] as? String == name } }
  func verdict(_ stage: String) -> String? { self.stage(stage)?["verdict"] as? String }
  func reason(_ stage: String) -> String? { self.stage(stage)?["reason"] as? String }

  /// The stages with some decisions.
  func stages(_ verdicts: String...) -> Set<String> {
    Set(
      stages.filter { verdicts.contains($0["verdict"] as? String ?? "") }
        .compactMap { $0["stage"] as? String })
  }
}

/// The output of `findie plan`, and what the night then does.
struct PlanTests {
  @Test func `a plan changes nothing and reports what there is to do`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld()
    let before = try sandbox.plan()
    #expect(before.status == 2)
    #expect(before.reason("intake") == "1 file to read: interactions/first.ndjson")
    #expect(before.reason("matrix") == "never built")
    #expect(!FileManager.default.fileExists(atPath: sandbox.workspace.path))
    try sandbox.runNight()
    let state = try sandbox.state()
    let after = try sandbox.plan()
    #expect(after.status == 0)
    #expect(after.stages("run", "mayRun") == [])
    #expect(try sandbox.state() == state)
    let last = try #require(after.stage("matrix")?["last"] as? [String: Any])
    #expect(last["day"] as? String == "2026-04-01")
    #expect((last["counts"] as? [String: Int])?["players"] == 12)
  }

  @Test func `a changed parameter is named, and the night does what the plan says`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try sandbox.folder.write("tuning: off\nals: {rank: 3, iterations: 2}\n", to: "night.yaml")
    let plan = try sandbox.plan()
    #expect(plan.status == 2)
    #expect(plan.reason("tuning") == "parameter als.rank changed: 4 → 3")
    // Whether its readers run depends on what it finds.
    #expect(plan.reason("trained-factors") == "depends on tuning, which has not run yet")
    #expect(plan.reason("factors") == "depends on trained-factors, which has not run yet")
    #expect(plan.verdict("matrix") == "skip")
    #expect(plan.reason("recommendations")?.contains("factors") == true)
    #expect(plan.verdict("similar") == "skip")
    let outcomes = try sandbox.runNight()
    let made = Set(outcomes.filter { $0.value == "built" }.keys)
    #expect(made.isSuperset(of: plan.stages("run", "check")))
    #expect(made.isSubset(of: plan.stages("run", "check", "mayRun")))
    let record = try object(
      String(
        contentsOf: sandbox.workspace.appending(path: "runs/2026-04-01/run.json"), encoding: .utf8))
    let stages = try #require(record["stages"] as? [[String: Any]])
    #expect(
      stages.first { $0["stage"] as? String == "tuning" }?["reason"] as? String
        == "parameter als.rank changed: 4 → 3")
  }

  @Test func `a changed catalogue is planned for without changing the store`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    var games = SmallWorld.games
    games[0]["shortDescription"] = "a description that nobody wrote before"
    try sandbox.put(games, in: "games.ndjson")
    let state = try sandbox.state()
    let plan = try sandbox.plan()
    #expect(try sandbox.state() == state)
    #expect(plan.reason("catalogue-update") == "its files change the catalogue")
    #expect(plan.reason("matrix") == "input catalogue changed")
    let made = Set(try sandbox.runNight().filter { $0.value == "built" }.keys)
    #expect(made.isSuperset(of: plan.stages("run", "check")))
    #expect(made.isSubset(of: plan.stages("run", "check", "mayRun")))
  }

  @Test func `missing files are named`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try FileManager.default.removeItem(
      at: sandbox.workspace.appending(path: "published/current/similar.ndjson"))
    let matrix = sandbox.workspace.appending(path: "artifacts/matrix.artifact")
    try Data(contentsOf: matrix).dropLast(40).write(to: matrix)
    let plan = try sandbox.plan()
    #expect(plan.reason("publish") == "its output is missing")
    #expect(plan.reason("matrix") == "its artifact is damaged")
    // It is skipped once the matrix was built again with the same content.
    #expect(plan.verdict("factors") == "mayRun")
    let outcomes = try sandbox.runNight()
    #expect(outcomes["matrix"] == "built")
    #expect(outcomes["factors"] == "skipped")
  }

  @Test func `a late file makes only the affected nights stale`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight("--date", "2026-02-01")
    try sandbox.runNight("--date", "2026-03-01")
    // Day 45 is 2026-02-15.
    try sandbox.put(
      [SmallWorld.interaction("late", player: "u1", game: "g1", day: 45)],
      in: "interactions/late.ndjson")
    let plan = try sandbox.plan("--date", "2026-03-01")
    #expect(plan.status == 2)
    #expect(plan.reason("intake") == "1 file to read: interactions/late.ndjson")
    #expect(plan.verdict("matrix") == "mayRun")
    let taken = try sandbox.findie([
      "ingest", "--input", "input", "--workspace", "workspace", "--parameters", "night.yaml",
    ])
    try #require(taken.status == 0, "\(taken.error)")
    let after = try sandbox.plan("--date", "2026-03-01")
    #expect(after.reason("matrix")?.contains("input history changed") == true)
    #expect(after.outdated.map { $0["day"] as? String } == ["2026-03-01"])
    #expect(after.outdated.first?["changedDays"] as? [String] == ["2026-02-15"])
  }

  @Test func `a plan cannot read standard input`() throws {
    let sandbox = try Sandbox()
    let result = try sandbox.findie(["plan", "nightly", "--input", "-"])
    #expect(result.status == 64)
  }
}
