import FindieTestSupport
import Foundation
import Testing

/// A night with a pinned game: in the files, in the database, in `run.json` and in the report.
struct PromotionNightTests {
  private static let sandbox = Result {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.put(
      [
        ["id": "p", "gameId": "g2", "from": "2026-03-30", "to": "2026-04-05", "rank": 2],
        ["id": "past", "gameId": "g3", "from": "2026-03-01", "to": "2026-03-31", "rank": 1],
      ], in: "promotions.ndjson")
    try sandbox.runNight()
    return sandbox
  }

  @Test func `promoted entries are marked everywhere and counted`() throws {
    let sandbox = try Self.sandbox.get()
    var promoted: [String: Int] = [:]
    for line in try sandbox.list("recommendations") {
      let games = try #require(line["games"] as? [[String: Any]])
      for entry in games where entry["promoted"] != nil {
        #expect(entry["gameId"] as? String == "g2")
        promoted[try #require(line["userId"] as? String)] = entry["rank"] as? Int
      }
    }
    #expect(!promoted.isEmpty)
    for (user, rank) in promoted.sorted(by: { $0.key < $1.key }).prefix(3) {
      let shown = try sandbox.findie(
        ["recommend", user, "--json", "--limit", "50", "--workspace", "workspace"])
      let games = try #require(object(shown.out)["games"] as? [[String: Any]])
      let entries = games.filter { $0["promoted"] as? Bool == true }
      #expect(entries.map { $0["rank"] as? Int } == [rank])
      let explained = try sandbox.findie(["explain", user, "g2", "--workspace", "workspace"])
      #expect(explained.out.contains("promoted"))
    }
    let run = try object(
      String(
        contentsOf: sandbox.workspace.appending(path: "runs/2026-04-01/run.json"), encoding: .utf8))
    let stages = try #require(run["stages"] as? [[String: Any]])
    let counts = stages.first { $0["stage"] as? String == "lists-to-publish" }?["counts"]
    #expect((counts as? [String: Int])?["promoted g2"] == promoted.count)
    let page = try String(
      contentsOf: sandbox.folder.url.appending(path: "reports/2026-04-01/index.html"),
      encoding: .utf8)
    #expect(page.contains("<caption>Promotions"))
  }

  @Test func `a reproduction has the same promotions`() throws {
    let sandbox = try Self.sandbox.get()
    let result = try sandbox.findie(
      ["reproduce", "--workspace", "workspace", "--reports", "reports"])
    #expect(result.status == 0, "\(result.error)\(result.out)")
  }
}
