import FindieTestSupport
import Foundation
import Testing

/// The team's numbers, compared with a count of the same NDJSON in Python.
struct TeamOracleTests {
  private static let script = Binary.root.appending(path: "Tests/Oracles/team_kpis.py")

  /// The output of the oracle; nil without python3.
  private func oracle(_ input: URL, _ reports: URL) throws -> (status: Int32, said: String)? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B", Self.script.path, input.path, reports.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    // `env` exits with 127 if there is no such program.
    guard process.terminationStatus != 127 else {
      print("The team's numbers are not compared: there is no python3 on this machine.")
      return nil
    }
    return (process.terminationStatus, said)
  }

  private func expectNoDoubtfulIds(_ record: URL) throws {
    let run = try object(String(contentsOf: record, encoding: .utf8))
    let warnings = try #require(run["warnings"] as? [String])
    #expect(warnings.filter { $0.contains(" with a session") || $0.contains("the player") } == [])
  }

  @Test func `every number of the sample's kpi.json and kpi.csv equals the oracle's`() throws {
    let night = try SampleNight.shared.get()
    try expectNoDoubtfulIds(
      night.folder.url.appending(path: "workspace/runs/2016-01-01/run.json"))
    guard let (status, said) = try oracle(Binary.sample, night.reports) else { return }
    #expect(status == 0, "\(said)")
  }

  /// Data with sessions, views, shops, sign-ups and incomplete days, which the sample lacks.
  @Test func `every number of generated data equals the oracle's`() throws {
    let sandbox = try Sandbox()
    let generated = try sandbox.findie([
      "generate", "--output", "input", "--players", "400", "--games", "150", "--developers", "20",
      "--days", "100", "--first-day", "2026-01-01", "--seed", "9",
    ])
    try #require(generated.status == 0, "\(generated.error)")
    // A session that never ends, and one that is longer than a day.
    let long = [60, 62, 62, 63, 70, 80, 81, 99].enumerated().map { index, day in
      SmallWorld.interaction("long\(index)", player: "long", game: "g\(index)", day: day)
        .merging(["sessionId": index < 5 ? "fixed" : "other"]) { $1 }
    }
    try sandbox.put(long, in: "interactions/long.ndjson")
    try sandbox.runNight()
    let reports = sandbox.folder.url.appending(path: "reports")
    let day = try #require(
      try FileManager.default.contentsOfDirectory(atPath: reports.path).first)
    let folder = reports.appending(path: day)
    try expectNoDoubtfulIds(sandbox.workspace.appending(path: "runs/\(day)/run.json"))
    guard let (status, said) = try oracle(sandbox.input, folder) else { return }
    #expect(status == 0, "\(said)")
    // A number that is off by one is detected.
    let url = folder.appending(path: "kpi.json")
    let text = try String(contentsOf: url, encoding: .utf8)
    let sessions = try #require(text.firstMatch(of: /"sessions": (\d+),/))
    let wrong = try #require(Int(sessions.1)) + 1
    try text.replacing(
      "\"sessions\": \(sessions.1),", with: "\"sessions\": \(wrong),", maxReplacements: 1
    )
    .write(to: url, atomically: true, encoding: .utf8)
    #expect(try oracle(sandbox.input, folder)?.status == 1)
  }
}
