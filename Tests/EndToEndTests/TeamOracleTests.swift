import FindieTestSupport
import Foundation
import Testing

/// The team's numbers against a count of the same NDJSON in another language.
struct TeamOracleTests {
  private static let script = Binary.root.appending(path: "Tests/Oracles/team_kpis.py")

  /// What the oracle says; nil where there is no python3 to run it.
  private func oracle(_ input: URL, _ reports: URL) throws -> (status: Int32, said: String)? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B", Self.script.path, input.path, reports.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    // 127 is env's answer where there is no such program.
    guard process.terminationStatus != 127 else {
      print("The team's numbers are not compared: there is no python3 on this machine.")
      return nil
    }
    return (process.terminationStatus, said)
  }

  @Test func `every number of the sample's kpi.json and kpi.csv is the oracle's`() throws {
    let night = try SampleNight.shared.get()
    guard let (status, said) = try oracle(Binary.sample, night.reports) else { return }
    #expect(status == 0, "\(said)")
  }

  /// A world with sessions, views, shops, sign-ups and broken days, which the sample lacks.
  @Test func `every number of a generated world is the oracle's`() throws {
    let place = try Place()
    let generated = try place.findie([
      "generate", "--output", "input", "--players", "400", "--games", "150", "--developers", "20",
      "--days", "100", "--first-day", "2026-01-01", "--seed", "9",
    ])
    try #require(generated.status == 0, "\(generated.error)")
    try place.goodNight()
    let reports = place.folder.url.appending(path: "reports")
    let day = try #require(
      try FileManager.default.contentsOfDirectory(atPath: reports.path).first)
    let folder = reports.appending(path: day)
    guard let (status, said) = try oracle(place.input, folder) else { return }
    #expect(status == 0, "\(said)")
    // A number that is off by one is found.
    let url = folder.appending(path: "kpi.json")
    let text = try String(contentsOf: url, encoding: .utf8)
    let sessions = try #require(text.firstMatch(of: /"sessions": (\d+),/))
    let wrong = try #require(Int(sessions.1)) + 1
    try text.replacing(
      "\"sessions\": \(sessions.1),", with: "\"sessions\": \(wrong),", maxReplacements: 1
    )
    .write(to: url, atomically: true, encoding: .utf8)
    #expect(try oracle(place.input, folder)?.status == 1)
  }
}
