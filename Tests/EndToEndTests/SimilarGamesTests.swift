import FindieTestSupport
import Foundation
import Testing

/// The lists of similar games of complete nights.
struct SimilarGamesTests {
  private func lists(_ sandbox: Sandbox) throws -> [String: [(id: String, by: String)]] {
    try sandbox.list("similar").reduce(into: [:]) { lists, line in
      let id = try #require(line["gameId"] as? String)
      let games = try #require(line["games"] as? [[String: Any]])
      lists[id] = try games.map { game in
        (try #require(game["gameId"] as? String), try #require(game["carriedBy"] as? String))
      }
    }
  }

  @Test func `planted twins are listed as similar to each other`() throws {
    let sandbox = try Sandbox()
    let generated = try sandbox.findie([
      "generate", "--output", "world", "--players", "1200", "--games", "150", "--developers",
      "40", "--days", "42", "--seed", "11", "--no-analytics",
    ])
    try #require(generated.status == 0, "\(generated.error)")
    let night = try sandbox.findie(SampleNight.arguments(input: "world"))
    try #require(night.status == 0, "\(night.error)")
    let truth = try object(
      String(contentsOf: sandbox.folder.url.appending(path: "world/truth.json"), encoding: .utf8))
    let twins = try #require(truth["twins"] as? [[String: Any]])
    try #require(twins.count == 8)
    let lists = try lists(sandbox)
    // Their genres and tags are independent, so only players show the similarity.
    for twin in twins {
      let first = try #require(twin["firstGameId"] as? String)
      let second = try #require(twin["secondGameId"] as? String)
      for (game, other) in [(first, second), (second, first)] {
        #expect(lists[game]?.first?.id == other, "\(game)")
        #expect(lists[game]?.first?.by == "players", "\(game)")
      }
    }
  }

  @Test func `a list has one edition of a game, none of its own, and uses tag categories`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld()
    func extra(_ id: String, _ title: String, tags: [String]) -> [String: Any] {
      [
        "id": id, "title": title, "developerId": "d0", "genres": ["sports"], "tags": tags,
        "releaseStatus": "released", "releaseDate": "2025-01-01T00:00:00Z", "isFree": true,
      ]
    }
    try sandbox.put(
      SmallWorld.games + [
        extra("x0", "Game 0: Definitive Edition", tags: ["drawn"]),
        extra("x1", "Skate", tags: ["drawn", "calm"]), extra("x2", "Skate 2", tags: ["drawn"]),
        extra("x3", "Skate Demo", tags: ["drawn", "calm"]), extra("x4", "Ski", tags: ["calm"]),
      ], in: "games.ndjson")
    try sandbox.put(
      [
        ["id": "drawn", "name": "drawn", "category": "artStyle"],
        ["id": "calm", "name": "calm", "category": "mood"],
      ], in: "tags.ndjson")
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nadvanced: {similarity: {weights: {artStyle: 0, mood: 10}}}\n",
      to: "night.yaml")
    try sandbox.runNight()
    let lists = try lists(sandbox).mapValues { $0.map(\.id) }
    for (id, list) in lists {
      // Players have Game 0, and none has its other edition; a demo is not the game.
      #expect(Set(list).isDisjoint(with: ["x0", "x3"]), "\(id)")
    }
    #expect(lists["x0"]?.contains("g0") == false)
    #expect(lists["x3"]?.contains("x1") == false)
    #expect(lists["x4"]?.first == "x1")
    #expect(lists["x3"]?.first == "x4")
  }
}
