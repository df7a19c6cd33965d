import FindieTestSupport
import Foundation
import Testing

/// Nights that use the models of the first night of the week.
struct AnchorNightTests {
  private static let training = [
    "trained-factors", "trained-items", "held-out-models", "trained-ranker", "tuning", "evaluation",
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
    let world = try World("advanced: {gate: {maximumLoss: 0.1}}\n")
    for (date, anchor) in [
      ("2026-01-31", "2026-01-30"), ("2026-02-01", "2026-01-30"), ("2026-02-02", "2026-02-02"),
      ("2026-02-03", "2026-02-02"),
    ] {
      let outcomes = try world.sandbox.runNight("--date", date)
      for stage in Self.training {
        #expect(outcomes[stage] == (date == anchor ? "built" : "skipped"), "\(stage) on \(date)")
      }
      // What moves is learned each night.
      #expect(["factors", "ranker", "recommendations"].allSatisfy { outcomes[$0] == "built" })
      let training = try world.training(date)
      #expect(training["day"] == anchor && training["end"] == anchor)
    }
    // The plan of an ordinary night trains nothing.
    let plan = try world.sandbox.findie(
      ["plan"] + world.sandbox.arguments.dropFirst(2) + ["--date", "2026-02-04"])
    #expect(!plan.out.contains("trained-factors  run"), "\(plan.out) \(plan.error)")
  }

  @Test func `an ordinary night is equal from new artifacts, on other threads and reproduced`()
    throws
  {
    let worlds = [
      "", "tuning: off\nadvanced: {ease: {halfLifeInDays: none}}\n",
      "tuning: off\nadvanced: {ease: {halfLifeInDays: 10}}\n",
    ]
    let lists = try worlds.map { try listsOfOrdinaryNight(World($0)) }
    // Weights with an age make other lists.
    #expect(lists[1] != lists[2])
  }

  private func listsOfOrdinaryNight(_ world: World) throws -> [Data] {
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
    return Array(lists.values)
  }

  @Test func `events that come late change what they touch, and train no models`() throws {
    let world = try World()
    let games = try lines(of: world.sandbox.input.appending(path: "games.ndjson"))
      .compactMap { $0["id"] as? String }
    let player = try #require(try world.sandbox.list("recommendations").first)
    let id = try #require(player["userId"] as? String)
    func list() throws -> [String] {
      let list = try world.sandbox.list("recommendations").first { $0["userId"] as? String == id }
      return (list?["games"] as? [[String: Any]] ?? []).compactMap { $0["gameId"] as? String }
    }
    let liked = try #require(try list().first)
    // Of 2026-01-20, ten days before the models were trained.
    try world.sandbox.put(
      games.prefix(3).map { $0 == liked ? games[4] : $0 }.enumerated().map { index, game in
        SmallWorld.interaction("late-\(index)", player: id, game: game, day: 19)
      } + [SmallWorld.interaction("late", player: id, game: liked, day: 19)],
      in: "interactions/late.ndjson")
    let outcomes = try world.sandbox.runNight("--date", "2026-01-31")
    for stage in Self.training { #expect(outcomes[stage] == "skipped", "\(stage)") }
    #expect(outcomes["recommendations"] == "built")
    #expect(try world.training("2026-01-31")["day"] == "2026-01-30")
    #expect(try !list().contains(liked))
    // The same models, which cannot be trained again, come from the night's folder.
    let before = try world.products("2026-01-31")
    try FileManager.default.removeItem(at: world.sandbox.workspace.appending(path: "artifacts"))
    let again = try world.sandbox.runNight("--date", "2026-01-31", "--threads", "3")
    #expect(again["trained-factors"] == "skipped" && again["recommendations"] == "built")
    #expect(try world.products("2026-01-31") == before)
    let reproduced = try world.reproduced("2026-01-31")
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
    // Other parameters need a training, which then knows them.
    let forced = try world.sandbox.runNight(
      "--date", "2026-02-01", "--force", "trained-factors")
    #expect(forced["trained-factors"] == "built")
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

  @Test func `models that were published anyway stay in use in their week`() throws {
    let gate = "advanced: {gate: {maximumLoss: 0, minimumPlayers: 20}"
    let world = try World(gate + "}\n")
    // Models of next to nothing.
    try world.sandbox.folder.write(
      """
      models: {anchor: weekly}
      als: {rank: 1, iterations: 1}
      \(gate), als: {regularizationScale: 1000000}, neighborhood: {neighbors: 1, \
      shrinkage: 1000000}, ease: {use: off}, ranker: {minimumPlayers: 1000000}}

      """, to: "night.yaml")
    func champion() throws -> String? {
      let index = world.sandbox.current.appending(path: "model/model.json")
      return try object(String(contentsOf: index, encoding: .utf8))["champion"] as? String
    }
    func warnings(_ day: String) throws -> String {
      let file = world.sandbox.workspace.appending(path: "runs/\(day)/run.json")
      let run = try object(String(contentsOf: file, encoding: .utf8))
      return try #require(run["warnings"] as? [String]).joined(separator: "\n")
    }
    try world.sandbox.runNight("--date", "2026-02-02")
    #expect(try champion() == "2026-01-30", "the new models are not worse")
    // The next night of the week still has the champion's lists.
    try world.sandbox.runNight("--date", "2026-02-03")
    #expect(try champion() != nil)
    try world.sandbox.runNight("--date", "2026-02-03", "--publish", "anyway")
    #expect(try champion() == nil)
    // The published models are tonight's: there is no champion to return to.
    let next = try world.sandbox.runNight("--date", "2026-02-04")
    #expect(next["comparison"] == "skipped")
    #expect(try champion() == nil)
    #expect(try warnings("2026-02-04").contains("stay in use, since --publish anyway"))
    try FileManager.default.removeItem(
      at: world.sandbox.workspace.appending(path: "artifacts/comparison.artifact"))
    let again = try world.sandbox.runNight("--date", "2026-02-04")
    #expect(again["comparison"] == "built" && again["recommendations"] == "skipped")
  }

  @Test func `a night needs no other: the anchor expires, is lost or replaced`() throws {
    let world = try World("retention: {nights: 1, monthly: 0}\n")
    try world.sandbox.runNight("--date", "2026-01-31")
    try world.sandbox.runNight("--date", "2026-02-01")
    let published = world.sandbox.workspace.appending(path: "published")
    let stored = try FileManager.default.contentsOfDirectory(atPath: published.path)
      .filter { $0.hasPrefix("2") }.sorted()
    #expect(stored == ["2026-01-31", "2026-02-01"])
    let own = published.appending(path: "2026-02-01/model")
    #expect(FileManager.default.fileExists(atPath: own.appending(path: "anchor.sqlite").path))
    let whole = try world.sandbox.findie([
      "verify", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(whole.status == 0, "\(whole.out)")

    // Another night takes the place of the anchor.
    for day in ["2026-01-30", "2026-01-31"] {
      let result = try world.sandbox.findie(
        ["backfill"] + world.sandbox.arguments.dropFirst(2) + ["--from", day, "--to", day])
      #expect(result.status == 0, "\(result.error)")
    }
    let reproduced = try world.reproduced("2026-02-01")
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
    // The next night still uses the models, without the anchor.
    try FileManager.default.removeItem(
      at: world.sandbox.workspace.appending(path: "published/2026-01-30"))
    try FileManager.default.removeItem(at: world.sandbox.workspace.appending(path: "artifacts"))
    try world.sandbox.runNight("--date", "2026-02-01", "--threads", "1")
    #expect(try world.training("2026-02-01")["day"] == "2026-01-30")
    // A damaged catalogue of the anchor is not linked into another night.
    let anchor = published.appending(path: "2026-01-31/model/anchor.sqlite")
    var bytes = try Data(contentsOf: anchor)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: anchor)
    try FileManager.default.removeItem(at: world.sandbox.workspace.appending(path: "artifacts"))
    try world.sandbox.runNight("--date", "2026-02-01")
    #expect(try world.training("2026-02-01")["day"] == "2026-02-01")
  }
}
