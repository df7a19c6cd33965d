import FindieTestSupport
import Foundation
import Testing

/// Nights with little or no input.
struct LeanNightTests {
  @Test func `a catalogue without events gives popular lists and warnings`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<0)
    let result = try sandbox.night("--now", "2026-04-01T03:00:00Z")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains("there are no events before 2026-04-01"))
    // There are no events: twelve players are known, and each gets a list of all games.
    #expect(
      Set(try sandbox.list("recommendations").compactMap { $0["source"] as? String }) == ["popular"]
    )
    #expect(try sandbox.list("recommendations").count == 12)
    #expect(try sandbox.list("similar").count == 20)
  }

  @Test func `events without a catalogue give empty lists and a warning`() throws {
    let sandbox = try Sandbox()
    try sandbox.put(SmallWorld.interactions(days: 0..<30), in: "interactions.ndjson")
    let result = try sandbox.night()
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains("the catalogue has no games, so all lists are empty"))
    #expect(
      try sandbox.list("recommendations").allSatisfy { ($0["games"] as? [Any])?.isEmpty == true })
    #expect(try sandbox.list("similar").isEmpty)
  }

  @Test func `one player and one game are enough for a night`() throws {
    let sandbox = try Sandbox()
    try sandbox.put([SmallWorld.games[0]], in: "games.ndjson")
    try sandbox.put(
      [SmallWorld.interaction("i", player: "u", game: "g0", day: 0)], in: "interactions.ndjson")
    let result = try sandbox.night()
    #expect(result.status == 0, "\(result.error)")
    // The only player has seen the only game.
    #expect(try sandbox.list("recommendations").first?["games"] as? [String] == [])
  }

  @Test func `empty files are enough for a night`() throws {
    let sandbox = try Sandbox()
    try sandbox.put([], in: "games.ndjson")
    try sandbox.put([], in: "interactions.ndjson")
    #expect(try sandbox.night().status == 0)
  }

  @Test func `a player without events gets a list from the favourite genres`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.put(
      SmallWorld.users + [["id": "new", "favoriteGenres": ["puzzle"]]], in: "users.ndjson")
    try sandbox.runNight()
    let list = try #require(
      sandbox.list("recommendations").first { $0["userId"] as? String == "new" })
    #expect(list["source"] as? String == "genres")
    let games = try #require(list["games"] as? [[String: Any]])
    let puzzles = Set(
      SmallWorld.games.filter { $0["genres"] as? [String] == ["puzzle"] }
        .compactMap { $0["id"] as? String })
    #expect(!games.isEmpty)
    #expect(puzzles.contains(games[0]["gameId"] as? String ?? ""))
  }

  @Test func `a player's price and platform limits hold`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    var games = SmallWorld.games
    games[1]["price"] = 9.99
    games[2]["isFree"] = true
    games[3]["price"] = 3
    games[3]["currency"] = "EUR"
    games[4]["price"] = NSNull()
    games[5]["price"] = 5
    games[5]["platforms"] = ["mac", "itchio"]
    try sandbox.put(games, in: "games.ndjson")
    try sandbox.put(
      [
        ["id": "thrifty", "priceRange": "under10"], ["id": "poor", "priceRange": "free"],
        ["id": "mac", "preferredPlatforms": ["mac"]], ["id": "any", "priceRange": "any"],
      ], in: "users.ndjson")
    try sandbox.runNight()
    func ids(_ player: String) throws -> Set<String> {
      let list = try #require(
        sandbox.list("recommendations").first { $0["userId"] as? String == player })
      return Set(
        try #require(list["games"] as? [[String: Any]]).compactMap { $0["gameId"] as? String })
    }
    // Ten is within "under 10"; a price in euros is not compared with a limit in dollars; an unknown
    // price excludes nothing.
    #expect(!(try ids("thrifty").contains("g3")))
    #expect(try ids("thrifty").contains("g4"))
    #expect(try ids("poor").isSubset(of: ["g2"]))
    #expect(try ids("mac").isSubset(of: ["g5"]))
    #expect(try ids("any").isSuperset(of: ["g3", "g4", "g5"]))
  }

  @Test func `a cancelled, inactive or announced game is never recommended`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    var games = SmallWorld.games
    games[1]["releaseStatus"] = "cancelled"
    games[2]["isActive"] = false
    games[3]["releaseStatus"] = "upcoming"
    games[4]["releaseDate"] = "2026-04-01T00:00:00Z"
    games[5]["releaseDate"] = "2026-03-31T23:59:59Z"
    try sandbox.put(games, in: "games.ndjson")
    try sandbox.put(SmallWorld.users + [["id": "new"]], in: "users.ndjson")
    try sandbox.runNight()
    let all = try sandbox.list("recommendations").flatMap { $0["games"] as? [[String: Any]] ?? [] }
      .compactMap { $0["gameId"] as? String }
    // The night is 2026-04-01: a game of that day is announced, one of the day before is released.
    #expect(Set(all).isDisjoint(with: ["g1", "g2", "g3", "g4"]))
    #expect(all.contains("g5"))
    let similar = try sandbox.list("similar").flatMap { $0["games"] as? [[String: Any]] ?? [] }
      .compactMap { $0["gameId"] as? String }
    #expect(Set(similar).isDisjoint(with: ["g1", "g2", "g3", "g4"]))
  }
}
