import FindieTestSupport
import Foundation
import Testing

/// The record and metrics of a run.
struct RunRecordTests {
  /// How a night ends: its status, or the outcome of the reports or of the stages that read them.
  enum Ending: String, CaseIterable {
    case done, reused, blocked, failed, stopped, undated
  }

  /// A night with this ending, its folders, and the folder of its record.
  private func night(_ ending: Ending) throws -> (
    sandbox: Sandbox, record: URL, result: Binary.Result?
  ) {
    let sandbox = try Sandbox.withSmallWorld()
    let runs = sandbox.workspace.appending(path: "runs")
    var numbers = "tuning: off\nals: {rank: 4, iterations: 2}\n"
    switch ending {
    case .done: break
    case .reused: try sandbox.runNight()
    case .blocked: numbers += "advanced: {stages: {reports: {onError: skipDependents}}}\n"
    case .failed: numbers += "advanced: {stages: {reports: {onError: fail}}}\n"
    case .stopped: numbers = "tuning: off\nals: {rank: 512, iterations: 200}\n"
    case .undated:
      // A gzip header without data.
      try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF])
        .write(to: sandbox.input.appending(path: "interactions/first.ndjson.gz"))
    }
    try sandbox.folder.write(numbers, to: "night.yaml")
    if ending == .stopped {
      _ = try Binary.stopped(
        sandbox.arguments + ["--verbose"], in: sandbox.folder.url, after: "✓ matrix")
      return (sandbox, runs.appending(path: "2026-04-01"), nil)
    }
    if [.reused, .blocked, .failed].contains(ending) { try sandbox.blockReports() }
    let result = try sandbox.night("--json")
    return (
      sandbox, runs.appending(path: ending == .undated ? "undated" : "2026-04-01"), result
    )
  }

  private static let endings: [Ending: (status: String, kind: String?, stage: String?)] = [
    .done: ("done", nil, nil), .reused: ("done", nil, nil),
    .blocked: ("failed", "cannotWrite", "reports"),
    .failed: ("failed", "cannotWrite", "reports"), .stopped: ("stopped", "stopped", nil),
    .undated: ("failed", "badData", "intake"),
  ]

  @Test(arguments: Ending.allCases)
  func `the record matches its schema, however the run ends`(ending: Ending) throws {
    let (sandbox, folder, result) = try night(ending)
    let file = folder.appending(path: "run.json")
    let bytes = [UInt8](try Data(contentsOf: file))
    let schema = try SchemaValidator(Binary.root.appending(path: "Reports/schema/run.schema.json"))
    #expect(try schema.problems(of: bytes) == [])
    let record = try object(String(decoding: bytes, as: UTF8.self))
    let expected = try #require(Self.endings[ending])
    #expect(record["status"] as? String == expected.status)
    #expect(leaf(record, "failure.kind") as? String == expected.kind)
    #expect(leaf(record, "failure.stage") as? String == expected.stage)
    #expect((record["message"] is String) == (expected.status != "done"))
    let stages = try #require(record["stages"] as? [[String: Any]])
    let outcomes = Dictionary(
      stages.map { ($0["stage"] as? String ?? "", $0["outcome"] as? String ?? "") },
      uniquingKeysWith: { $1 })
    switch ending {
    case .done: #expect(outcomes["reports"] == "built")
    case .reused: #expect(outcomes["reports"] == "reused")
    case .blocked: #expect(outcomes["publish"] == "blocked")
    case .failed: #expect(outcomes["reports"] == "failed" && outcomes["publish"] == nil)
    case .stopped: #expect(outcomes["trained-factors"] == nil)
    case .undated: #expect(outcomes == ["intake": "failed"])
    }
    #expect(record["publishedDay"] as? String == (expected.status == "done" ? "2026-04-01" : nil))
    if expected.status == "done", let result {
      #expect(try object(result.out)["runId"] as? String == record["runId"] as? String)
    }
    // It exists only while a run is active.
    #expect(
      !FileManager.default.fileExists(
        atPath: sandbox.workspace.appending(path: "runs/running.json").path))
  }

  @Test(arguments: [
    ("\"status\" : \"done\"", "\"status\" : \"well\""), ("\"rows\"", "\"lines\""),
    ("\"formatVersion\" : 1", "\"formatVersion\" : 2"), ("\"runId\" : \"", "\"runId\" : \"x"),
  ])
  func `the schema rejects an invalid record`(change: (String, String)) throws {
    let (sandbox, folder, _) = try night(.done)
    defer { withExtendedLifetime(sandbox) {} }
    let text = try String(contentsOf: folder.appending(path: "run.json"), encoding: .utf8)
    try #require(text.contains(change.0))
    let schema = try SchemaValidator(Binary.root.appending(path: "Reports/schema/run.schema.json"))
    let other = text.replacing(change.0, with: change.1)
    #expect(try !schema.problems(of: Array(other.utf8)).isEmpty)
  }

  @Test(.enabled(if: Binary.hasPython, "python3 is not installed"))
  func `peak memory is the run's, not that of its parent process`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let program = """
      import subprocess, sys
      memory = bytearray(b"1") * (700 << 20)
      sys.exit(subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode)
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program, Binary.url.path] + sandbox.arguments
    process.currentDirectoryURL = sandbox.folder.url
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitForEnd()
    #expect(process.terminationStatus == 0)
    let record = try object(
      String(
        contentsOf: sandbox.workspace.appending(path: "runs/2026-04-01/run.json"), encoding: .utf8))
    let peak = try #require(record["peakMemoryInBytes"] as? Int)
    #expect(peak > 1 << 20 && peak < 600 << 20)
  }

  // MARK: - Metrics

  @Test func `each run replaces the metrics, and the time of the last success remains`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    func metrics() throws -> PrometheusText {
      let own = try String(
        contentsOf: sandbox.workspace.appending(path: "runs/metrics.prom"), encoding: .utf8)
      let requested = sandbox.folder.url.appending(path: "node/findie.prom")
      #expect(try String(contentsOf: requested, encoding: .utf8) == own)
      #expect(PrometheusText(own).problems == [])
      return PrometheusText(own)
    }
    #expect(
      try sandbox.night("--metrics", "node/findie.prom", "--now", "2026-04-02T03:00:00Z").status
        == 0)
    let first = try metrics()
    #expect(first.value("findie_run_status", ["status": "done"]) == 1)
    // 2026-04-01T00:00:00Z and 2026-04-02T03:00:00Z, as `date +%s` says.
    #expect(first.value("findie_published_day_timestamp_seconds") == 1_775_001_600)
    let done = try #require(first.value("findie_run_last_success_timestamp_seconds"))
    #expect((1_775_098_800..<1_775_098_900).contains(done))
    let players = ["stage": "matrix", "count": "players"]
    #expect(first.value("findie_stage_count", players) == 12)

    try sandbox.folder.write("advanced: {stages: {reports: {onError: fail}}}\n", to: "night.yaml")
    try sandbox.blockReports()
    let failed = try sandbox.night(
      "--metrics", "node/findie.prom", "--now", "2026-04-02T04:00:00Z")
    #expect(failed.status == 73)
    let second = try metrics()
    #expect(second.value("findie_run_status", ["status": "failed"]) == 1)
    #expect(second.value("findie_run_last_success_timestamp_seconds") == done)
    #expect(second.value("findie_published_day_timestamp_seconds") == 1_775_001_600)
  }

  @Test func `a metrics file that cannot be written causes a warning`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write("", to: "file")
    let result = try sandbox.night("--metrics", "file/findie.prom")
    #expect(result.status == 0)
    #expect(result.out.contains("findie.prom could not be written"), "\(result.out)")
  }
}

extension Sandbox {
  /// Makes the night's reports impossible to write.
  func blockReports() throws {
    let reports = folder.url.appending(path: "reports")
    if FileManager.default.fileExists(atPath: reports.path) {
      try FileManager.default.removeItem(at: reports)
    }
    try folder.write("no folder", to: "reports")
  }
}
