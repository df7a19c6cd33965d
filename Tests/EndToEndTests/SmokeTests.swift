import FindieTestSupport
import Foundation
import Testing

/// The nights of `make smoke`: a first one, and the next ones.
struct SmokeTests {
  @Test func `two nights over two parts give the result of one night over all`() throws {
    let (parts, whole) = (
      try Sandbox.withSmallWorld(days: 0..<60), try Sandbox.withSmallWorld(days: 0..<60)
    )
    try parts.runNight()
    let more = SmallWorld.interactions(days: 60..<90)
    for sandbox in [parts, whole] { try sandbox.put(more, in: "interactions/second.ndjson") }
    try parts.runNight()
    try whole.runNight()
    // The first night of the parts is of another day, and its output stays.
    let last = "2026-04-01"
    // Only the team's report and the index depend on earlier nights, and so do their checksums.
    let kpis = ["kpi.json", "kpi.csv", "index.html", "studios/index.html", "SHA256SUMS"].map {
      "reports/\(last)/\($0)"
    }
    // The gate's reference is an earlier night's, and its checksum is among the sums.
    let differences = try parts.differences(from: whole).filter {
      $0.contains(last) && !kpis.contains($0) && !$0.contains("held-out/reference-")
        && !$0.hasSuffix("/SHA256SUMS")
    }
    #expect(differences == [])
    func withoutSeries(_ sandbox: Sandbox) throws -> Data {
      let url = sandbox.folder.url.appending(path: kpis[0])
      var report = try object(String(contentsOf: url, encoding: .utf8))
      report["health"] = nil
      return try JSONSerialization.data(withJSONObject: report, options: .sortedKeys)
    }
    #expect(try withoutSeries(parts) == withoutSeries(whole))
    #expect(try parts.products().keys.contains { $0.contains(last) })
  }

  @Test func `each list is the one that its night's models and data give`() throws {
    let world = try Sandbox.withGeneratedWorld(nights: "2026-01-27", "2026-01-28")
    // A late file, a withdrawn game, a player with new limits.
    let before = try world.list("recommendations")
    let late = try #require(before.first?["userId"] as? String)
    let games = try lines(of: world.input.appending(path: "games.ndjson"))
    let known = try #require(games.compactMap { $0["id"] as? String }.last)
    try world.put(
      [SmallWorld.interaction("late", player: late, game: known, day: 26)],
      in: "interactions/late.ndjson")
    let shown = try #require(before.last?["games"] as? [[String: Any]])
    let withdrawn = try #require(shown.first?["gameId"] as? String)
    try world.put(
      games.filter { $0["id"] as? String == withdrawn }.map {
        $0.merging(["isActive": false, "updatedAt": "2026-01-28T00:00:00Z"]) { $1 }
      }, in: "games-z.ndjson")
    for day in ["2026-01-29", "2026-01-30"] {
      try world.runNight("--date", day)
      let (status, lists) = try RecomputedLists.recomputed(world)
      #expect(status == 0)
      #expect(lists["lists"] as? Int == (try world.list("recommendations").count))
      #expect((lists["differing"] as? [Any])?.isEmpty == true)
      #expect(
        try !world.list("recommendations").contains { list in
          (list["games"] as? [[String: Any]] ?? []).contains {
            $0["gameId"] as? String == withdrawn
          }
        })
    }
    let explained = try world.findie([
      "explain", late, "--workspace", "workspace", "--json",
    ])
    #expect(try object(explained.out)["date"] as? String == "2026-01-30")
  }
}
