import FindieTestSupport
import Foundation
import Testing

/// Nights that tune the parameters of their models.
struct TuningNightTests {
  /// A generated world, and a workspace with its night of Friday, 2026-01-30.
  private struct World {
    let sandbox: Sandbox

    init(_ yaml: String = "als: {rank: 8, iterations: 2}\n") throws {
      sandbox = try Sandbox()
      try sandbox.folder.write(yaml, to: "night.yaml")
      let generated = try sandbox.findie([
        "generate", "--output", "input", "--players", "400", "--games", "120", "--days", "40",
        "--seed", "5", "--first-day", "2026-01-01",
      ])
      try #require(generated.status == 0, "\(generated.error)")
      try sandbox.runNight("--date", "2026-01-30")
    }

    /// The stage's record of a night.
    func tuning(_ day: String) throws -> [String: Any] {
      let record = try object(
        String(
          contentsOf: sandbox.workspace.appending(path: "runs/\(day)/run.json"), encoding: .utf8))
      let stages = try #require(record["stages"] as? [[String: Any]])
      return try #require(stages.first { $0["stage"] as? String == "tuning" })
    }

    func recorded(_ day: String) throws -> NSDictionary {
      let recipe = try object(
        String(
          contentsOf: sandbox.workspace.appending(path: "runs/\(day)/recipe.json"),
          encoding: .utf8))
      return NSDictionary(dictionary: try #require(recipe["tuning"] as? [String: Any]))
    }
  }

  @Test func `the first night and each Monday tune, other nights keep what was adopted`() throws {
    let world = try World()
    let first = try world.recorded("2026-01-30")
    #expect(first["day"] as? String == "2026-01-30")
    #expect((first["trials"] as? [Any])?.isEmpty == false)
    try world.sandbox.runNight("--date", "2026-01-31")
    #expect(try world.recorded("2026-01-31") == first)
    // 2026-02-02 is a Monday.
    try world.sandbox.runNight("--date", "2026-02-02")
    #expect(try world.recorded("2026-02-02")["day"] as? String == "2026-02-02")
    // Other configured parameters end what was adopted for the earlier ones.
    try world.sandbox.folder.write("als: {rank: 9, iterations: 2}\n", to: "night.yaml")
    try world.sandbox.runNight("--date", "2026-02-03")
    #expect(try world.recorded("2026-02-03")["day"] as? String == "2026-02-03")
  }

  @Test func `a reproduction uses the recorded parameters`() throws {
    let world = try World()
    try world.sandbox.runNight("--date", "2026-01-31")
    let reproduced = try world.sandbox.findie([
      "reproduce", "2026-01-31", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
  }

  @Test func `tuning off keeps the configured parameters`() throws {
    let world = try World("tuning: off\nals: {rank: 8, iterations: 2}\n")
    let recorded = try world.recorded("2026-01-30")
    #expect(recorded["day"] == nil)
    #expect((recorded["trials"] as? [Any])?.isEmpty == true)
    #expect(recorded["adopted"] as? NSDictionary == recorded["given"] as? NSDictionary)
    let counts = try #require(try world.tuning("2026-01-30")["counts"] as? [String: Int])
    #expect(counts == ["trials": 0, "adopted": 0])
  }

  @Test func `forgetting a player discards what was adopted`() throws {
    let world = try World()
    let key = ["FINDIE_KEY": "0123456789abcdef0123456789abcdef"]
    let forgotten = try Binary.run(
      ["forget", "p1", "--workspace", "workspace"], in: world.sandbox.folder.url,
      environment: key)
    try #require(forgotten.status == 0, "\(forgotten.error)")
    let night = try Binary.run(
      world.sandbox.arguments + ["--date", "2026-01-31"], in: world.sandbox.folder.url,
      environment: key)
    try #require(night.status == 0, "\(night.error)")
    #expect(try world.recorded("2026-01-31")["day"] as? String == "2026-01-31")
  }
}
