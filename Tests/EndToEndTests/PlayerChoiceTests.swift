import FindieTestSupport
import Foundation
import Testing

/// What players say about their lists: games for adults, muted tags, and no profile.
struct PlayerChoiceTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
  }

  private func putUsers(_ changes: [String: [String: Any]]) throws {
    try sandbox.put(
      SmallWorld.users.map { user in
        user.merging(changes[user["id"] as? String ?? ""] ?? [:]) { $1 }
      }, in: "users.ndjson")
  }

  private func putGames(_ change: (Int) -> [String: Any]) throws {
    try sandbox.put(
      SmallWorld.games.enumerated().map { index, game in game.merging(change(index)) { $1 } },
      in: "games.ndjson")
  }

  /// The games of each player's published list.
  private func lists() throws -> [String: [String]] {
    try Dictionary(
      uniqueKeysWithValues: sandbox.list("recommendations").map { list in
        let games = try #require(list["games"] as? [[String: Any]])
        return (
          try #require(list["userId"] as? String), games.compactMap { $0["gameId"] as? String }
        )
      })
  }

  private func refreshed(_ player: String) throws -> [String] {
    let refresh = try sandbox.findie([
      "refresh", "--input", "input", "--workspace", "workspace", "--json",
    ])
    try #require(refresh.status == 0, "\(refresh.error)")
    let list = try sandbox.findie(["recommend", player, "--workspace", "workspace", "--json"])
    let games = try #require(object(list.out)["games"] as? [[String: Any]])
    return games.compactMap { $0["gameId"] as? String }
  }

  @Test func `games for adults are hidden from players who do not want them`() throws {
    let isMature = { (game: Int) in game % 3 == 0 }
    let mature = Set((0..<20).filter(isMature).map { "g\($0)" })
    try putGames { isMature($0) ? ["isMature": true, "launchPlayers": 12] : [:] }
    try putUsers(["u3": ["showsMatureGames": true], "u4": ["showsMatureGames": false]])
    try sandbox.runNight()
    let lists = try lists()
    #expect(lists["u3"]?.contains(where: mature.contains) == true)
    for (player, games) in lists where player != "u3" {
      #expect(!games.contains(where: mature.contains), "\(player)")
    }
    // Public lists have them: the app hides them by the catalogue's mark.
    let similar = try sandbox.list("similar").flatMap { $0["games"] as? [[String: Any]] ?? [] }
    #expect(similar.contains { mature.contains($0["gameId"] as? String ?? "") })
    // A player who changes the mind after the night.
    try putUsers(["u3": ["updatedAt": "2026-04-01T10:00:00Z"]])
    let fresh = try refreshed("u3")
    #expect(!fresh.isEmpty && !fresh.contains(where: mature.contains))
  }

  @Test func `muted tags are on no list of the player`() throws {
    try putUsers(["u3": ["mutedTags": ["tag2", "unknown"]]])
    try sandbox.runNight()
    let lists = try lists()
    let muted = Set((0..<20).filter { $0 % 5 == 2 }.map { "g\($0)" })
    #expect(lists["u3"]?.isEmpty == false)
    #expect(lists["u3"]?.contains(where: muted.contains) == false)
    #expect(lists.contains { $0.value.contains(where: muted.contains) })
    try putUsers(["u5": ["mutedTags": ["tag1"], "updatedAt": "2026-04-01T10:00:00Z"]])
    let odd = try refreshed("u5").filter { Int($0.dropFirst()).map { $0 % 2 == 1 || $0 % 5 == 1 }! }
    #expect(odd.isEmpty)
  }

  @Test func `models learn nothing from a player without a profile, whose counts stay`() throws {
    let hidden = ["u3": ["personalization": false] as [String: Any]]
    try putUsers(hidden)
    try sandbox.runNight()
    let lists = try lists()
    let other = try Sandbox.withSmallWorld(days: 0..<0)
    try other.put(
      SmallWorld.users.map { user in
        user.merging(hidden[user["id"] as? String ?? ""] ?? [:]) { $1 }
      }, in: "users.ndjson")
    // The same events, but without what the player did.
    try other.put(
      SmallWorld.interactions(days: 0..<90).filter { $0["userId"] as? String != "u3" },
      in: "interactions/first.ndjson")
    try other.runNight()
    // Artifacts begin with the fingerprints of their inputs.
    for (file, end) in [("similar.ndjson", Int.max), ("model/factors.artifact", 200)] {
      let (own, without) = (
        try Data(contentsOf: sandbox.current.appending(path: file)),
        try Data(contentsOf: other.current.appending(path: file))
      )
      #expect(own.count == without.count && own.suffix(end) == without.suffix(end), "\(file)")
    }
    let list = try #require(
      sandbox.list("recommendations").first { $0["userId"] as? String == "u3" })
    #expect(list["source"] as? String == "popular")
    let counting = try Sandbox.withSmallWorld()
    try counting.runNight()
    let kpis = try [sandbox, counting].map { night in
      let file = night.folder.url.appending(path: "reports/2026-04-01/kpi.json")
      let current = try #require(object(String(contentsOf: file, encoding: .utf8))["current"])
      return try JSONSerialization.data(withJSONObject: current, options: .sortedKeys)
    }
    #expect(kpis[0] == kpis[1] && kpis[0].count > 200)
    // New likes do not make a profile either.
    try sandbox.put(
      [SmallWorld.interaction("n1", player: "u3", game: "g0", day: 90)],
      in: "interactions/second.ndjson")
    #expect(try refreshed("u3") == lists["u3"])
  }
}
