import FindieTestSupport
import Foundation
import Testing

/// An earlier night is published again, by the program.
struct RollbackTests {
  private let sandbox: Sandbox
  private static let (older, newer) = ("2026-04-01", "2026-04-02")
  private static let environment = ["FINDIE_KEY": "a key of the tests, no secret"]

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try sandbox.put(SmallWorld.interactions(days: 90..<91), in: "interactions/second.ndjson")
    try sandbox.runNight()
  }

  private func run(_ arguments: String...) throws -> Binary.Result {
    try Binary.run(
      arguments + ["--workspace", "workspace"], in: sandbox.folder.url,
      environment: Self.environment)
  }

  private func rollback(_ more: String...) throws -> [String: Any] {
    let result = try Binary.run(
      ["rollback", "--workspace", "workspace", "--json"] + more, in: sandbox.folder.url,
      environment: Self.environment)
    try #require(result.status == 0, "\(result.error)")
    return try object(result.out)
  }

  private func warnings(_ result: Binary.Result) throws -> [String] {
    try #require(result.status == 0, "\(result.error)")
    return try #require(object(result.out)["warnings"] as? [String])
  }

  private func night(_ more: String...) throws -> Binary.Result {
    try Binary.run(
      sandbox.arguments + more + ["--json"], in: sandbox.folder.url,
      environment: Self.environment)
  }

  @Test func `an earlier night is current again, and the next night says so`() throws {
    try #require(try sandbox.publishedDay == Self.newer)
    let before = try sandbox.products()
    #expect(try run("refresh", "--input", "input").status == 0)
    let answer = try rollback()
    #expect(answer["night"] as? String == Self.older)
    #expect(try sandbox.publishedDay == Self.older)
    #expect(try sandbox.products() == before)
    let refreshed = sandbox.workspace.appending(path: "published/refresh.sqlite")
    #expect(!FileManager.default.fileExists(atPath: refreshed.path))
    #expect(try run("verify").status == 0)
    let log = try object(run("log", Self.older, "--json").out)
    let records = try #require(log["rollbacks"] as? [[String: Any]])
    #expect(records.map { $0["from"] as? String } == [Self.newer])
    #expect(try run("log", Self.older).out.contains("instead of \(Self.newer)"))
    // Undone.
    #expect(try rollback(Self.newer)["night"] as? String == Self.newer)
    #expect(try sandbox.publishedDay == Self.newer)
    #expect(try sandbox.products() == before)

    _ = try rollback()
    try sandbox.put(SmallWorld.interactions(days: 91..<92), in: "interactions/third.ndjson")
    let said = try warnings(night())
    #expect(
      said.contains {
        $0.hasPrefix("champion: the night of \(Self.newer) was rolled back")
          && $0.contains(Self.older)
      })
    let next = try object(
      String(
        contentsOf: sandbox.current.appending(path: "model/model.json"), encoding: .utf8))
    #expect(next["day"] as? String == "2026-04-03")
    // Again with the same champion, and then with tonight's.
    #expect(try warnings(night("--force", "champion")).contains { $0.contains("rolled back") })
    try sandbox.put(SmallWorld.interactions(days: 92..<93), in: "interactions/fourth.ndjson")
    #expect(try warnings(night()).filter { $0.contains("rolled back") } == [])
  }

  @Test func `a backfill does not undo it`() throws {
    _ = try rollback()
    try FileManager.default.removeItem(
      at: sandbox.workspace.appending(path: "published/\(Self.newer)"))
    let result = try Binary.run(
      [
        "backfill", "--from", Self.newer, "--to", Self.newer, "--workspace", "workspace",
        "--reports", "reports", "--parameters", "night.yaml", "--input", "input",
      ], in: sandbox.folder.url, environment: Self.environment)
    #expect(result.status == 0, "\(result.error)")
    let built = sandbox.workspace.appending(path: "published/\(Self.newer)/findie.sqlite")
    #expect(FileManager.default.fileExists(atPath: built.path))
    #expect(try sandbox.publishedDay == Self.older)
  }

  @Test func `the same night after a rollback is published again`() throws {
    let before = try sandbox.products()
    _ = try rollback()
    let said = try warnings(night())
    #expect(said.contains { $0.contains("the night of \(Self.newer) was rolled back") })
    #expect(try sandbox.publishedDay == Self.newer)
    #expect(try sandbox.products() == before)
  }

  /// The lines of a list of the current night.
  private func text(_ list: String) throws -> String {
    try String(contentsOf: sandbox.current.appending(path: "\(list).ndjson"), encoding: .utf8)
  }

  @Test func `what must not come back is removed`() throws {
    let all = [
      "recommendations", "similar", "trending", "popular", "new-releases", "announced",
      "price-drops", "audiences",
    ]
    _ = try rollback()
    let before = try Dictionary(uniqueKeysWithValues: all.map { ($0, try text($0)) })
    _ = try rollback(Self.newer)
    let games = try ["recommendations", "new-releases"].map {
      try #require(mostListed(before[$0] ?? ""))
    }
    try #require(games[0] != games[1])
    // Two games are withdrawn, and a player refuses personal lists; the next night reads it.
    try sandbox.put(
      SmallWorld.games.map {
        $0.merging(["isActive": !games.contains($0["id"] as? String ?? "")]) { $1 }
      }, in: "games.ndjson")
    try sandbox.put(
      SmallWorld.users.map { user in
        user["id"] as? String == "u6" ? user.merging(["personalization": false]) { $1 } : user
      }, in: "users.ndjson")
    try sandbox.put(SmallWorld.interactions(days: 91..<92), in: "interactions/third.ndjson")
    #expect(try night().status == 0)
    #expect(try run("forget", "u5").status == 0)
    let answer = try #require(rollback(Self.older)["rollback"] as? [String: Any])
    #expect(answer["players"] as? Int == 1)
    #expect(answer["refusals"] as? Int == 1)
    #expect(answer["games"] as? Int == 2)

    for list in all {
      let after = try text(list)
      for game in games { #expect(!after.contains("{\"gameId\":\"\(game)\""), "\(list)") }
      #expect(!after.contains(#""userId":"u5""#), "\(list)")
    }
    try #require(before["similar"]?.contains("{\"gameId\":\"\(games[0])\"") == true)
    try checkLists(since: before["recommendations"] ?? "")
    for line in try sandbox.list("similar") {
      let games = try #require(line["games"] as? [[String: Any]])
      #expect(games.indices.allSatisfy { games[$0]["rank"] as? Int == $0 + 1 })
    }
    #expect(try sandbox.list("similar").count == 18)
    let store = sandbox.current.appending(path: "findie.sqlite")
    let bytes = try Data(contentsOf: store)
    #expect(bytes.range(of: Data("user5".utf8)) == nil)
    #expect(try run("verify").status == 0)
    let reproduced = try run("reproduce", Self.older)
    #expect(reproduced.status == 1 && reproduced.error.contains("rollback"))

    // What the user's record was before is not read again, also if the input lacks it.
    try sandbox.put(
      [SmallWorld.interaction("swipe", player: "u6", game: "g0", day: 92)],
      in: "interactions/fourth.ndjson")
    let input = sandbox.folder.url.appending(path: "events")
    try FileManager.default.createDirectory(at: input, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: sandbox.input.appending(path: "interactions"),
      to: input.appending(path: "interactions"))
    #expect(try run("refresh", "--input", "events").status == 0)
    #expect(try object(run("recommend", "u6", "--json").out)["source"] as? String == "popular")

    // A refresh does not bring the game back, and the next night removes the player's models.
    let refresh = try run("refresh", "--input", "input")
    #expect(refresh.status == 0, "\(refresh.error)")
    for player in 0..<12 where player != 5 {
      let list = try run("recommend", "u\(player)", "--json").out
      for game in games { #expect(!list.contains("{\"gameId\":\"\(game)\""), "u\(player)") }
    }
    #expect(try night().status == 0)
    let nights = try FileManager.default.contentsOfDirectory(
      atPath: sandbox.workspace.appending(path: "published").path)
    #expect(!nights.contains(Self.older) && nights.contains("2026-04-04"))
  }

  /// The game that most lists have.
  private func mostListed(_ lists: String) -> String? {
    let games = lists.matches(of: /\{"gameId":"(g[0-9]+)"/).map { String($0.1) }
    return Dictionary(games.map { ($0, 1) }, uniquingKeysWith: +).max { $0.value < $1.value }?.key
  }

  /// The lists in the file and in the store have the same games, ranks and ids; a list without the
  /// game is as it was.
  private func checkLists(since before: String) throws {
    let old = Set(before.split(separator: "\n"))
    var changed = 0
    for line in try text("recommendations").split(separator: "\n") {
      let list = try object(String(line))
      let user = try #require(list["userId"] as? String)
      #expect(user != "u6")
      let games = try #require(list["games"] as? [[String: Any]])
      let id = try #require(list["listId"] as? String)
      if !old.contains(line) { changed += 1 }
      let shown = try object(run("recommend", user, "--json").out)
      #expect(shown["listId"] as? String == id)
      let ids = { (games: [[String: Any]]) in games.map { $0["gameId"] as? String } }
      #expect(try ids(#require(shown["games"] as? [[String: Any]])) == ids(games))
      #expect(games.indices.allSatisfy { games[$0]["rank"] as? Int == $0 + 1 })
    }
    #expect(changed > 3 && changed < 11)
  }

  @Test func `a damaged and an unknown night are refused`() throws {
    #expect(try run("rollback", "2026-03-01").status == 66)
    let same = try rollback(Self.newer)
    #expect((same["rollback"] as? [String: Any])?["games"] as? Int == 0)
    let file = sandbox.workspace.appending(path: "published/\(Self.older)/similar.ndjson")
    try Data("{}\n".utf8).write(to: file)
    let refused = try run("rollback")
    #expect(refused.status == 1 && refused.error.contains("similar.ndjson"))
    #expect(try sandbox.publishedDay == Self.newer)
    let empty = try Sandbox()
    #expect(
      try empty.findie(["rollback", "--workspace", "workspace"]).status == 66)
  }
}
