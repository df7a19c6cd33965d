import FindieTestSupport
import Foundation
import Testing

/// Nights that reuse the lists of players for whom nothing changed.
struct ReusedListsNightTests {
  private static func world() throws -> Sandbox {
    try .withGeneratedWorld(nights: "2026-01-27", "2026-01-28")
  }

  private static func reused(_ sandbox: Sandbox, _ day: String) throws -> Int {
    let file = sandbox.workspace.appending(path: "runs/\(day)/run.json")
    let run = try object(String(contentsOf: file, encoding: .utf8))
    let stages = try #require(run["stages"] as? [[String: Any]])
    let stage = try #require(stages.first { $0["stage"] as? String == "recommendations" })
    return try #require((stage["counts"] as? [String: Any])?["reused"] as? Int)
  }

  /// The answer of `findie verify --recompute 100%`.
  private static func recomputed(_ sandbox: Sandbox) throws -> (status: Int32, [String: Any]) {
    let result = try sandbox.findie([
      "verify", "--workspace", "workspace", "--reports", "reports", "--recompute", "100%", "--json",
    ])
    let answer = try object(result.out)
    return (result.status, try #require(answer["recomputed"] as? [String: Any]))
  }

  @Test func `each list is the one that its night's models and data give`() throws {
    let world = try Self.world()
    // A late file, a withdrawn game, a player with new limits.
    let before = try world.list("recommendations")
    let late = try #require(before.first?["userId"] as? String)
    let games = try lines(of: world.input.appending(path: "games.ndjson"))
    let known = try #require(games.compactMap { $0["id"] as? String }.last)
    try world.put(
      [SmallWorld.interaction("late", player: late, game: known, day: 26)],
      in: "interactions/late.ndjson")
    let shown = try #require(before.last?["games"] as? [[String: Any]])
    let withdrawn = try #require(shown.first?["gameId"] as? String)
    try world.put(
      games.filter { $0["id"] as? String == withdrawn }.map {
        $0.merging(["isActive": false, "updatedAt": "2026-01-28T00:00:00Z"]) { $1 }
      }, in: "games-z.ndjson")
    for day in ["2026-01-29", "2026-01-30"] {
      try world.runNight("--date", day)
      #expect(try Self.reused(world, day) > 40)
      let (status, lists) = try Self.recomputed(world)
      #expect(status == 0)
      #expect(lists["lists"] as? Int == (try world.list("recommendations").count))
      #expect(try lists["reused"] as? Int == Self.reused(world, day))
      #expect((lists["differing"] as? [Any])?.isEmpty == true && lists["unavailable"] as? Int == 0)
      #expect(
        try !world.list("recommendations").contains { list in
          (list["games"] as? [[String: Any]] ?? []).contains {
            $0["gameId"] as? String == withdrawn
          }
        })
    }
    let explained = try world.findie([
      "explain", late, "--workspace", "workspace", "--json",
    ])
    #expect(try object(explained.out)["date"] as? String ?? "" >= "2026-01-29")
  }

  @Test func `a night that reuses lists is reproduced, also from nothing and on other threads`()
    throws
  {
    let world = try Self.world()
    #expect(try Self.reused(world, "2026-01-28") > 40)
    let products = try world.products().filter { $0.key.contains("2026-01-28") }
    try FileManager.default.removeItem(at: world.workspace.appending(path: "artifacts"))
    try world.runNight("--date", "2026-01-28", "--threads", "3")
    #expect(try world.products().filter { $0.key.contains("2026-01-28") } == products)
    let reproduced = try world.findie([
      "reproduce", "2026-01-28", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
  }

  @Test func `a run that is forced to compute lists reuses none`() throws {
    let world = try Self.world()
    #expect(try Self.reused(world, "2026-01-28") > 40)
    try world.runNight("--date", "2026-01-28", "--force", "recommendations")
    #expect(try Self.reused(world, "2026-01-28") == 0)
    #expect(try Self.recomputed(world).status == 0)
  }

  @Test func `all lists are computed if the earlier ones are damaged`() throws {
    let world = try Self.world()
    let file = world.workspace.appending(
      path: "published/2026-01-28/model/recommendations.artifact")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count - 100] ^= 1
    try bytes.write(to: file)
    try world.runNight("--date", "2026-01-29")
    #expect(try Self.reused(world, "2026-01-29") == 0)
    #expect(try Self.recomputed(world).1["lists"] as? Int ?? 0 > 300)
    let reproduced = try world.findie([
      "reproduce", "2026-01-29", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
  }
}
