import FindieTestSupport
import Foundation
import Testing

/// Nights that follow each other on one workspace.
struct IncrementalNightTests {
  @Test func `the order and the compression of the input files change nothing`() throws {
    let (one, other) = (
      try Sandbox.withSmallWorld(days: 0..<1), try Sandbox.withSmallWorld(days: 0..<1)
    )
    let (early, late) = (
      SmallWorld.interactions(days: 1..<40), SmallWorld.interactions(days: 40..<90)
    )
    try one.put(early, in: "interactions-a.ndjson")
    try one.put(late, in: "interactions-b.ndjson")
    try other.put(late.reversed(), in: "interactions/a.jsonl")
    try other.put(early.reversed(), in: "interactions/z/b.ndjson")
    try one.runNight()
    try other.runNight()
    let lists = try one.differences(from: other).filter { !$0.hasPrefix("reports/") }
    #expect(lists == [])
    // The team's page has the number of files, which is the same here.
    #expect(try one.differences(from: other) == [])
  }

  @Test func `a second run computes nothing, also if a file has a new time`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    let file = sandbox.input.appending(path: "interactions/first.ndjson")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
    let outcomes = try sandbox.runNight()
    #expect(try sandbox.products() == before)
    for stage in [
      "matrix", "factors", "similar", "evaluation", "recommendations", "trending", "popular",
    ] {
      #expect(outcomes[stage] == "skipped", "\(stage)")
    }
  }

  @Test func `copied lists have the same bytes, also if files are damaged`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    for name in [nil, "recommendations.ndjson", "findie.sqlite", "SHA256SUMS"] {
      if let name {
        let file = sandbox.current.appending(path: name)
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: file)
      }
      #expect(try sandbox.runNight("--force", "publish")["publish"] != "skipped")
      #expect(try sandbox.products() == before, "\(name ?? "no file")")
    }
  }

  @Test func `the old events of a changed file are removed`() throws {
    let (changed, fresh) = (try Sandbox.withSmallWorld(), try Sandbox.withSmallWorld(days: 0..<80))
    try changed.runNight()
    try changed.put(SmallWorld.interactions(days: 0..<80), in: "interactions/first.ndjson")
    try changed.runNight("--publish", "anyway")
    try fresh.runNight()
    let day = try FileManager.default.destinationOfSymbolicLink(atPath: fresh.current.path)
    #expect(try changed.differences(from: fresh).filter { $0.contains(day) } == [])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: changed.current.path) == day)
  }

  @Test func `the events of a deleted file stay`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.list("recommendations").count
    try FileManager.default.removeItem(at: sandbox.input.appending(path: "interactions"))
    let outcomes = try sandbox.runNight()
    #expect(try sandbox.list("recommendations").count == before)
    #expect(outcomes["matrix"] == "skipped")
  }

  @Test func `a changed catalogue reaches the published lists`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    var games = SmallWorld.games
    games[0]["shortDescription"] = "a description that nobody wrote before"
    try sandbox.put(games, in: "games.ndjson")
    try sandbox.runNight()
    let snapshot = try Data(contentsOf: sandbox.current.appending(path: "findie.sqlite"))
    #expect(snapshot.range(of: Data("a description that nobody wrote before".utf8)) != nil)
  }

  @Test func `a night of an earlier day uses only earlier events`() throws {
    let (early, cut) = (try Sandbox.withSmallWorld(), try Sandbox.withSmallWorld(days: 0..<50))
    // Day 50 is 2026-02-20: 31 days of January, then the twentieth of February.
    try early.runNight("--date", "2026-02-20")
    try cut.runNight("--date", "2026-02-20")
    #expect(
      try early.differences(from: cut).filter { $0.hasSuffix(".ndjson") } == [])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: early.current.path)
        == "2026-02-20")
  }

  @Test func `an earlier night that is computed again is published on request`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try sandbox.runNight("--date", "2026-02-20", "--publish", "anyway")
    #expect(try sandbox.publishedDay == "2026-02-20")
  }

  @Test func `repeating a finished night changes only its records and the lock`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    // The first night may be a copy: the second one records the identity of its files.
    try sandbox.runNight()
    let before = try sandbox.state()
    try sandbox.runNight()
    let after = try sandbox.state()
    let touched = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(
      touched == [
        "workspace/.lock", "workspace/runs", "workspace/runs/last.json",
        "workspace/runs/metrics.prom", "workspace/runs/2026-04-01",
        "workspace/runs/2026-04-01/run.json",
      ])
  }
}
