import FindieTestSupport
import Foundation
import Testing

/// Bad lines of a night.
struct QuarantineNightTests {
  /// Fifty lines that are no JSON.
  private static let rubbish = String(repeating: "{\"id\":\n", count: 50)

  @Test func `a first night that stops publishes nothing and keeps the lines`() throws {
    let place = try Place.withSmallWorld()
    try place.folder.write(QuarantineNightTests.rubbish, to: "input/interactions/bad.ndjson")
    let result = try place.night()
    #expect(result.status == 65)
    #expect(try place.products() == [:])
    let folder = place.workspace.appending(path: "quarantine/2026-04-01")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let kept = try lines(of: folder.appending(path: name))
    #expect(kept.compactMap { $0["line"] as? Int } == Array(1...50))
    // A line has seven bytes, its newline among them.
    #expect(kept.compactMap { $0["offset"] as? Int } == (0..<50).map { $0 * 7 })
    #expect(kept.allSatisfy { $0["reason"] as? String == "notJSON" })
    #expect(kept.allSatisfy { $0["text"] as? String == "{\"id\":" })
  }

  @Test func `a night that stopped goes on when the file is mended, and leaves no trace`() throws {
    let (mended, fresh) = (try Place.withSmallWorld(), try Place.withSmallWorld())
    try mended.folder.write(QuarantineNightTests.rubbish, to: "input/interactions/bad.ndjson")
    #expect(try mended.night().status == 65)
    try FileManager.default.removeItem(
      at: mended.input.appending(path: "interactions/bad.ndjson"))
    try mended.goodNight()
    try fresh.goodNight()
    #expect(try mended.differences(from: fresh) == [])
  }

  @Test func `too many bad lines of the catalogue stop the night too`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try place.products()
    try place.folder.write(QuarantineNightTests.rubbish, to: "input/games-more.ndjson")
    let result = try place.night()
    #expect(result.status == 65)
    #expect(result.error.contains("games-more.ndjson"))
    #expect(try place.products() == before)
  }

  @Test func `a few bad lines are counted and the night goes on`() throws {
    let place = try Place.withSmallWorld()
    try place.folder.write("{\n\n[]\n", to: "input/interactions/bad.ndjson")
    let result = try place.night("--json")
    #expect(result.status == 0, "\(result.error)")
    let stages = try #require(object(result.out)["stages"] as? [[String: Any]])
    let counts = try #require(
      stages.first { $0["stage"] as? String == "intake" }?["counts"] as? [String: Int])
    let sound = SmallWorld.interactions(days: 0..<90).count
    // The blank line is not read.
    #expect(counts["read"] == sound + 2)
    #expect(counts["accepted"] == sound)
    #expect(counts["rejected"] == 2)
  }

  @Test func `a truncated gzip file does not pass for a whole one`() throws {
    let place = try Place.withSmallWorld(days: 0..<1)
    let source = Binary.sample.appending(path: "interactions/2016-09.ndjson.gz")
    let bytes = try Data(contentsOf: source)
    try bytes.prefix(bytes.count / 2).write(
      to: place.input.appending(path: "interactions-cut.ndjson.gz"))
    let result = try place.night()
    #expect(result.status == 65)
    #expect(result.error.contains("interactions-cut.ndjson.gz ends in the middle, after "))
    #expect(try place.findie(["status", "--workspace", "workspace"]).out.contains("nothing yet"))
  }

  @Test func `a gzip file with a wrong byte stops the night`() throws {
    let place = try Place.withSmallWorld(days: 0..<1)
    let source = Binary.sample.appending(path: "interactions/2016-09.ndjson.gz")
    var bytes = try Data(contentsOf: source)
    bytes[bytes.count / 2] ^= 0xFF
    try bytes.write(to: place.input.appending(path: "interactions-damaged.ndjson.gz"))
    let result = try place.night()
    #expect(result.status == 65)
    #expect(result.error.contains("interactions-damaged.ndjson.gz"))
    #expect(try place.products() == [:])
  }

  @Test func `validate says of bad lines what a night would say, with the night's status`() throws {
    let place = try Place.withSmallWorld()
    try place.folder.write(QuarantineNightTests.rubbish, to: "input/interactions/bad.ndjson")
    let result = try place.findie(["validate", "input"])
    #expect(result.status == 65)
    #expect(result.out.contains("A nightly run would fail"))
    #expect(!FileManager.default.fileExists(atPath: place.workspace.path))
  }

  @Test func `validate leaves nothing behind, also where a file cannot be read`() throws {
    let place = try Place.withSmallWorld()
    try Data([0x1F, 0x8B, 8, 0, 1, 2, 3]).write(
      to: place.input.appending(path: "interactions-damaged.ndjson.gz"))
    let temporary = place.folder.url.appending(path: "tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let result = try Binary.run(
      ["validate", "input"], in: place.folder.url, environment: ["TMPDIR": temporary.path])
    #expect(result.status == 65, "\(result.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
  }

  @Test func `an event long before all others is told of, and kept`() throws {
    let place = try Place.withSmallWorld()
    var stray = SmallWorld.interaction("clock", player: "u1", game: "g1", day: 3)
    stray["timestamp"] = 0
    try place.put([stray], in: "interactions/clock.ndjson")
    let sentence = "interactions: 1 event has a timestamp of 1970-01-01 or earlier, and the next event is on 2026-"
    #expect(try place.findie(["validate", "input"]).out.contains("warning: " + sentence))
    let night = try place.night("--json")
    #expect(night.status == 0, "\(night.error)")
    #expect(night.out.contains(sentence))
  }
}
