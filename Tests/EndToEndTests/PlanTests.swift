import FindieTestSupport
import Foundation
import Testing

extension Place {
  /// The options of a night, for another command.
  var options: [String] { Array(arguments.dropFirst(2)) }

  /// What a plan says: its exit status, and each stage's verdict and reason.
  func plan(_ more: String...) throws -> NightPlanSaid {
    let result = try findie(["plan", "nightly"] + options + more + ["--json"])
    try #require([0, 2].contains(result.status), "\(result.error)")
    return try NightPlanSaid(status: result.status, said: object(result.out))
  }

  /// Every file below the workspace and the reports, with its bytes and its time of change.
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

  /// The stages of some verdicts.
  func stages(_ verdicts: String...) -> Set<String> {
    Set(
      stages.filter { verdicts.contains($0["verdict"] as? String ?? "") }
        .compactMap { $0["stage"] as? String })
  }
}

/// What `findie plan` says, and what the night then does.
struct PlanTests {
  @Test func `a plan touches nothing, says what there is to do, and then that there is nothing`()
    throws
  {
    let place = try Place.withSmallWorld()
    let before = try place.plan()
    #expect(before.status == 2)
    #expect(before.reason("intake") == "1 file to read: interactions/first.ndjson")
    #expect(before.reason("matrix") == "never built")
    #expect(!FileManager.default.fileExists(atPath: place.workspace.path))
    try place.goodNight()
    let state = try place.state()
    let after = try place.plan()
    #expect(after.status == 0)
    #expect(after.stages("run", "mayRun") == [])
    #expect(try place.state() == state)
    let last = try #require(after.stage("matrix")?["last"] as? [String: Any])
    #expect(last["day"] as? String == "2026-04-01")
    #expect((last["counts"] as? [String: Int])?["players"] == 12)
  }

  @Test func `a changed parameter is named, and the night makes what the plan says`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    try place.folder.write("als: {rank: 3, iterations: 2}\n", to: "night.yaml")
    let plan = try place.plan()
    #expect(plan.status == 2)
    #expect(plan.reason("factors") == "parameter als.rank changed: 4 → 3")
    #expect(plan.verdict("matrix") == "skip")
    #expect(plan.reason("similar") == "input factors runs")
    let outcomes = try place.goodNight()
    let made = Set(outcomes.filter { $0.value == "built" }.keys)
    #expect(made == plan.stages("run", "check"))
    let record = try object(
      String(
        contentsOf: place.workspace.appending(path: "runs/2026-04-01/run.json"), encoding: .utf8))
    let stages = try #require(record["stages"] as? [[String: Any]])
    #expect(
      stages.first { $0["stage"] as? String == "factors" }?["reason"] as? String
        == "parameter als.rank changed: 4 → 3")
  }

  @Test func `a changed catalogue is foreseen without a change of the store`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    var games = SmallWorld.games
    games[0]["shortDescription"] = "a description that nobody wrote before"
    try place.put(games, in: "games.ndjson")
    let state = try place.state()
    let plan = try place.plan()
    #expect(try place.state() == state)
    #expect(plan.reason("catalogue-update") == "its files change the catalogue")
    #expect(plan.reason("matrix") == "input catalogue changed")
    let outcomes = try place.goodNight()
    #expect(
      Set(outcomes.filter { $0.value == "built" }.keys) == plan.stages("run", "check"))
  }

  @Test func `what was lost is named`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    try FileManager.default.removeItem(
      at: place.workspace.appending(path: "published/current/similar.ndjson"))
    let matrix = place.workspace.appending(path: "artifacts/matrix.artifact")
    try Data(contentsOf: matrix).dropLast(40).write(to: matrix)
    let plan = try place.plan()
    #expect(plan.reason("publish") == "its output is missing")
    #expect(plan.reason("matrix") == "its artifact is damaged")
    #expect(plan.verdict("factors") == "skip")
  }

  @Test func `a late file makes just the nights that it touches outdated`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight("--date", "2026-02-01")
    try place.goodNight("--date", "2026-03-01")
    // Day 45 is 2026-02-15.
    try place.put(
      [SmallWorld.interaction("late", player: "u1", game: "g1", day: 45)],
      in: "interactions/late.ndjson")
    let plan = try place.plan("--date", "2026-03-01")
    #expect(plan.status == 2)
    #expect(plan.reason("intake") == "1 file to read: interactions/late.ndjson")
    #expect(plan.verdict("matrix") == "mayRun")
    let taken = try place.findie([
      "ingest", "--input", "input", "--workspace", "workspace", "--parameters", "night.yaml",
    ])
    try #require(taken.status == 0, "\(taken.error)")
    let after = try place.plan("--date", "2026-03-01")
    #expect(after.reason("matrix")?.contains("input history changed") == true)
    #expect(after.outdated.map { $0["day"] as? String } == ["2026-03-01"])
    #expect(after.outdated.first?["changedDays"] as? [String] == ["2026-02-15"])
  }

  @Test func `a plan cannot read standard input`() throws {
    let place = try Place()
    let result = try place.findie(["plan", "nightly", "--input", "-"])
    #expect(result.status == 64)
  }
}
