import FindieTestSupport
import Foundation
import Testing

/// Nights of which stages are selected, fail, or are left out.
struct StageRuleTests {
  // MARK: - Selected

  @Test func `an unknown stage is a usage error that suggests the near one`() throws {
    let place = try Place.withSmallWorld()
    for option in ["--only", "--from", "--until", "--exclude", "--force"] {
      let result = try place.night(option, "+matrx")
      #expect(result.status == 64)
      #expect(result.error.contains("did you mean matrix?"), "\(result.error)")
    }
  }

  @Test func `a night may end at a stage, and the next one goes on`() throws {
    let (place, whole) = (try Place.withSmallWorld(), try Place.withSmallWorld())
    let outcomes = try place.goodNight("--until", "matrix")
    #expect(outcomes["matrix"] == "built")
    #expect(outcomes["factors"] == "skipped")
    #expect(!FileManager.default.fileExists(atPath: place.current.path))
    #expect(try place.goodNight()["matrix"] == "skipped")
    try whole.goodNight()
    #expect(try place.differences(from: whole) == [])
  }

  @Test func `nothing is published with what is stale`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try place.products()
    try place.folder.write(
      "als: {rank: 4, iterations: 2}\nsimilarity: {listLength: 5}\n", to: "night.yaml")
    let result = try place.night("--exclude", "similar")
    #expect(result.status == 1)
    #expect(result.error.contains("similar (parameter similarity.listLength changed"))
    #expect(result.error.contains("The night of 2026-04-01 is served meanwhile."))
    #expect(try place.products() == before)
    #expect(try place.goodNight("--only", "similar")["similar"] == "built")
    #expect(try place.products() == before)
    #expect(try place.goodNight("--exclude", "similar")["publish"] == "built")
    #expect(try place.products() != before)
  }

  @Test func `a file that nobody was asked to read is not passed over in silence`() throws {
    let place = try Place.withSmallWorld(days: 0..<60)
    try place.goodNight()
    try place.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
    let result = try place.night("--only", "matrix+")
    #expect(result.status == 1)
    #expect(result.error.contains("1 file to read: interactions/more.ndjson"), "\(result.error)")
    #expect(try place.list("recommendations").first?["date"] as? String == "2026-03-02")
  }

  @Test func `a forced stage is made again with the same bytes`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try place.products()
    let outcomes = try place.goodNight("--force", "similar,publish")
    #expect(outcomes["similar"] == "built")
    #expect(outcomes["publish"] == "built")
    #expect(outcomes["factors"] == "skipped")
    #expect(try place.products() == before)
  }

  // MARK: - Failed

  @Test func `reports that cannot be written do not keep the lists from the players`() throws {
    let place = try Place.withSmallWorld(days: 0..<60)
    try place.goodNight()
    try place.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
    try place.blockReports()
    let result = try place.night("--json")
    #expect(result.status == 0, "\(result.error)")
    let record = try object(result.out)
    let stages = try #require(record["stages"] as? [[String: Any]])
    #expect(stages.first { $0["stage"] as? String == "reports" }?["outcome"] as? String == "reused")
    #expect((record["warnings"] as? [String])?.contains { $0.hasPrefix("reports: ") } == true)
    #expect(try place.list("recommendations").first?["date"] as? String == "2026-04-01")
    // It is not forgotten.
    try FileManager.default.removeItem(at: place.folder.url.appending(path: "reports"))
    #expect(try place.plan().verdict("reports") == "run")
    #expect(try place.goodNight()["reports"] == "built")
    let whole = try Place.withSmallWorld(days: 0..<60)
    try whole.goodNight()
    try whole.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
    try whole.goodNight()
    #expect(try place.differences(from: whole).filter { $0.contains("2026-04-01") } == [])
  }

  @Test func `a stage that must not fail ends the night, which says what is served`() throws {
    let place = try Place.withSmallWorld(days: 0..<60)
    try place.goodNight()
    try place.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
    try place.folder.write(
      "als: {rank: 4, iterations: 2}\nadvanced: {stages: {reports: {onError: fail}}}\n",
      to: "night.yaml")
    try place.blockReports()
    let result = try place.night()
    #expect(result.status == 73, "\(result.error)")
    #expect(result.error.contains("Stage reports failed: "))
    #expect(result.error.contains("The night of 2026-03-02 is served meanwhile."))
    #expect(try place.list("recommendations").first?["date"] as? String == "2026-03-02")
  }

  // MARK: - Left out

  @Test func `a night that would be late leaves out what may be, and publishes`() throws {
    let place = try Place.withSmallWorld(days: 0..<60)
    try place.goodNight()
    try place.put(SmallWorld.interactions(days: 60..<90), in: "interactions/more.ndjson")
    // The evaluation took eleven days, so that it is late at any time of day.
    let times = place.workspace.appending(path: "runs/last.json")
    var last = try object(String(contentsOf: times, encoding: .utf8))
    var stages = try #require(last["stages"] as? [String: [String: Any]])
    stages["evaluation"]?["seconds"] = 1e6
    last["stages"] = stages
    try JSONSerialization.data(withJSONObject: last).write(to: times)
    let result = try place.night("--finish-by", "06:00", "--json")
    #expect(result.status == 0, "\(result.error)")
    let record = try object(result.out)
    let outcomes = Dictionary(
      try #require(record["stages"] as? [[String: Any]]).compactMap { stage in
        (stage["stage"] as? String).map { ($0, stage["outcome"] as? String ?? "") }
      }, uniquingKeysWith: { $1 })
    #expect(outcomes["evaluation"] == "reused")
    #expect(outcomes["reports"] == "built")
    #expect(outcomes["publish"] == "built")
    #expect(
      (record["warnings"] as? [String])?.contains {
        $0.hasPrefix("evaluation: ") && $0.contains("06:00")
      } == true)
    #expect(try place.list("recommendations").first?["date"] as? String == "2026-04-01")
    #expect(try place.goodNight()["evaluation"] == "built")
  }

  @Test func `a time of day that there is not is a usage error`() throws {
    let place = try Place.withSmallWorld()
    for time in ["25:00", "6", "06:60", "06:00:00", ""] {
      #expect(try place.night("--finish-by", time).status == 64)
    }
  }

  @Test func `a run without the intake is of the night that it makes again`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let result = try place.night(
      "--only", "similar,publish", "--force", "similar,publish", "--json")
    try #require(result.status == 0, "\(result.error)")
    #expect(try object(result.out)["day"] as? String == "2026-04-01")
    let runs = try FileManager.default.contentsOfDirectory(
      atPath: place.workspace.appending(path: "runs").path)
    #expect(!runs.contains("undated"))
  }

  @Test func `what could not be written whole is not left on the disk`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let published = place.current.appending(path: "findie.sqlite")
    let size = try Data(contentsOf: published).count
    // No file may become as long as the published store.
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments =
      ["-c", #"trap '' XFSZ; ulimit -f \#(size / 1024 - 4); exec "$0" "$@""#, Binary.url.path]
      + place.arguments + ["--only", "publish", "--force", "publish"]
    process.currentDirectoryURL = place.folder.url
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 73)
    let names = try FileManager.default.subpathsOfDirectory(atPath: place.folder.url.path)
    #expect(!names.contains { $0.contains(".partial") })
    #expect(try Data(contentsOf: published).count == size)
  }
}
