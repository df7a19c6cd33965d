import FindieTestSupport
import Foundation
import Testing

/// `findie status` and `findie log`.
struct StatusTests {
  private func status(_ sandbox: Sandbox, _ more: String...) throws -> (
    status: Int32, report: [String: Any]
  ) {
    let result = try sandbox.findie(["status", "--workspace", "workspace", "--json"] + more)
    return (result.status, try object(result.out))
  }

  @Test func `a missing workspace has no status`() throws {
    let sandbox = try Sandbox()
    let result = try sandbox.findie(["status", "--workspace", "nowhere"])
    #expect(result.status == 66)
    #expect(
      result.error.contains(
        "Run `findie run nightly --input DIR --workspace nowhere` first, or name another"))
  }

  @Test func `status and plan of a workspace without a run are two lines`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try FileManager.default.createDirectory(
      at: sandbox.workspace, withIntermediateDirectories: true)
    let status = try sandbox.findie(["status", "--workspace", "workspace"])
    #expect(status.status == 1)
    #expect(
      status.out == """
        No night has run in this workspace yet.
        Nothing is published yet: findie run nightly --input DIR --workspace workspace

        """)
    let plan = try sandbox.findie(["plan"] + sandbox.options)
    #expect(plan.status == 2)
    #expect(plan.out.hasPrefix("No night has run in this workspace yet: 1 file to read: "))
    #expect(
      plan.out.contains("\nTo run one: `findie run nightly` with the same options"))
    #expect(plan.out.split(separator: "\n").count <= 3, "\(plan.out)")
  }

  @Test func `a long line of the status keeps its column`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let result = try Binary.run(
      ["status", "--workspace", "workspace"], in: sandbox.folder.url,
      environment: ["COLUMNS": "50"])
    let lines = result.out.split(separator: "\n")
    #expect(lines.count > 4)
    #expect(
      lines.allSatisfy {
        $0.firstMatch(
          of: #/^(published  |last run   |running    |disk       |next       | {11})\S/#) != nil
      }, "\(result.out)")
  }

  @Test func `after a successful night the status is good until the night is too old`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let now = ["--now", "2026-04-02T03:30:00Z"]
    let (code, report) = try status(sandbox, now[0], now[1])
    #expect(code == 0)
    #expect(report["isHealthy"] as? Bool == true)
    #expect(leaf(report, "published.night") as? String == "2026-04-01")
    // From 2026-04-01T00:00:00Z: 27.5 hours.
    #expect(leaf(report, "published.ageInSeconds") as? Double == 99_000)
    #expect(leaf(report, "lastRun.status") as? String == "done")
    #expect(report["running"] == nil)
    let used = try #require(leaf(report, "disk.used") as? [String: Int])
    #expect(leaf(report, "disk.total") as? Int == used.values.reduce(0, +))
    #expect(used["published"] ?? 0 > 0)
    #expect(try status(sandbox, now[0], now[1], "--max-age", "28h").status == 0)
    #expect(try status(sandbox, now[0], now[1], "--max-age", "1d").status == 1)
    let text = try sandbox.findie(
      ["status", "--workspace", "workspace", "--max-age", "27h"] + now)
    #expect(text.status == 1)
    #expect(
      text.out.contains("published  night of 2026-04-01, 1 d 3 h old (too old)"), "\(text.out)")
    #expect(text.out.contains("next       The published night is too old"))
    for age in ["27", "h", "-1h", "1w"] {
      #expect(
        try sandbox.findie(["status", "--workspace", "workspace", "--max-age=\(age)"]).status == 64)
    }
  }

  @Test func `a night without its folder is not published`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try FileManager.default.removeItem(
      at: sandbox.workspace.appending(path: "published/2026-04-01"))
    let (code, report) = try status(sandbox)
    #expect(code == 1)
    #expect(report["published"] == nil)
    #expect(
      report["nextSteps"] as? [String] == [
        "Nothing is published yet: findie run nightly --input DIR --workspace workspace"
      ])
  }

  @Test func `a run that failed before its day was known is named by its record`() throws {
    let sandbox = try Sandbox()
    #expect(
      try sandbox.findie(["run", "nightly", "--input", "input", "--workspace", "workspace"]).status
        == 66)
    let (code, report) = try status(sandbox)
    #expect(code == 1)
    #expect(leaf(report, "lastRun.night") as? String == "undated")
    let steps = try #require(report["nextSteps"] as? [String])
    #expect(steps.contains("To see its record: findie log undated --workspace workspace"))
    let log = try sandbox.findie(["log", "undated", "--workspace", "workspace"])
    #expect(log.out.hasPrefix("A run that failed before its day was known: failed."))
  }

  @Test func `an input folder that does not exist is no failed night`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let wrong = try sandbox.findie(
      ["run", "nightly", "--input", "nowhere", "--workspace", "workspace"])
    #expect(wrong.status == 66)
    #expect(wrong.error.contains("there is no folder"), "\(wrong.error)")
    #expect(try status(sandbox, "--now", "2026-04-02T03:30:00Z").status == 0)
    #expect(
      !FileManager.default.fileExists(
        atPath: sandbox.workspace.appending(path: "runs/undated").path))
  }

  @Test func `a night of a future day has no age`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let text = try sandbox.findie(
      ["status", "--workspace", "workspace", "--now", "2026-03-31T21:30:00Z"])
    #expect(
      text.out.contains("published  night of 2026-04-01, its day begins in 2 h 30 min"),
      "\(text.out)")
  }

  @Test func `after a failed night, the stage, the cause and the remedy are named`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try sandbox.folder.write("advanced: {stages: {reports: {onError: fail}}}\n", to: "night.yaml")
    try sandbox.blockReports()
    #expect(try sandbox.night().status == 73)
    let (code, report) = try status(sandbox)
    #expect(code == 1)
    #expect(leaf(report, "lastRun.failure.stage") as? String == "reports")
    #expect(leaf(report, "lastRun.failure.kind") as? String == "cannotWrite")
    let steps = try #require(report["nextSteps"] as? [String])
    #expect(steps.contains { $0.contains("Free some disk space") })
    #expect(steps.contains("To see its record: findie log 2026-04-01 --workspace workspace"))
    let log = try sandbox.findie(["log", "2026-04-01", "--workspace", "workspace"])
    #expect(log.status == 0)
    #expect(log.out.contains("The run of 2026-04-01: failed."))
    #expect(log.out.contains("Stage reports failed: "))
    #expect(log.out.firstMatch(of: #/\nreports +failed /#) != nil, "\(log.out)")
  }

  /// The active stages of a run, from the status.
  private func stages(_ status: [String: Any], _ run: String) -> [String] {
    (leaf(status, "\(run).stages") as? [[String: Any]] ?? []).compactMap {
      $0["stage"] as? String
    }
  }

  /// Starts a night that takes long, and returns its process when it trains.
  private func longNight(_ sandbox: Sandbox) throws -> Process {
    try sandbox.folder.write("tuning: off\nals: {rank: 512, iterations: 200}\n", to: "night.yaml")
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = sandbox.arguments
    process.currentDirectoryURL = sandbox.folder.url
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let file = sandbox.workspace.appending(path: "runs/running.json")
    let end = Date(timeIntervalSinceNow: 60)
    while Date() < end {
      if let data = FileManager.default.contents(atPath: file.path),
        String(decoding: data, as: UTF8.self).contains(#""stage":"trained-factors""#)
      {
        break
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return process
  }

  @Test func `a running night and a killed one are reported`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let process = try longNight(sandbox)
    let (code, report) = try status(sandbox)
    #expect(code == 0)
    #expect(leaf(report, "running.process") as? Int == Int(process.processIdentifier))
    // Other stages may run at the same time.
    #expect(stages(report, "running").contains("trained-factors"))
    #expect(leaf(report, "running.night") as? String == "2026-04-01")
    kill(process.processIdentifier, SIGKILL)
    process.waitForEnd()
    let (after, left) = try status(sandbox)
    #expect(after == 1)
    #expect(left["running"] == nil)
    #expect(stages(left, "crashed").contains("trained-factors"))
    let steps = try #require(left["nextSteps"] as? [String])
    #expect(
      steps.first?.firstMatch(of: #/crashed or was killed during .*trained-factors/#) != nil,
      "\(steps)")
    try sandbox.folder.write("tuning: off\nals: {rank: 4, iterations: 2}\n", to: "night.yaml")
    try sandbox.runNight()
    let (again, fine) = try status(sandbox)
    #expect(again == 0)
    #expect(fine["crashed"] == nil)
  }

  @Test func `the log lists all nights, also one with a record of another version`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    #expect(try sandbox.findie(["log", "--workspace", "workspace"]).status == 66)
    try sandbox.runNight("--date", "2026-03-01")
    try sandbox.runNight()
    try sandbox.folder.write(
      #"{"formatVersion": 2}"#, to: "workspace/runs/2026-02-01/run.json")
    let list = try object(sandbox.findie(["log", "--workspace", "workspace", "--json"]).out)
    let nights = try #require(list["nights"] as? [[String: Any]])
    #expect(
      nights.map { $0["night"] as? String } == ["2026-02-01", "2026-03-01", "2026-04-01"])
    #expect(nights.map { $0["status"] as? String } == [nil, "done", "done"])
    #expect((nights[0]["problem"] as? String)?.contains("format 1") == true)
    let record = try sandbox.findie(["log", "2026-03-01", "--workspace", "workspace", "--json"])
    let file = sandbox.workspace.appending(path: "runs/2026-03-01/run.json")
    #expect(record.out == (try String(contentsOf: file, encoding: .utf8)))
    let log = try sandbox.findie(["log", "2026-03-01", "--workspace", "workspace"])
    // Both cores can be busy throughout so short a night.
    let stretch = try object(record.out)["serialStretch"] as? [String: Any]
    let line = (stretch?["seconds"] as? Double).map {
      "At most one core was busy for \(String(format: "%.1f", $0)) s from second "
    }
    #expect(log.out.contains(line ?? "intake"))
    #expect(log.out.contains("At most one core was busy") == (line != nil))
    #expect(log.out.contains(#/(?m)^intake +[█░]+$/#))
    #expect(try sandbox.findie(["log", "2026-03-05", "--workspace", "workspace"]).status == 66)
    #expect(try sandbox.findie(["log", "yesterday", "--workspace", "workspace"]).status == 64)
  }
}
