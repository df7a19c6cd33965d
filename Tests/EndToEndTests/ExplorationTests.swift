import FindieTestSupport
import Foundation
import Testing

/// Verdicts on the exploration entries of a published night.
struct ExplorationTests {
  /// Games without events, released days before the newest event.
  private static var newGames: [[String: Any]] {
    (0..<12).map { game in
      [
        "id": "new-\(game)", "title": "New \(game)", "developerId": "n\(game)",
        "genres": [game % 3 == 0 ? "rpg" : "puzzle"], "tags": ["new"], "platforms": ["steam"],
        "releaseStatus": "released", "price": 10, "currency": "USD",
        "releaseDate": "2026-02-25T00:00:00Z",
      ]
    }
  }
  private static var morePlayers: [[String: Any]] {
    (0..<40).map { ["id": "more-\($0)", "username": "more\($0)"] }
  }

  private func exploration(_ result: Binary.Result) throws -> [String: Any] {
    try #require(result.status == 0, "\(result.error)")
    let stages = try #require(object(result.out)["stages"] as? [[String: Any]])
    return try #require(stages.first { $0["stage"] as? String == "exploration" })
  }

  @Test
  func
    `every slot with a verdict is reproduced from the night's data, and the policy is estimated`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.put(Self.newGames, in: "games/new.ndjson")
    try sandbox.put(Self.morePlayers, in: "users/more.ndjson")
    let first = try exploration(try sandbox.night("--json"))
    #expect((first["conclusion"] as? String)?.contains("is not identifiable: no night") == true)

    // Each drawn game gets a verdict: two of three players like games with an even number.
    var (answers, slots): ([[String: Any]], Int) = ([], 0)
    for (index, line) in try sandbox.list("recommendations").enumerated() {
      let user = try #require(line["userId"] as? String)
      let games = try #require(line["games"] as? [[String: Any]])
      for (slot, entry) in games.filter({ $0["probability"] != nil }).enumerated() {
        slots += 1
        let game = try #require(entry["gameId"] as? String)
        let isEven = Int(game.dropFirst(4)).map { $0 % 2 == 0 } ?? false
        answers.append(
          SmallWorld.interaction(
            "answer-\(index)-\(slot)", player: user, game: game,
            action: isEven && index % 3 > 0 ? "like" : "skip", day: 60))
      }
    }
    try #require(slots >= 60, "\(slots) drawn entries")
    try sandbox.put(answers, in: "interactions/answers.ndjson")
    let second = try exploration(try sandbox.night("--json"))
    let counts = try #require(second["counts"] as? [String: Int])
    #expect(counts == ["slots": slots, "answered": slots, "unexplained": 0])
    let measures = try #require(second["measures"] as? [String: Double])
    let liked = answers.count { $0["action"] as? String == "like" }
    let rate = Double(liked) / Double(slots)
    #expect(abs(try #require(measures["like rate"]) - rate) < 1e-9)
    // The updated policy prefers the even games.
    #expect(try #require(measures["SNIPS"]) > rate)
    #expect(try #require(measures["doubly robust"]) > rate)
  }
}
