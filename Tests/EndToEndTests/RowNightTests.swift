import FindieTestSupport
import Foundation
import Testing

/// Rows of games in published nights, by the program.
struct RowNightTests {
  private func world(_ parameters: String = "") throws -> Sandbox {
    try Sandbox.withGeneratedWorld(parameters, nights: "2026-01-27")
  }

  private static func games(_ line: [String: Any]) -> [String] {
    (line["rows"] as? [[String: Any]] ?? []).flatMap { $0["games"] as? [String] ?? [] }
  }

  @Test func `without rows there is no file of them, and all other files are the same`() throws {
    let sandbox = try world()
    let rows = try sandbox.list("rows")
    #expect(rows.count > 100)
    #expect(rows.allSatisfy { Set(Self.games($0)).count == Self.games($0).count })
    let keys = Set(
      rows.flatMap { $0["rows"] as? [[String: Any]] ?? [] }.compactMap { $0["key"] as? String })
    #expect(keys.count > 3, "\(keys)")
    let without = try world("recommendations: {rows: 0}\n")
    let (with, other) = (try sandbox.products(), try without.products())
    // The reports count the rows.
    let differing = Set(with.keys).union(other.keys)
      .filter { with[$0] != other[$0] && $0.hasPrefix("workspace/published/") }
      .map { $0.split(separator: "/").dropFirst(3).joined(separator: "/") }
    #expect(
      Set(differing) == ["rows.ndjson", "findie.sqlite", "SHA256SUMS", "model/model.json"],
      "\(differing)")
    #expect(
      !FileManager.default.fileExists(
        atPath: without.current.appending(path: "rows.ndjson").path))
    let stores = try [sandbox, without].map {
      try Data(contentsOf: $0.current.appending(path: "findie.sqlite"))
    }
    #expect(stores.map { $0.range(of: Data("hidden-gems".utf8)) != nil } == [true, false])
  }

  @Test func `rows computed again are the same, and an arm can go without`() throws {
    let sandbox = try world()
    #expect(try RecomputedLists.recomputed(sandbox).status == 0)
    let before = try sandbox.list("rows")
    try sandbox.folder.write(
      "plain:\n  share: 0.5\n  from: 2026-01-27\n  parameters: {recommendations.rows: 0}\n",
      to: "arms.yaml")
    try sandbox.runNight("--date", "2026-01-27", "--experiments", "arms.yaml")
    let arm = Set(
      try sandbox.list("recommendations").filter { $0["arm"] != nil }
        .compactMap { $0["userId"] as? String })
    #expect(!arm.isEmpty)
    let after = try sandbox.list("rows")
    let expected = before.filter { !arm.contains($0["userId"] as? String ?? "") }
    #expect(after as NSArray == expected as NSArray && after.count < before.count)
    #expect(try RecomputedLists.recomputed(sandbox).status == 0)
  }

  @Test func `a refresh has the rows of a player who did something, and recommend shows them`()
    throws
  {
    let sandbox = try world()
    let line = try #require(sandbox.list("rows").first { Self.games($0).count > 20 })
    let player = try #require(line["userId"] as? String)
    let liked = try #require(Self.games(line).first)
    func shown() throws -> [String] {
      let result = try sandbox.findie([
        "recommend", player, "--rows", "--json", "--workspace", "workspace",
      ])
      try #require(result.status == 0, "\(result.error)")
      return try Self.games(object(result.out))
    }
    #expect(try shown() == Self.games(line))
    try sandbox.put(
      [
        [
          "id": "new", "userId": player, "gameId": liked, "action": "like", "sessionId": "s",
          "timestamp": "2026-01-27T10:00:00Z",
        ]
      ], in: "interactions/zz.ndjson")
    let refresh = try sandbox.findie(["refresh", "--input", "input", "--workspace", "workspace"])
    try #require(refresh.status == 0, "\(refresh.error)")
    let fresh = try shown()
    #expect(!fresh.isEmpty && !fresh.contains(liked) && fresh != Self.games(line))
  }

  @Test func `odd players and odd names`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let odd = "\u{301}\"o\\\u{0}dd"
    try sandbox.put(
      SmallWorld.games.enumerated().map { index, game in
        game.merging([
          "genres": [], "tags": index % 2 == 0 ? [odd] : ["'; DROP TABLE night"],
        ]) { $1 }
      }, in: "games.ndjson")
    try sandbox.put(
      SmallWorld.users.map { user in
        user.merging(
          user["id"] as? String == "u1"
            ? ["mutedTags": [odd, "'; DROP TABLE night"]]
            : user["id"] as? String == "u2" ? ["personalization": false] : [:]
        ) { $1 }
      } + [["id": "one"]], in: "users.ndjson")
    try sandbox.put(
      [SmallWorld.interaction("o", player: "one", game: "g0", day: 80)],
      in: "interactions/one.ndjson")
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nreports: {minimumPlayers: 1}\n",
      to: "night.yaml")
    try sandbox.runNight()
    let rows = Dictionary(
      uniqueKeysWithValues: try sandbox.list("rows").map { ($0["userId"] as? String ?? "", $0) })
    #expect(rows["u1"] == nil && rows["u2"] == nil)
    let subjects = rows.values.flatMap { $0["rows"] as? [[String: Any]] ?? [] }
      .filter { $0["key"] as? String == "more-of-tag" }.compactMap { $0["subject"] as? String }
    #expect(Set(subjects).isSubset(of: [odd, "'; DROP TABLE night"]) && !subjects.isEmpty)
    #expect(try RecomputedLists.recomputed(sandbox).status == 0)
  }
}
