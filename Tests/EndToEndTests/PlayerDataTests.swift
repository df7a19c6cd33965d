import FindieTestSupport
import Foundation
import Testing

/// `findie player`, compared with all files that name the player.
struct PlayerDataTests {
  private static let key = ["FINDIE_KEY": "a key of the tests, no secret"]

  private func run(_ sandbox: Sandbox, _ arguments: [String]) throws -> Binary.Result {
    try Binary.run(arguments, in: sandbox.folder.url, environment: Self.key)
  }

  private func records(_ sandbox: Sandbox, _ player: String) throws -> [[String: Any]] {
    let result = try run(sandbox, ["player", player, "--workspace", "workspace"])
    try #require(result.status == 0, "\(result.error)")
    return try result.out.split(separator: "\n").map { try object(String($0)) }
  }

  /// The files of the workspace with the bytes of a text.
  private func files(_ sandbox: Sandbox, with text: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sandbox.workspace.path).filter { path in
      let url = sandbox.workspace.appending(path: path)
      let kind = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
      guard kind as? FileAttributeType == .typeRegular else { return false }
      return try Data(contentsOf: url).range(of: Data(text.utf8)) != nil
    }
  }

  @Test func `every file that names the player is written, or is made of those`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let name = "player-ada"
    try sandbox.put(
      SmallWorld.users + [
        ["id": name, "friendIds": ["u1"], "notificationsEnabled": true],
        ["id": "u1", "friendIds": [name], "username": "secret of another"],
      ], in: "users.ndjson")
    try sandbox.put(
      [["id": name, "userId": name, "items": [["gameId": "g3"], ["gameId": "g4"]]]],
      in: "wishlists.ndjson")
    try sandbox.put(
      SmallWorld.games.map { game in
        game["id"] as? String == "g17"
          ? game.merging(["launchPlayers": 20, "releaseDate": "2026-03-28"]) { $1 } : game
      }, in: "games.ndjson")
    try sandbox.put(
      [
        SmallWorld.interaction("a1", player: name, game: "g0", day: 80),
        SmallWorld.interaction("a2", player: name, game: "g2", day: 89),
        ["id": "bad", "userId": name, "gameId": "g1", "action": "nonsense", "timestamp": 1],
      ], in: "interactions/second.ndjson")
    try sandbox.folder.write(
      #"{"userId":"\#(name)","token":"t"}"# + "\n" + #"{"userId":"u2","token":"t"}"# + "\n"
        + #"{"userId":"\#(name)","tok"#,
      to: "workspace/sync/accounts.ndjson")
    try sandbox.runNight()
    try sandbox.put(
      [SmallWorld.interaction("a3", player: name, game: "g6", day: 90)],
      in: "interactions/third.ndjson")
    try #require(
      run(sandbox, ["refresh", "--input", "input", "--workspace", "workspace"]).status == 0)
    let records = try records(sandbox, name)
    let named = Set(records.compactMap { $0["file"] as? String })
    // A day's events are in one file, and in one sorted by game. What stages store and the lists in
    // NDJSON repeat what findie.sqlite and the history have.
    let own = try files(sandbox, with: name).filter { path in
      !path.hasPrefix("by-game/") && !path.hasPrefix("artifacts/")
        && !path.hasSuffix("recommendations.ndjson") && !path.hasSuffix("rows.ndjson")
        && !path.contains("held-out/")
    }
    for path in own {
      let day = path.firstMatch(of: #/^history/[a-z]+/\d{4}-\d\d-\d\d/#).map { String($0.0) }
      let isIndex = path.hasSuffix(".ids")
      #expect(isIndex || named.contains(day ?? path), "\(path)")
    }
    #expect(own.count > 6)
    let events = records.filter { ($0["file"] as? String)?.hasPrefix("history/") == true }
    #expect(events.compactMap { $0["gameId"] as? String } == ["g0", "g2"])
    let tables = Set(records.compactMap { $0["table"] as? String })
    #expect(tables.isSuperset(of: ["users", "wishlists", "wishlist_items", "recommendations"]))
    let stores = records.filter { $0["table"] as? String == "wishlist_items" }
    #expect(Set(stores.compactMap { $0["file"] as? String }).count * 2 == stores.count)
    // Others' records are not the player's.
    let text = try run(sandbox, ["player", name, "--workspace", "workspace"]).out
    #expect(!text.contains("secret of another") && !text.contains(#""u2""#))
  }

  @Test func `nothing is left of a forgotten player`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try #require(run(sandbox, sandbox.arguments).status == 0)
    #expect(try !records(sandbox, "u5").isEmpty)
    try #require(run(sandbox, ["forget", "u5", "--workspace", "workspace"]).status == 0)
    try #require(run(sandbox, sandbox.arguments).status == 0)
    let result = try run(sandbox, ["player", "u5", "--workspace", "workspace"])
    #expect(result.status == 66 && result.out.isEmpty)
  }

  @Test func `analytics events are found by the code of the player's id, or by a given one`() throws
  {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.put(
      [
        [
          "eventId": "e1", "anonymousUserId": "code", "gameId": "g1", "eventType": "gameView",
          "timestamp": "2026-03-01T10:00:00Z", "country": "SE",
        ]
      ], in: "analytics/first.ndjson")
    try sandbox.runNight()
    let result = try Binary.run(
      ["player", "u1", "--anonymous-id", "code", "--workspace", "workspace", "--output", "u1.txt"],
      in: sandbox.folder.url)
    #expect(result.status == 0 && result.out.isEmpty, "\(result.error)")
    let text = try String(
      contentsOf: sandbox.folder.url.appending(path: "u1.txt"), encoding: .utf8)
    #expect(text.contains(#""kind":"gameView""#) && text.contains(#""country":"SE""#))
    let without = try Binary.run(
      ["player", "u1", "--workspace", "workspace"], in: sandbox.folder.url)
    #expect(without.error.contains("FINDIE_KEY") && !without.out.contains("gameView"))
  }
}
