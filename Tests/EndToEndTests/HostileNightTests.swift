import FindieTestSupport
import Foundation
import Testing

/// Nights over hostile input, and their exit statuses.
@Suite struct HostileNightTests {
  /// A month of the sample and the games of its events; a test may add to it.
  private func smallInput(in folder: TemporaryFolder) throws -> URL {
    let input = folder.url.appending(path: "input")
    try FileManager.default.createDirectory(at: input, withIntermediateDirectories: true)
    let month = Binary.sample.appending(path: "interactions/2015-12.ndjson.gz")
    try FileManager.default.copyItem(
      at: month, to: input.appending(path: "interactions-2015-12.ndjson.gz"))
    let ids = Set(try lines(of: month).compactMap { $0["gameId"] as? String })
    let games = try lines(of: Binary.sample.appending(path: "games.ndjson.gz"))
      .filter { ids.contains($0["id"] as? String ?? "") }
      .map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
    try folder.write(games.joined(separator: "\n") + "\n", to: "input/games.ndjson")
    try folder.write(SampleNight.parameters, to: "night.yaml")
    return input
  }

  @Test func `too many bad lines stop the night, and what was published stays`() throws {
    let folder = try TemporaryFolder()
    let input = try smallInput(in: folder)
    let arguments = SampleNight.arguments(input: input.path)
    #expect(try Binary.run(arguments, in: folder.url).status == 0)
    let list = folder.url.appending(path: "workspace/published/current/recommendations.ndjson")
    let before = try Data(contentsOf: list)

    try FileManager.default.copyItem(
      at: Binary.root.appending(path: "Data/hostile/interactions.ndjson"),
      to: input.appending(path: "interactions-hostile.ndjson"))
    let stopped = try Binary.run(arguments, in: folder.url)
    #expect(stopped.status == 65)
    #expect(stopped.error.contains("interactions-hostile.ndjson"))
    #expect(try Data(contentsOf: list) == before)

    // Without the limit the night continues, and each line has its expected outcome.
    try folder.write("ingest: {maximumBadShare: 1}\n" + SampleNight.parameters, to: "night.yaml")
    // The clock of the expectations, by which two lines are in the future.
    let lifted = try Binary.run(arguments + ["--now", "2026-01-01T00:00:00Z"], in: folder.url)
    #expect(lifted.status == 0, "\(lifted.error)")
    let expected = try lines(of: Binary.root.appending(path: "Data/hostile/expected.ndjson"))
    let ledger = try Data(contentsOf: folder.url.appending(path: "workspace/history/ledger.json"))
    let sources =
      (try JSONSerialization.jsonObject(with: ledger) as? [String: Any])?["sources"]
      as? [[String: Any]] ?? []
    let source = try #require(
      sources.first { $0["path"] as? String == "interactions-hostile.ndjson" })
    let counts = try #require(source["counts"] as? [String: Any])
    for outcome in ["accepted", "duplicate"] {
      #expect(
        counts[outcome] as? Int == expected.count { $0["outcome"] as? String == outcome })
    }
    let reasons = Dictionary(
      grouping: expected.compactMap { $0["reason"] as? String }, by: { $0 }
    ).mapValues(\.count)
    #expect(counts["rejectedByReason"] as? [String: Int] == reasons)
  }

  @Test func `hostile names are escaped in pages and tables`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      SampleNight.parameters + "reports: {minimumPlayers: 1}\n", to: "night.yaml")
    try folder.write(
      #"""
      {"id":"../../etc/passwd","title":"<script>alert(1)</script>\u001b[31m\u202e","developerId":"../up","releaseStatus":"released","genres":["rpg"],"tags":[]}
      """#, to: "input/games.ndjson")
    try folder.write(
      #"{"id":"../up","studioName":"=HYPERLINK(\"x\")"}"#, to: "input/developers.ndjson")
    try folder.write(
      #"{"id":"i1","userId":"u1","gameId":"../../etc/passwd","action":"like","timestamp":"2025-01-01T00:00:00Z"}"#,
      to: "input/interactions.ndjson")
    let result = try Binary.run(
      SampleNight.arguments(input: "input") + ["--publish", "anyway"], in: folder.url)
    #expect(result.status == 0, "\(result.error)")
    let reports = folder.url.appending(path: "reports/2025-01-02")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: reports.path)
    #expect(paths.contains { $0.hasSuffix("report.csv") })
    for path in paths where path.hasSuffix(".html") || path.hasSuffix(".csv") {
      let text = try String(contentsOf: reports.appending(path: path), encoding: .utf8)
      if path.hasSuffix(".html") { #expect(!text.contains("<script>alert")) }
      #expect(!text.contains(",=HYPERLINK") && !text.hasPrefix("=HYPERLINK"))
    }
    #expect(paths.allSatisfy { !$0.contains("..") && !$0.contains("passwd") })
    for question in [["similar", "../../etc/passwd"], ["popular"]] {
      let shown = try Binary.run(question + ["--workspace", "workspace"], in: folder.url)
      #expect(shown.out.contains("<script>alert(1)</script>"), "\(question)")
      #expect(!shown.out.contains("\u{1B}") && !shown.out.contains("\u{202E}"), "\(question)")
    }
  }

  private static let failures: [([String], Int32)] = [
    (["--input", "nowhere"], 66), (["--input", "."], 66), (["--threads", "0"], 64),
    (["--input", ".", "--parameters", "bad.yaml"], 78),
    (["--input", ".", "--workspace", "bad.yaml/workspace"], 73),
  ]

  @Test(arguments: failures)
  func `a failure has an exit status of its own`(arguments: [String], status: Int32) throws {
    let folder = try TemporaryFolder()
    try folder.write("als: {rank: 0, iterations: -1}\nnothing: 3\n", to: "bad.yaml")
    let result = try Binary.run(["run", "nightly"] + arguments, in: folder.url)
    #expect(result.status == status)
    #expect(!result.error.isEmpty)
    if status == 78 {
      for problem in ["als.rank", "als.iterations", "nothing"] {
        #expect(result.error.contains(problem))
      }
    }
  }

  @Test func `a second night on one workspace exits`() throws {
    let folder = try TemporaryFolder()
    let lock = try folder.write("process 1\n", to: "workspace/.lock")
    let handle = try FileHandle(forUpdating: lock)
    #expect(flock(handle.fileDescriptor, LOCK_EX) == 0)
    let result = try Binary.run(
      ["run", "nightly", "--input", Binary.sample.path, "--workspace", "workspace"],
      in: folder.url)
    #expect(result.status == 69)
    #expect(result.error.contains("Another run is using"))
    try handle.close()
  }
}
