import FindieTestSupport
import Foundation
import Testing

/// What whoever is woken asks first.
struct StatusTests {
  private func status(_ place: Place, _ more: String...) throws -> (
    status: Int32, told: [String: Any]
  ) {
    let result = try place.findie(["status", "--workspace", "workspace", "--json"] + more)
    return (result.status, try object(result.out))
  }

  @Test func `a workspace that is not there has no status`() throws {
    let place = try Place()
    let result = try place.findie(["status", "--workspace", "nowhere"])
    #expect(result.status == 66)
    #expect(result.error.contains("Name another --workspace"))
  }

  @Test func `after a good night all is fine, until the night is too old`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let now = ["--now", "2026-04-02T03:30:00Z"]
    let (code, told) = try status(place, now[0], now[1])
    #expect(code == 0)
    #expect(told["isHealthy"] as? Bool == true)
    #expect(leaf(told, "published.night") as? String == "2026-04-01")
    // From 2026-04-01T00:00:00Z: 27.5 hours.
    #expect(leaf(told, "published.ageInSeconds") as? Double == 99_000)
    #expect(leaf(told, "lastRun.status") as? String == "done")
    #expect(told["running"] == nil)
    let used = try #require(leaf(told, "disk.used") as? [String: Int])
    #expect(leaf(told, "disk.total") as? Int == used.values.reduce(0, +))
    #expect(used["published"] ?? 0 > 0)
    #expect(try status(place, now[0], now[1], "--max-age", "28h").status == 0)
    #expect(try status(place, now[0], now[1], "--max-age", "1d").status == 1)
    let text = try place.findie(
      ["status", "--workspace", "workspace", "--max-age", "27h"] + now)
    #expect(text.status == 1)
    #expect(
      text.out.contains("published night of 2026-04-01, 1 d 3 h old (too old)"), "\(text.out)")
    #expect(text.out.contains("next      The published night is too old"))
    for age in ["27", "h", "-1h", "1w"] {
      #expect(
        try place.findie(["status", "--workspace", "workspace", "--max-age=\(age)"]).status == 64)
    }
  }

  @Test func `a night whose folder is gone is not served`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    try FileManager.default.removeItem(
      at: place.workspace.appending(path: "published/2026-04-01"))
    let (code, told) = try status(place)
    #expect(code == 1)
    #expect(told["published"] == nil)
    #expect(told["nextSteps"] as? [String] == ["Nothing is published yet: findie run nightly"])
  }

  @Test func `a run that failed before its night was known is named by its record`() throws {
    let place = try Place()
    #expect(
      try place.findie(["run", "nightly", "--input", "nowhere", "--workspace", "workspace"]).status
        == 66)
    let (code, told) = try status(place)
    #expect(code == 1)
    #expect(leaf(told, "lastRun.night") as? String == "undated")
    let steps = try #require(told["nextSteps"] as? [String])
    #expect(steps.contains("To see its record: findie log undated"))
    let log = try place.findie(["log", "undated", "--workspace", "workspace"])
    #expect(log.out.hasPrefix("A run that failed before its day was known: failed."))
  }

  @Test func `a night of a day that is yet to begin has no age`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let text = try place.findie(
      ["status", "--workspace", "workspace", "--now", "2026-03-31T21:30:00Z"])
    #expect(
      text.out.contains("published night of 2026-04-01, its day begins in 2 h 30 min"),
      "\(text.out)")
  }

  @Test func `after a failed night the stage and the cause are named, and what to do`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    try place.folder.write("advanced: {stages: {reports: {onError: fail}}}\n", to: "night.yaml")
    try place.blockReports()
    #expect(try place.night().status == 73)
    let (code, told) = try status(place)
    #expect(code == 1)
    #expect(leaf(told, "lastRun.failure.stage") as? String == "reports")
    #expect(leaf(told, "lastRun.failure.kind") as? String == "cannotWrite")
    let steps = try #require(told["nextSteps"] as? [String])
    #expect(steps.contains { $0.contains("Free some disk space") })
    #expect(steps.contains("To see its record: findie log 2026-04-01"))
    let log = try place.findie(["log", "2026-04-01", "--workspace", "workspace"])
    #expect(log.status == 0)
    #expect(log.out.contains("The run of 2026-04-01: failed."))
    #expect(log.out.contains("Stage reports failed: "))
    #expect(log.out.firstMatch(of: #/\nreports +failed /#) != nil, "\(log.out)")
  }

  /// The stages that a run of the status is at.
  private func stages(_ status: [String: Any], _ run: String) -> [String] {
    (leaf(status, "\(run).stages") as? [[String: Any]] ?? []).compactMap {
      $0["stage"] as? String
    }
  }

  /// Starts a night that goes on for long, and gives its process once it trains.
  private func longNight(_ place: Place) throws -> Process {
    try place.folder.write("als: {rank: 512, iterations: 200}\n", to: "night.yaml")
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = place.arguments
    process.currentDirectoryURL = place.folder.url
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let file = place.workspace.appending(path: "runs/running.json")
    let end = Date(timeIntervalSinceNow: 60)
    while Date() < end {
      if let data = FileManager.default.contents(atPath: file.path),
        String(decoding: data, as: UTF8.self).contains(#""stage":"factors""#)
      {
        break
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return process
  }

  @Test func `a night that runs is seen, and one that was killed too`() throws {
    let place = try Place.withSmallWorld()
    let process = try longNight(place)
    let (code, told) = try status(place)
    #expect(code == 0)
    #expect(leaf(told, "running.process") as? Int == Int(process.processIdentifier))
    // Others may be made beside it.
    #expect(stages(told, "running").contains("factors"))
    #expect(leaf(told, "running.night") as? String == "2026-04-01")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let (after, left) = try status(place)
    #expect(after == 1)
    #expect(left["running"] == nil)
    #expect(stages(left, "crashed").contains("factors"))
    let steps = try #require(left["nextSteps"] as? [String])
    #expect(
      steps.first?.firstMatch(of: #/crashed or was killed during .*factors/#) != nil, "\(steps)")
    try place.folder.write("als: {rank: 4, iterations: 2}\n", to: "night.yaml")
    try place.goodNight()
    let (again, fine) = try status(place)
    #expect(again == 0)
    #expect(fine["crashed"] == nil)
  }

  @Test func `the log lists the nights, also one whose record is of another version`() throws {
    let place = try Place.withSmallWorld()
    #expect(try place.findie(["log", "--workspace", "workspace"]).status == 66)
    try place.goodNight("--date", "2026-03-01")
    try place.goodNight()
    try place.folder.write(
      #"{"formatVersion": 2}"#, to: "workspace/runs/2026-02-01/run.json")
    let list = try object(place.findie(["log", "--workspace", "workspace", "--json"]).out)
    let nights = try #require(list["nights"] as? [[String: Any]])
    #expect(
      nights.map { $0["night"] as? String } == ["2026-02-01", "2026-03-01", "2026-04-01"])
    #expect(nights.map { $0["status"] as? String } == [nil, "done", "done"])
    #expect((nights[0]["problem"] as? String)?.contains("format 1") == true)
    let record = try place.findie(["log", "2026-03-01", "--workspace", "workspace", "--json"])
    let file = place.workspace.appending(path: "runs/2026-03-01/run.json")
    #expect(record.out == (try String(contentsOf: file, encoding: .utf8)))
    #expect(try place.findie(["log", "2026-03-05", "--workspace", "workspace"]).status == 66)
    #expect(try place.findie(["log", "yesterday", "--workspace", "workspace"]).status == 64)
  }

  @Test func `a run on another host is told by its lease`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    try place.folder.write(
      #"{"host":"elsewhere","process":12451,"token":700}"# + "\n", to: "workspace/.lock")
    try place.folder.write(#"{"day":"2026-04-01","token":700}"# + "\n", to: "workspace/.lease")
    let (code, told) = try status(place)
    #expect(code == 0)
    #expect(leaf(told, "running.host") as? String == "elsewhere")
    #expect(leaf(told, "running.process") as? Int == 12_451)
    #expect(told["nextSteps"] as? [String] == ["Wait until process 12451 on elsewhere has ended."])
    let later = try status(place, "--now", "2100-01-01T00:00:00Z")
    #expect(later.told["running"] == nil)
  }
}
