import FindieTestSupport
import Foundation
import Testing

/// Nights of which stages are selected, fail, or are left out.
struct StageRuleTests {
  // MARK: - Selected

  @Test func `an unknown stage is a usage error with a suggestion`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    for option in ["--only", "--from", "--until", "--exclude", "--force"] {
      let result = try sandbox.night(option, "+matrx")
      #expect(result.status == 64)
      #expect(result.error.contains("did you mean matrix?"), "\(result.error)")
    }
  }

  @Test func `a night can end at a stage, and the next one continues`() throws {
    let (sandbox, whole) = (try Sandbox.withSmallWorld(), try Sandbox.withSmallWorld())
    let outcomes = try sandbox.runNight("--until", "matrix")
    #expect(outcomes["matrix"] == "built")
    #expect(outcomes["factors"] == "skipped")
    #expect(!FileManager.default.fileExists(atPath: sandbox.current.path))
    #expect(try sandbox.runNight()["matrix"] == "skipped")
    try whole.runNight()
    #expect(try sandbox.differences(from: whole) == [])
  }

  @Test func `nothing is published from stale artifacts`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nsimilarity: {listLength: 5}\n", to: "night.yaml")
    let result = try sandbox.night("--exclude", "similar")
    #expect(result.status == 1)
    #expect(result.error.contains("similar (parameter similarity.listLength changed"))
    #expect(result.error.contains("The night of 2026-04-01 is still published."))
    #expect(try sandbox.products() == before)
    #expect(try sandbox.runNight("--only", "similar")["similar"] == "built")
    #expect(try sandbox.products() == before)
    #expect(try sandbox.runNight("--exclude", "similar")["publish"] == "built")
    #expect(try sandbox.products() != before)
  }

  @Test func `a new file that is not read causes a warning`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.runNight()
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
    let result = try sandbox.night("--only", "matrix+", "--verbose")
    #expect(result.status == 1)
    #expect(result.error.contains("1 file to read: interactions/more.ndjson"), "\(result.error)")
    #expect(try sandbox.publishedDay == "2026-03-02")
  }

  @Test func `a forced stage is recomputed with the same bytes`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    let outcomes = try sandbox.runNight("--force", "similar,publish")
    #expect(outcomes["similar"] == "built")
    #expect(outcomes["publish"] == "built")
    #expect(outcomes["factors"] == "skipped")
    #expect(try sandbox.products() == before)
  }

  // MARK: - Failed

  @Test func `lists are published even if reports cannot be written`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.runNight()
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
    try sandbox.blockReports()
    let result = try sandbox.night("--json")
    #expect(result.status == 0, "\(result.error)")
    let record = try object(result.out)
    let stages = try #require(record["stages"] as? [[String: Any]])
    #expect(stages.first { $0["stage"] as? String == "reports" }?["outcome"] as? String == "reused")
    #expect((record["warnings"] as? [String])?.contains { $0.hasPrefix("reports: ") } == true)
    #expect(try sandbox.publishedDay == "2026-04-01")
    // The warning is repeated.
    try FileManager.default.removeItem(at: sandbox.folder.url.appending(path: "reports"))
    #expect(try sandbox.plan().verdict("reports") == "run")
    #expect(try sandbox.runNight()["reports"] == "built")
    let whole = try Sandbox.withSmallWorld(days: 0..<60)
    try whole.runNight()
    try whole.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
    try whole.runNight()
    #expect(try sandbox.differences(from: whole).filter { $0.contains("2026-04-01") } == [])
  }

  @Test func `a failure of a required stage ends the night and names the published one`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.runNight()
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nadvanced: {stages: {reports: {onError: fail}}}\n",
      to: "night.yaml")
    try sandbox.blockReports()
    let result = try sandbox.night()
    #expect(result.status == 73, "\(result.error)")
    #expect(result.error.contains("Stage reports failed: "))
    #expect(result.error.contains("The night of 2026-03-02 is still published."))
    #expect(try sandbox.publishedDay == "2026-03-02")
  }

  @Test func `a run without the intake is of the night that it repeats`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let result = try sandbox.night(
      "--only", "similar,publish", "--force", "similar,publish", "--json")
    try #require(result.status == 0, "\(result.error)")
    #expect(try object(result.out)["day"] as? String == "2026-04-01")
    let runs = try FileManager.default.contentsOfDirectory(
      atPath: sandbox.workspace.appending(path: "runs").path)
    #expect(!runs.contains("undated"))
  }

  @Test func `incomplete files are not left on the disk`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let published = sandbox.current.appending(path: "findie.sqlite")
    let size = try Data(contentsOf: published).count
    // Files must stay smaller than the published store.
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments =
      ["-c", #"trap '' XFSZ; ulimit -f \#(size / 1024 - 4); exec "$0" "$@""#, Binary.url.path]
      + sandbox.arguments + ["--only", "publish", "--force", "publish"]
    process.currentDirectoryURL = sandbox.folder.url
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitForEnd()
    #expect(process.terminationStatus == 73)
    let names = try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder.url.path)
    #expect(!names.contains { $0.contains(".partial") })
    #expect(try Data(contentsOf: published).count == size)
  }
}
