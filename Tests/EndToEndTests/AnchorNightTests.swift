import FindieTestSupport
import Foundation
import Testing

/// Nights that use the models of the first night of the week.
struct AnchorNightTests {
  private static let training = [
    "trained-factors", "trained-items", "held-out-models", "ranker", "tuning", "evaluation",
    "comparison",
  ]

  /// A generated world, and a workspace with the night of Friday, 2026-01-30.
  private struct World {
    let sandbox: Sandbox

    init(_ more: String = "") throws {
      sandbox = try .withGeneratedWorld(games: 120, more, nights: "2026-01-30")
    }

    /// What the models of a night were trained on, by its recipe.
    func training(_ day: String) throws -> [String: String] {
      let file = sandbox.workspace.appending(path: "runs/\(day)/recipe.json")
      let recipe = try object(String(contentsOf: file, encoding: .utf8))
      let data = try #require(recipe["training"] as? [String: Any])
      return data.compactMapValues { $0 as? String }
    }

    /// The published files of a night and its reports.
    func products(_ day: String) throws -> [String: Data] {
      try sandbox.products().filter { $0.key.contains(day) }
    }

    func reproduced(_ day: String) throws -> Binary.Result {
      try sandbox.findie([
        "reproduce", day, "--workspace", "workspace", "--reports", "reports",
      ])
    }
  }

  @Test func `the first night of a week trains models, and the others use them`() throws {
    let world = try World()
    for (date, anchor, end) in [
      ("2026-01-31", "2026-01-30", "2026-01-27"), ("2026-02-01", "2026-01-30", "2026-01-27"),
      ("2026-02-02", "2026-02-02", "2026-01-30"), ("2026-02-03", "2026-02-02", "2026-01-30"),
    ] {
      let outcomes = try world.sandbox.runNight("--date", date)
      for stage in Self.training {
        #expect(outcomes[stage] == (date == anchor ? "built" : "skipped"), "\(stage) on \(date)")
      }
      #expect(outcomes["recommendations"] == "built")
      let training = try world.training(date)
      #expect(training["day"] == anchor && training["end"] == end)
    }
    // The plan of an ordinary night trains nothing.
    let plan = try world.sandbox.findie(
      ["plan"] + world.sandbox.arguments.dropFirst(2) + ["--date", "2026-02-04"])
    #expect(!plan.out.contains("trained-factors  run"), "\(plan.out) \(plan.error)")
  }

  @Test func `an ordinary night is equal from new artifacts, on other threads and reproduced`()
    throws
  {
    let world = try World()
    let stages = try world.sandbox.runNight("--date", "2026-01-31")
    #expect(stages["trained-factors"] == "skipped")
    let before = try world.products("2026-01-31")
    let lists = before.filter { $0.key.hasSuffix("recommendations.ndjson") }
    #expect(lists.count == 1 && lists.values.allSatisfy { $0.count > 100_000 })
    try FileManager.default.removeItem(at: world.sandbox.workspace.appending(path: "artifacts"))
    let again = try world.sandbox.runNight("--date", "2026-01-31", "--threads", "3")
    #expect(again["trained-factors"] == "built")
    #expect(try world.products("2026-01-31") == before)
    let reproduced = try world.reproduced("2026-01-31")
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
  }

  @Test func `events that come late by more than the grace train models`() throws {
    let world = try World()
    func late(_ id: String, day: Int) -> [String: Any] {
      SmallWorld.interaction(id, player: "p1", game: "g1", day: day)
    }
    // 2026-01-28, after the last day that the models know.
    try world.sandbox.put([late("new", day: 27)], in: "interactions/late.ndjson")
    let within = try world.sandbox.runNight("--date", "2026-01-31")
    #expect(within["trained-factors"] == "skipped" && within["recommendations"] == "built")
    // 2026-01-20.
    try world.sandbox.put([late("old", day: 19)], in: "interactions/later.ndjson")
    let before = try world.sandbox.runNight("--date", "2026-02-01")
    #expect(before["trained-factors"] == "built")
    #expect(try world.training("2026-02-01")["day"] == "2026-02-01")
  }

  @Test func `a new game and a new player are on an ordinary night`() throws {
    let world = try World()
    let games = try lines(of: world.sandbox.input.appending(path: "games.ndjson"))
    var game = try #require(games.first)
    (game["id"], game["title"]) = ("new-game", "A New Game")
    for key in ["steamURL", "itchioURL", "steamId"] { game[key] = nil }
    try world.sandbox.put([game], in: "games-new.ndjson")
    let liked = games.prefix(8).compactMap { $0["id"] as? String }
    try world.sandbox.put(
      liked.enumerated().map { index, id in
        SmallWorld.interaction("n\(index)", player: "new-player", game: id, day: 29)
      }, in: "interactions/new.ndjson")
    let outcomes = try world.sandbox.runNight("--date", "2026-01-31")
    #expect(outcomes["trained-items"] == "skipped" && outcomes["items"] == "built")
    let list = try #require(
      try world.sandbox.list("recommendations").first { $0["userId"] as? String == "new-player" })
    #expect((list["games"] as? [Any])?.count == 50)
    #expect(
      try world.sandbox.list("similar").contains { $0["gameId"] as? String == "new-game" })
    let reproduced = try world.reproduced("2026-01-31")
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
  }

  @Test func `the anchor is stored as long as a night uses its models`() throws {
    let world = try World("retention: {nights: 1, monthly: 0}\n")
    for date in ["2026-01-31", "2026-02-01", "2026-02-02", "2026-02-03"] {
      try world.sandbox.runNight("--date", date)
    }
    let stored = try FileManager.default.contentsOfDirectory(
      atPath: world.sandbox.workspace.appending(path: "published").path
    ).filter { $0.hasPrefix("2") }.sorted()
    #expect(stored == ["2026-02-02", "2026-02-03"])
  }

  @Test func `models are trained again if the anchor is lost or a player is forgotten`() throws {
    let world = try World()
    try world.sandbox.runNight("--date", "2026-01-31")
    try FileManager.default.removeItem(
      at: world.sandbox.workspace.appending(path: "published/2026-01-30"))
    try world.sandbox.runNight("--date", "2026-02-01")
    #expect(try world.training("2026-02-01")["day"] == "2026-02-01")
  }
}
