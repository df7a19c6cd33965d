import FindieTestSupport
import Foundation
import Testing

/// Nights that follow each other on one workspace.
struct IncrementalNightTests {
  @Test func `two nights over two parts give what one night over all gives`() throws {
    let (parts, whole) = (
      try Place.withSmallWorld(days: 0..<60), try Place.withSmallWorld(days: 0..<60)
    )
    try parts.goodNight()
    let more = SmallWorld.interactions(days: 60..<90)
    for place in [parts, whole] { try place.put(more, in: "interactions/second.ndjson") }
    try parts.goodNight()
    try whole.goodNight()
    // The first night of the parts is of another day, and its products stay.
    let last = "2026-04-01"
    // Only the series of the nights before tells how many there were: the team's have it, and so their
    // checksums.
    let kpis = ["kpi.json", "kpi.csv", "index.html", "SHA256SUMS"].map { "reports/\(last)/\($0)" }
    #expect(
      try parts.differences(from: whole).filter { $0.contains(last) && !kpis.contains($0) } == [])
    func withoutSeries(_ place: Place) throws -> Data {
      let url = place.folder.url.appending(path: kpis[0])
      var report = try object(String(contentsOf: url, encoding: .utf8))
      report["health"] = nil
      return try JSONSerialization.data(withJSONObject: report, options: .sortedKeys)
    }
    #expect(try withoutSeries(parts) == withoutSeries(whole))
    #expect(try parts.products().keys.contains { $0.contains(last) })
  }

  @Test func `a night may start from the factors of the last one, which it then depends on`() throws
  {
    func place(_ parameters: String) throws -> Place {
      let place = try Place()
      try place.folder.write(parameters, to: "night.yaml")
      let generated = try place.findie([
        "generate", "--output", "input", "--players", "300", "--games", "100", "--developers", "20",
        "--days", "30", "--first-day", "2026-01-01", "--seed", "4",
      ])
      try #require(generated.status == 0, "\(generated.error)")
      return place
    }
    func lists(_ place: Place) throws -> Data {
      try Data(contentsOf: place.current.appending(path: "recommendations.ndjson"))
    }
    let warm = try place("als: {rank: 8, iterations: 2}\nadvanced: {als: {start: lastNight}}\n")
    let cold = try place("als: {rank: 8, iterations: 2}\n")
    // There is none before the first night, which is then as any other.
    try warm.goodNight("--date", "2026-01-29")
    try cold.goodNight("--date", "2026-01-29")
    #expect(try lists(warm) == lists(cold))
    try warm.goodNight("--date", "2026-01-30")
    try cold.goodNight("--date", "2026-01-30")
    #expect(try lists(warm) != lists(cold))
    let outcomes = try warm.goodNight("--date", "2026-01-30")
    #expect(outcomes["factors"] == "skipped")
  }

  @Test func `the order and the form of the input files change nothing`() throws {
    let (one, other) = (
      try Place.withSmallWorld(days: 0..<1), try Place.withSmallWorld(days: 0..<1)
    )
    let (early, late) = (
      SmallWorld.interactions(days: 1..<40), SmallWorld.interactions(days: 40..<90)
    )
    try one.put(early, in: "interactions-a.ndjson")
    try one.put(late, in: "interactions-b.ndjson")
    try other.put(late.reversed(), in: "interactions/a.jsonl")
    try other.put(early.reversed(), in: "interactions/z/b.ndjson")
    try one.goodNight()
    try other.goodNight()
    let lists = try one.differences(from: other).filter { !$0.hasPrefix("reports/") }
    #expect(lists == [])
    // The team's page counts files, which are the same number here.
    #expect(try one.differences(from: other) == [])
  }

  @Test func `a second run makes nothing, also where a file was only touched`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try place.products()
    let file = place.input.appending(path: "interactions/first.ndjson")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
    let outcomes = try place.goodNight()
    #expect(try place.products() == before)
    for stage in ["matrix", "factors", "similar", "evaluation", "recommendations", "trending"] {
      #expect(outcomes[stage] == "skipped", "\(stage)")
    }
  }

  @Test func `a file that changed takes its old events back`() throws {
    let (changed, fresh) = (try Place.withSmallWorld(), try Place.withSmallWorld(days: 0..<80))
    try changed.goodNight()
    try changed.put(SmallWorld.interactions(days: 0..<80), in: "interactions/first.ndjson")
    try changed.goodNight()
    try fresh.goodNight()
    let day = try FileManager.default.destinationOfSymbolicLink(atPath: fresh.current.path)
    #expect(try changed.differences(from: fresh).filter { $0.contains(day) } == [])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: changed.current.path) == day)
  }

  @Test func `a file that is gone keeps its events`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try place.list("recommendations").count
    try FileManager.default.removeItem(at: place.input.appending(path: "interactions"))
    let outcomes = try place.goodNight()
    #expect(try place.list("recommendations").count == before)
    #expect(outcomes["matrix"] == "skipped")
  }

  @Test func `a changed word of the catalogue reaches what is published`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    var games = SmallWorld.games
    games[0]["shortDescription"] = "a description that nobody wrote before"
    try place.put(games, in: "games.ndjson")
    try place.goodNight()
    let snapshot = try Data(contentsOf: place.current.appending(path: "findie.sqlite"))
    #expect(snapshot.range(of: Data("a description that nobody wrote before".utf8)) != nil)
  }

  @Test func `a night of an earlier day sees only what came before it`() throws {
    let (early, cut) = (try Place.withSmallWorld(), try Place.withSmallWorld(days: 0..<50))
    // Day 50 is 2026-02-20: 31 days of January, then the twentieth of February.
    try early.goodNight("--date", "2026-02-20")
    try cut.goodNight("--date", "2026-02-20")
    #expect(
      try early.differences(from: cut).filter { $0.hasSuffix(".ndjson") } == [])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: early.current.path)
        == "2026-02-20")
  }

  @Test func `an earlier night made again is what is served then`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    try place.goodNight("--date", "2026-02-20")
    let lists = try place.list("recommendations")
    #expect(Set(lists.compactMap { $0["date"] as? String }) == ["2026-02-20"])
  }

  @Test func `a finished night that is run again touches no file but its records and the lock`()
    throws
  {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    // The first night may be a copy: the second one records the identity of its files.
    try place.goodNight()
    let before = try place.state()
    try place.goodNight()
    let after = try place.state()
    let touched = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(
      touched == [
        "workspace/.lock", "workspace/runs", "workspace/runs/last.json",
        "workspace/runs/metrics.prom", "workspace/runs/2026-04-01",
        "workspace/runs/2026-04-01/run.json", "workspace/runs/2026-04-01/trace.json",
      ])
  }
}
