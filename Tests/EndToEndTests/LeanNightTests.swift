import FindieTestSupport
import Foundation
import Testing

/// Nights with little or no input.
struct LeanNightTests {
  /// An empty first night: status 66, nothing published, and no check mark.
  private func expectRefused(
    _ sandbox: Sandbox, _ arguments: [String] = [], _ words: [String]
  ) throws {
    let result = try sandbox.findie(sandbox.arguments + arguments)
    #expect(result.status == 66)
    for word in words { #expect(result.error.contains(word), "\(word): \(result.error)") }
    #expect(!result.out.contains("✓"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.current.path))
  }

  @Test func `a catalogue without events is published only with --publish anyway`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<0)
    try expectRefused(
      sandbox, ["--now", "2026-04-01T03:00:00Z"],
      ["there are no events before 2026-04-01", "Add events to the input", "findie validate input"])
    let result = try sandbox.night("--now", "2026-04-01T03:00:00Z", "--publish", "anyway")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains("there are no events before 2026-04-01"))
    // There are no events: twelve players are known, and each gets a list of all games.
    #expect(
      Set(try sandbox.list("recommendations").compactMap { $0["source"] as? String }) == ["popular"]
    )
    #expect(try sandbox.list("recommendations").count == 12)
    #expect(try sandbox.list("similar").count == 20)
  }

  @Test func `events of the night's own day are for the next night`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 89..<90)
    try expectRefused(
      sandbox, ["--now", "2026-03-31T23:00:00Z"],
      ["there are no events before 2026-03-31", "the first event is on 2026-03-31", "run again"])
    try sandbox.runNight("--now", "2026-04-01T01:00:00Z")
    #expect(try sandbox.publishedDay == "2026-04-01")
  }

  @Test func `events without a catalogue are no night`() throws {
    let sandbox = try Sandbox()
    let events = SmallWorld.interactions(days: 0..<30)
    try sandbox.put(events, in: "interactions.ndjson")
    try sandbox.put(SmallWorld.games, in: "spiele.ndjson")
    try expectRefused(
      sandbox, [],
      [
        "the catalogue has no games", "interactions \(events.count) of \(events.count) lines",
        "Not read: spiele.ndjson", "findie validate input",
      ])
  }

  @Test func `a night of empty lists does not replace the published one`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.runNight()
    let first = try sandbox.publishedDay
    try sandbox.put(
      SmallWorld.games.map { $0.merging(["isActive": false]) { $1 } }, in: "games.ndjson")
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/second.ndjson")
    let result = try sandbox.night()
    #expect(result.status == 66)
    for word in ["all 12 lists are empty", "inactive", "The night of \(first ?? "") is still"] {
      #expect(result.error.contains(word), "\(word): \(result.error)")
    }
    #expect(try sandbox.publishedDay == first)
  }

  @Test func `one player and one game give an empty list`() throws {
    let sandbox = try Sandbox()
    try sandbox.put([SmallWorld.games[0]], in: "games.ndjson")
    try sandbox.put(
      [SmallWorld.interaction("i", player: "u", game: "g0", day: 0)], in: "interactions.ndjson")
    try expectRefused(sandbox, [], ["the only list is empty", "liked 1"])
    let result = try sandbox.night("--publish", "anyway")
    #expect(result.status == 0, "\(result.error)")
    // The only player has seen the only game.
    #expect(try sandbox.list("recommendations").first?["games"] as? [String] == [])
  }

  @Test func `an app with anonymous events only has lists of games`() throws {
    let sandbox = try Sandbox()
    try sandbox.put(SmallWorld.games, in: "games.ndjson")
    try sandbox.put(
      (0..<30).map {
        [
          "eventId": "a\($0)", "eventType": "gameView", "gameId": "g\($0 % 5)",
          "anonymousUserId": "p\($0 % 7)", "timestamp": "2026-03-\(10 + $0 % 5)T08:00:00Z",
        ]
      }, in: "analytics.ndjson")
    let result = try sandbox.night("--now", "2026-04-01T03:00:00Z")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains("there are no players"))
    #expect(try sandbox.list("recommendations").isEmpty)
    #expect(try !sandbox.list("similar").isEmpty)
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
    // Ten is within "under 10"; a price in euros is not compared with a limit in dollars; an
    // unknown price excludes nothing.
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
