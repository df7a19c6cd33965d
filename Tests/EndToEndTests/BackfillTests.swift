import FindieTestSupport
import Foundation
import Testing

/// Backfill: nights of many past days.
struct BackfillTests {
  /// The exit status, and the outcome of each night.
  private func backfill(
    _ sandbox: Sandbox, from: String = "2026-02-01", to: String = "2026-02-04", _ more: String...
  ) throws -> (status: Int32, outcomes: [String: String], served: String?) {
    let result = try sandbox.findie(
      ["backfill", "--from", from, "--to", to] + sandbox.options + more + ["--json"])
    let said = try object(result.out)
    let nights = try #require(said["nights"] as? [[String: Any]], "\(result.error)")
    let outcomes = nights.compactMap { night -> (String, String)? in
      guard let day = night["day"] as? String, let outcome = night["outcome"] as? String else {
        return nil
      }
      return (day, outcome)
    }
    #expect(outcomes.map(\.0) == outcomes.map(\.0).sorted())
    return (
      result.status, Dictionary(uniqueKeysWithValues: outcomes), said["publishedDay"] as? String
    )
  }

  private static let days = ["2026-02-01", "2026-02-02", "2026-02-03", "2026-02-04"]

  private func all(_ outcome: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: Self.days.map { ($0, outcome) })
  }

  private func lists(_ sandbox: Sandbox, _ day: String) throws -> Data {
    try Data(
      contentsOf: sandbox.workspace.appending(path: "published/\(day)/recommendations.ndjson"))
  }

  @Test func `each missing night is computed once, without later events`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let first = try backfill(sandbox)
    #expect(first.status == 0)
    #expect(first.outcomes == all("built"))
    #expect(first.served == "2026-02-04")
    // Day 32 is 2026-02-02: 31 days of January, and the first of February.
    let cut = try Sandbox.withSmallWorld(days: 0..<32)
    try cut.runNight("--date", "2026-02-02")
    #expect(try lists(sandbox, "2026-02-02") == lists(cut, "2026-02-02"))
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.workspace.appending(path: "backfill").path))

    let before = try sandbox.products()
    let second = try backfill(sandbox)
    #expect(second.outcomes == all("upToDate"))
    #expect(try sandbox.products() == before)
  }

  @Test func `the newest night stays published`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let outcome = try backfill(sandbox)
    #expect(outcome.outcomes == all("built"))
    #expect(outcome.served == "2026-04-01")
    #expect(try sandbox.publishedDay == "2026-04-01")
  }

  @Test func `a late file recomputes only the nights after its events`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    _ = try backfill(sandbox)
    let before = try sandbox.products()
    // Day 32 is 2026-02-02, which the nights of the third and the fourth use.
    try sandbox.put(
      [SmallWorld.interaction("late", player: "u1", game: "g1", day: 32)],
      in: "interactions/late.ndjson")
    let outlook = try sandbox.findie(
      ["backfill", "--from", "2026-02-01", "--to", "2026-02-04", "--dry-run"] + sandbox.options)
    #expect(outlook.status == 2)
    #expect(outlook.out.contains("1 file will be read first"), "\(outlook.out)")
    #expect(try sandbox.products() == before)
    let outcome = try backfill(sandbox)
    #expect(
      outcome.outcomes == [
        "2026-02-01": "upToDate", "2026-02-02": "upToDate", "2026-02-03": "built",
        "2026-02-04": "built",
      ])
    let after = try sandbox.products()
    let changed = Set(
      after.keys.filter { after[$0] != before[$0] }.map { $0.contains("2026-02-02") })
    #expect(changed == [false])
  }

  @Test func `a dry run computes nothing and lists the nights to compute`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    _ = try backfill(sandbox, to: "2026-02-02")
    let state = try sandbox.state()
    let outcome = try backfill(sandbox, from: "2026-02-01", to: "2026-02-04", "--dry-run")
    #expect(outcome.status == 2)
    #expect(
      outcome.outcomes == [
        "2026-02-01": "upToDate", "2026-02-02": "upToDate", "2026-02-03": "planned",
        "2026-02-04": "planned",
      ])
    #expect(try sandbox.state() == state)
    let changed = try sandbox.findie(
      ["backfill", "--from", "2026-02-01", "--to", "2026-02-01", "--dry-run"] + sandbox.options
        + ["--parameters", try other(sandbox)])
    #expect(changed.status == 2)
    #expect(changed.out.contains("als.rank"), "\(changed.out)")
  }

  private func other(_ sandbox: Sandbox) throws -> String {
    try sandbox.folder.write("tuning: off\nals: {rank: 5, iterations: 2}\n", to: "other.yaml")
    return "other.yaml"
  }

  @Test func `a failed night ends the backfill or is skipped, and is computed the next time`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld()
    // A file at the path of the night.
    try sandbox.folder.write("", to: "workspace/published/2026-02-02")
    let first = try backfill(sandbox)
    #expect(first.status == 73)
    #expect(
      first.outcomes == [
        "2026-02-01": "built", "2026-02-02": "failed", "2026-02-03": "notReached",
        "2026-02-04": "notReached",
      ])
    let second = try backfill(sandbox, from: "2026-02-01", to: "2026-02-04", "--keep-going")
    #expect(second.status == 73)
    #expect(
      second.outcomes == [
        "2026-02-01": "upToDate", "2026-02-02": "failed", "2026-02-03": "built",
        "2026-02-04": "built",
      ])
    try FileManager.default.removeItem(
      at: sandbox.workspace.appending(path: "published/2026-02-02"))
    let third = try backfill(sandbox)
    #expect(third.status == 0)
    #expect(third.outcomes["2026-02-02"] == "built")
    #expect(third.outcomes["2026-02-03"] == "upToDate")
    #expect(third.served == "2026-02-04")
  }

  @Test func `a stopped backfill resumes and gives the same lists`() throws {
    let (stopped, whole) = (try Sandbox.withSmallWorld(), try Sandbox.withSmallWorld())
    let (process, said) = try Binary.stopped(
      ["backfill", "--from", "2026-02-01", "--to", "2026-02-04"] + stopped.options,
      in: stopped.folder.url, after: "Night of 2026-02-03")
    #expect(process.terminationStatus == 75, "\(said)")
    let rest = try backfill(stopped)
    #expect(rest.status == 0)
    #expect(rest.outcomes["2026-02-01"] == "upToDate")
    #expect(rest.outcomes["2026-02-04"] == "built")
    _ = try backfill(whole)
    #expect(try stopped.differences(from: whole) == [])
  }

  @Test func `days without earlier events or after all events have no night`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 10..<20)
    let early = try backfill(sandbox, from: "2026-01-09", to: "2026-01-12")
    #expect(early.status == 0)
    #expect(early.outcomes["2026-01-09"] == "impossible")
    #expect(early.outcomes["2026-01-12"] == "built")
    let late = try backfill(sandbox, from: "2026-01-21", to: "2026-01-23")
    #expect(late.outcomes["2026-01-23"] == "impossible")
    #expect(late.served == "2026-01-21")
  }

  @Test func `an end before the start is a usage error`() throws {
    let sandbox = try Sandbox()
    let result = try sandbox.findie(["backfill", "--from", "2026-02-04", "--to", "2026-02-01"])
    #expect(result.status == 64)
  }

  @Test func `each night records its own start and metrics`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let result = try sandbox.findie(
      ["backfill", "--from", "2026-02-01", "--to", "2026-02-03"] + sandbox.options
        + ["--metrics", "night.prom"])
    try #require(result.status == 0, "\(result.error)")
    let times = try Self.days.prefix(3).map { day in
      let record = try object(
        String(
          contentsOf: sandbox.workspace.appending(path: "runs/\(day)/run.json"), encoding: .utf8))
      return (
        try #require(record["startedAt"] as? String), try #require(record["finishedAt"] as? String)
      )
    }
    for (before, after) in zip(times, times.dropFirst()) { #expect(before.1 <= after.0) }
    for (began, ended) in times { #expect(began < ended) }
    for file in ["night.prom", "workspace/runs/metrics.prom"] {
      let text = try String(
        contentsOf: sandbox.folder.url.appending(path: file), encoding: .utf8)
      #expect(text.contains(#"day="2026-02-03""#), "\(file)")
    }
  }
}
