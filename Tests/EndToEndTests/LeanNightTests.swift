import FindieTestSupport
import Foundation
import Testing

/// Nights with little to read.
struct LeanNightTests {
  @Test func `a catalogue without events is a night with popular lists and warnings`() throws {
    let place = try Place.withSmallWorld(days: 0..<0)
    let result = try place.night("--now", "2026-04-01T03:00:00Z")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("there is no event before 2026-04-01"))
    // Nobody did anything: twelve players are known, and each gets what there is.
    #expect(
      Set(try place.list("recommendations").compactMap { $0["source"] as? String }) == ["popular"])
    #expect(try place.list("recommendations").count == 12)
    #expect(try place.list("similar").count == 20)
  }

  @Test func `events without a catalogue are a night with empty lists and a warning`() throws {
    let place = try Place()
    try place.put(SmallWorld.interactions(days: 0..<30), in: "interactions.ndjson")
    let result = try place.night()
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("the catalogue has no games, so all lists are empty"))
    #expect(
      try place.list("recommendations").allSatisfy { ($0["games"] as? [Any])?.isEmpty == true })
    #expect(try place.list("similar").isEmpty)
  }

  @Test func `one player and one game are a night`() throws {
    let place = try Place()
    try place.put([SmallWorld.games[0]], in: "games.ndjson")
    try place.put(
      [SmallWorld.interaction("i", player: "u", game: "g0", day: 0)], in: "interactions.ndjson")
    let result = try place.night()
    #expect(result.status == 0, "\(result.error)")
    // The only game is one that the only player knows.
    #expect(try place.list("recommendations").first?["games"] as? [String] == [])
  }

  @Test func `empty files are a night`() throws {
    let place = try Place()
    try place.put([], in: "games.ndjson")
    try place.put([], in: "interactions.ndjson")
    #expect(try place.night().status == 0)
  }

  @Test func `favourite genres speak for a player who did nothing yet`() throws {
    let place = try Place.withSmallWorld()
    try place.put(
      SmallWorld.users + [["id": "new", "favoriteGenres": ["puzzle"]]], in: "users.ndjson")
    try place.goodNight()
    let list = try #require(
      place.list("recommendations").first { $0["userId"] as? String == "new" })
    #expect(list["source"] as? String == "genres")
    let games = try #require(list["games"] as? [[String: Any]])
    let puzzles = Set(
      SmallWorld.games.filter { $0["genres"] as? [String] == ["puzzle"] }
        .compactMap { $0["id"] as? String })
    #expect(!games.isEmpty)
    #expect(puzzles.contains(games[0]["gameId"] as? String ?? ""))
  }

  @Test func `price and platforms that a player set hold`() throws {
    let place = try Place.withSmallWorld()
    var games = SmallWorld.games
    games[1]["price"] = 9.99
    games[2]["isFree"] = true
    games[3]["price"] = 3
    games[3]["currency"] = "EUR"
    games[4]["price"] = NSNull()
    games[5]["price"] = 5
    games[5]["platforms"] = ["mac", "itchio"]
    try place.put(games, in: "games.ndjson")
    try place.put(
      [
        ["id": "thrifty", "priceRange": "under10"], ["id": "poor", "priceRange": "free"],
        ["id": "mac", "preferredPlatforms": ["mac"]], ["id": "any", "priceRange": "any"],
      ], in: "users.ndjson")
    try place.goodNight()
    func ids(_ player: String) throws -> Set<String> {
      let list = try #require(
        place.list("recommendations").first { $0["userId"] as? String == player })
      return Set(
        try #require(list["games"] as? [[String: Any]]).compactMap { $0["gameId"] as? String })
    }
    // Ten is within "under 10"; a euro's price is not compared with a dollar's bound.
    #expect(try ids("thrifty").isDisjoint(with: ["g3", "g4"]))
    #expect(try ids("poor").isSubset(of: ["g2"]))
    #expect(try ids("mac").isSubset(of: ["g5"]))
    #expect(try ids("any").isSuperset(of: ["g3", "g4", "g5"]))
  }

  @Test func `a cancelled, inactive or announced game is in no list of recommendations`() throws {
    let place = try Place.withSmallWorld()
    var games = SmallWorld.games
    games[1]["releaseStatus"] = "cancelled"
    games[2]["isActive"] = false
    games[3]["releaseStatus"] = "upcoming"
    games[4]["releaseDate"] = "2026-04-01T00:00:00Z"
    games[5]["releaseDate"] = "2026-03-31T23:59:59Z"
    try place.put(games, in: "games.ndjson")
    try place.put(SmallWorld.users + [["id": "new"]], in: "users.ndjson")
    try place.goodNight()
    let all = try place.list("recommendations").flatMap { $0["games"] as? [[String: Any]] ?? [] }
      .compactMap { $0["gameId"] as? String }
    // The night is of 2026-04-01: what comes out on that day is announced, the day before is out.
    #expect(Set(all).isDisjoint(with: ["g1", "g2", "g3", "g4"]))
    #expect(all.contains("g5"))
    let similar = try place.list("similar").flatMap { $0["games"] as? [[String: Any]] ?? [] }
      .compactMap { $0["gameId"] as? String }
    #expect(Set(similar).isDisjoint(with: ["g1", "g2", "g3", "g4"]))
  }
}
