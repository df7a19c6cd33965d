import FindieTestSupport
import Foundation
import Testing

/// Nights that test the lists that players saw until then.
struct NextDayHitsNightTests {
  private static func world() throws -> Sandbox {
    try .withGeneratedWorld(
      "advanced: {gate: {minimumPlayers: 10}}\n", nights: "2026-01-27", "2026-01-28")
  }

  private static func hits(_ sandbox: Sandbox, _ day: String) throws -> [String: Any] {
    let file = sandbox.folder.url.appending(path: "reports/\(day)/kpi.json")
    let report = try object(String(contentsOf: file, encoding: .utf8))
    let nights = try #require(report["health"] as? [[String: Any]])
    return try #require(nights.last?["nextDayHits"] as? [String: Any])
  }

  /// Players' games in the input's interactions of some days, by action.
  private static func games(
    _ sandbox: Sandbox, _ isCounted: (_ day: String, _ action: String) -> Bool
  ) throws -> [String: Set<String>] {
    var games: [String: Set<String>] = [:]
    let folder = sandbox.input.appending(path: "interactions")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      for line in try lines(of: folder.appending(path: name)) {
        let fields = ["userId", "gameId", "action"].map { line[$0] as? String ?? "" }
        guard isCounted(String(name.prefix(10)), fields[2]) else { continue }
        games[fields[0], default: []].insert(fields[1])
      }
    }
    return games
  }

  @Test func `the report counts the hits of the lists that were published the night before`() throws
  {
    let world = try Self.world()
    let lists = try world.list("recommendations")
    try world.runNight("--date", "2026-01-29")
    let known = try Self.games(world) { day, _ in day < "2026-01-28" }
    let liked = try Self.games(world) { day, action in
      day == "2026-01-28" && ["like", "superLike", "wishlist", "share"].contains(action)
    }
    var (players, found) = (0, 0)
    for list in lists {
      let player = try #require(list["userId"] as? String)
      let new = liked[player, default: []].subtracting(known[player, default: []])
      guard !new.isEmpty else { continue }
      let first = (list["games"] as? [[String: Any]] ?? []).prefix(20)
      players += 1
      if first.contains(where: { new.contains($0["gameId"] as? String ?? "") }) { found += 1 }
    }
    let hits = try Self.hits(world, "2026-01-29")
    #expect(hits["lists"] as? String == "2026-01-28" && hits["isFall"] as? Bool == false)
    #expect(players >= 10 && hits["players"] as? Int == players)
    let rate = try #require((hits["hitRate"] as? [String: Any])?["mean"] as? Double)
    #expect(abs(rate - Double(found) / Double(players)) < 0.0001)
    let page = try String(
      contentsOf: world.folder.url.appending(path: "reports/2026-01-29/index.html"), encoding: .utf8
    )
    #expect(page.contains("who liked a game that was new to them on 2026-01-28"))
    let reproduced = try world.findie([
      "reproduce", "2026-01-29", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
  }

  @Test func `lists that cannot be read are not tested, and the night is published`() throws {
    let world = try Self.world()
    let store = world.workspace.appending(path: "published/2026-01-28/findie.sqlite")
    try Data(contentsOf: store).prefix(40_000).write(to: store)
    try world.runNight("--date", "2026-01-29")
    let record = world.workspace.appending(path: "runs/2026-01-29/run.json")
    let run = try object(String(contentsOf: record, encoding: .utf8))
    let warnings = try #require(run["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("the lists of 2026-01-28 were not tested") })
    let file = world.folder.url.appending(path: "reports/2026-01-29/kpi.json")
    let report = try object(String(contentsOf: file, encoding: .utf8))
    let last = try #require((report["health"] as? [[String: Any]])?.last)
    #expect(last["nextDayHits"] is NSNull)
  }

  @Test func `the night after a fall trains models`() throws {
    let world = try Self.world()
    let file = world.workspace.appending(path: "published/2026-01-28/.health.json")
    var health = try object(String(contentsOf: file, encoding: .utf8))
    var hits = try #require(health["nextDayHits"] as? [String: Any])
    hits["isFall"] = true
    health["nextDayHits"] = hits
    // A record of an earlier version has no checksum.
    health["checksum"] = nil
    try JSONSerialization.data(withJSONObject: health).write(to: file)
    let outcomes = try world.runNight("--date", "2026-01-29")
    #expect(outcomes["trained-factors"] == "built")
    let after = try world.runNight("--date", "2026-01-30")
    #expect(after["trained-factors"] == "skipped")
  }

  @Test func `lists by the models of the week before are compared with the published ones`() throws
  {
    let world = try Sandbox.withGeneratedWorld(
      "advanced: {gate: {minimumPlayers: 10, maximumLoss: 0.1}}\n",
      nights: "2026-01-26", "2026-02-02")
    func sample(_ day: String) throws -> Int {
      let file = world.workspace.appending(path: "runs/\(day)/run.json")
      let run = try object(String(contentsOf: file, encoding: .utf8))
      let stages = try #require(run["stages"] as? [[String: Any]])
      let stage = try #require(stages.first { $0["stage"] as? String == "older-lists" })
      return try #require((stage["counts"] as? [String: Any])?["players"] as? Int)
    }
    #expect(try sample("2026-01-26") == 0 && sample("2026-02-02") > 20)
    try world.runNight("--date", "2026-02-03")
    #expect(try sample("2026-02-03") == 0)
    let hits = try Self.hits(world, "2026-02-03")
    let loss = try #require(hits["modelAge"] as? [String: Any])
    let players = try #require(loss["players"] as? Int)
    #expect(players >= 5 && players <= hits["players"] as? Int ?? 0)
    let share = try #require(loss["share"] as? [String: Double])
    #expect(share["low"] ?? 0 <= share["mean"] ?? 0 && share["mean"] ?? 0 <= share["high"] ?? 0)
    let page = try String(
      contentsOf: world.folder.url.appending(path: "reports/2026-02-03/index.html"), encoding: .utf8
    )
    #expect(page.contains("The models are those of 2026-02-02, updated"))
    #expect(page.contains("With models from an earlier night, nDCG changes by"))
    for day in ["2026-02-02", "2026-02-03"] {
      let reproduced = try world.findie([
        "reproduce", day, "--workspace", "workspace", "--reports", "reports",
      ])
      #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
    }
    // Later nights of the week have no other evidence, and keep this one.
    try world.runNight("--date", "2026-02-04")
    #expect(try Self.hits(world, "2026-02-04")["modelAge"] as? [String: Any] == nil)
  }
}
