import FindieTestSupport
import Foundation
import Testing

/// A workspace whose last night reused lists.
enum ReusedLists {
  static func world() throws -> Sandbox {
    try .withGeneratedWorld(nights: "2026-01-27", "2026-01-28")
  }

  static func reused(_ sandbox: Sandbox, _ day: String) throws -> Int {
    let file = sandbox.workspace.appending(path: "runs/\(day)/run.json")
    let run = try object(String(contentsOf: file, encoding: .utf8))
    let stages = try #require(run["stages"] as? [[String: Any]])
    let stage = try #require(stages.first { $0["stage"] as? String == "recommendations" })
    return try #require((stage["counts"] as? [String: Any])?["reused"] as? Int)
  }

  /// The answer of `findie verify --recompute 100%`.
  static func recomputed(_ sandbox: Sandbox) throws -> (status: Int32, [String: Any]) {
    let result = try sandbox.findie([
      "verify", "--workspace", "workspace", "--reports", "reports", "--recompute", "100%", "--json",
    ])
    let answer = try object(result.out)
    return (result.status, try #require(answer["recomputed"] as? [String: Any]))
  }
}

/// Nights that reuse the lists of players for whom nothing changed.
struct ReusedListsNightTests {
  @Test func `a night that reuses lists is reproduced, also from nothing and on other threads`()
    throws
  {
    let world = try ReusedLists.world()
    #expect(try ReusedLists.reused(world, "2026-01-28") > 40)
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
    let world = try ReusedLists.world()
    #expect(try ReusedLists.reused(world, "2026-01-28") > 40)
    try world.runNight("--date", "2026-01-28", "--force", "recommendations")
    #expect(try ReusedLists.reused(world, "2026-01-28") == 0)
    #expect(try ReusedLists.recomputed(world).status == 0)
  }

  @Test func `what memory there was is decided once, and other models compute all lists`() throws {
    let world = try Sandbox.withGeneratedWorld()
    try world.runNight("--date", "2026-01-27", "--memory", "1MB")
    func warnings(_ day: String) throws -> [String] {
      let file = world.workspace.appending(path: "runs/\(day)/run.json")
      return try #require(
        try object(String(contentsOf: file, encoding: .utf8))["warnings"] as? [String])
    }
    #expect(try warnings("2026-01-27").contains { $0.contains("EASE has no dense weights") })

    // Other memory changes nothing, also not without artifacts.
    let published = try world.products()
    try FileManager.default.removeItem(at: world.workspace.appending(path: "artifacts"))
    let again = try world.runNight("--date", "2026-01-27")
    #expect(again["trained-items"] == "built")
    #expect(try world.products() == published)
    let reproduced = try world.findie([
      "reproduce", "2026-01-27", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")

    // As the warning advises.
    let forced = try world.runNight("--date", "2026-01-28", "--force", "dense-weights")
    #expect(forced["trained-items"] == "built" && forced["held-out-models"] == "built")
    #expect(forced["trained-factors"] == "skipped")
    #expect(try ReusedLists.reused(world, "2026-01-28") == 0)
    #expect(try ReusedLists.recomputed(world).status == 0)
    let next = try world.runNight("--date", "2026-01-29", "--memory", "1MB")
    #expect(next["trained-items"] == "skipped")
    #expect(try ReusedLists.reused(world, "2026-01-29") > 40)
    #expect(try ReusedLists.recomputed(world).status == 0)
  }

  @Test func `a reused list that other models computed is found`() throws {
    let world = try ReusedLists.world()
    let reused = try ReusedLists.reused(world, "2026-01-28")
    #expect(try ReusedLists.recomputed(world).status == 0)
    // The night whose lists were reused is published again, with other models.
    let current = world.workspace.appending(path: "published/current")
    try world.runNight(
      "--date", "2026-01-27", "--memory", "1MB", "--force", "dense-weights", "--publish", "anyway")
    try FileManager.default.removeItem(at: current)
    try FileManager.default.createSymbolicLink(
      atPath: current.path, withDestinationPath: "2026-01-28")
    let (status, lists) = try ReusedLists.recomputed(world)
    #expect(status == 1)
    #expect((lists["differing"] as? [String])?.count == reused)
  }

  @Test func `all lists are computed if the earlier ones are damaged`() throws {
    let world = try ReusedLists.world()
    let file = world.workspace.appending(
      path: "published/2026-01-28/model/recommendations.artifact")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count - 100] ^= 1
    try bytes.write(to: file)
    try world.runNight("--date", "2026-01-29")
    #expect(try ReusedLists.reused(world, "2026-01-29") == 0)
    #expect(try ReusedLists.recomputed(world).1["lists"] as? Int ?? 0 > 300)
    let reproduced = try world.findie([
      "reproduce", "2026-01-29", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
  }
}
