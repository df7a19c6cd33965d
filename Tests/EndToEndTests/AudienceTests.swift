import FindieTestSupport
import Foundation
import Testing

/// The players most likely to like a game: in `audiences.ndjson` and by `findie audience`, compared
/// with `findie explain`.
struct AudienceTests {
  private static let sandbox = Result {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.put(
      SmallWorld.users.enumerated().map { index, user in
        user.merging(["notificationsEnabled": index % 4 != 3]) { $1 }
      }, in: "users.ndjson")
    try sandbox.put(
      SmallWorld.games.map { game in
        game["id"] as? String == "g1"
          ? game.merging(["launchPlayers": 5, "releaseDate": "2026-03-30"]) { $1 } : game
      }, in: "games.ndjson")
    try sandbox.runNight()
    return sandbox
  }

  private func lines(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { try object(String($0)) }
  }

  @Test func `the file has the first players of the command, whose scores are explained`() throws {
    let sandbox = try Self.sandbox.get()
    let published = try #require(sandbox.list("audiences").first)
    #expect(published["gameId"] as? String == "g1")
    let listed = try #require(published["players"] as? [[String: Any]])
    let result = try sandbox.findie(
      ["audience", "g1", "--limit", "1000", "--json", "--workspace", "workspace"])
    #expect(result.status == 0, "\(result.error)")
    let players = try lines(result.out)
    #expect(!players.isEmpty && listed.count == min(5, players.count))
    let ids = players.compactMap { $0["userId"] as? String }
    #expect(listed.compactMap { $0["userId"] as? String } == Array(ids.prefix(5)))
    let willing = Set(
      SmallWorld.users.enumerated().filter { $0.offset % 4 != 3 }
        .compactMap { $0.element["id"] as? String })
    #expect(willing.isSuperset(of: ids))
    var compared = 0
    for player in players {
      let id = try #require(player["userId"] as? String)
      let explained = try sandbox.findie([
        "explain", id, "g1", "--json", "--workspace", "workspace",
      ])
      let shown = try #require(object(explained.out)["shown"] as? [[String: Any]])
      guard let score = shown.first?["score"] as? Double else { continue }
      #expect(abs(score - (player["score"] as? Double ?? .nan)) < 1e-4 * max(1, abs(score)))
      compared += 1
    }
    #expect(compared > 0)
  }

  @Test func `a file gets one player per line, and a game that is not known is an error`() throws {
    let sandbox = try Self.sandbox.get()
    let result = try sandbox.findie(
      [
        "audience", "g1", "--limit", "2", "--output", "players.ndjson", "--workspace", "workspace",
      ])
    #expect(result.status == 0, "\(result.error)")
    let text = try String(
      contentsOf: sandbox.folder.url.appending(path: "players.ndjson"), encoding: .utf8)
    #expect(try lines(text).map { $0["rank"] as? Int } == [1, 2])
    #expect(try sandbox.findie(["audience", "nothing", "--workspace", "workspace"]).status == 66)
  }
}
