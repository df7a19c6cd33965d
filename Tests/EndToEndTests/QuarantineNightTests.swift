import FindieTestSupport
import Foundation
import Testing

/// Bad lines of a night.
struct QuarantineNightTests {
  /// Fifty lines that are not JSON.
  private static let rubbish = String(repeating: "{\"id\":\n", count: 50)

  @Test func `a first night that stops publishes nothing and stores the rejected lines`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write(Self.rubbish, to: "input/interactions/bad.ndjson")
    let result = try sandbox.night()
    #expect(result.status == 65)
    #expect(try sandbox.products() == [:])
    let folder = sandbox.workspace.appending(path: "quarantine/2026-04-01")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let quarantined = try lines(of: folder.appending(path: name))
    #expect(quarantined.compactMap { $0["line"] as? Int } == Array(1...50))
    // A line has seven bytes, its newline among them.
    #expect(quarantined.compactMap { $0["offset"] as? Int } == (0..<50).map { $0 * 7 })
    #expect(quarantined.allSatisfy { $0["reason"] as? String == "notJSON" })
    #expect(quarantined.allSatisfy { $0["text"] as? String == "{\"id\":" })
  }

  @Test func `a stopped night succeeds when the file is corrected`() throws {
    let (repaired, fresh) = (try Sandbox.withSmallWorld(), try Sandbox.withSmallWorld())
    try repaired.folder.write(Self.rubbish, to: "input/interactions/bad.ndjson")
    #expect(try repaired.night().status == 65)
    try FileManager.default.removeItem(
      at: repaired.input.appending(path: "interactions/bad.ndjson"))
    try repaired.runNight()
    try fresh.runNight()
    #expect(try repaired.differences(from: fresh) == [])
  }

  @Test func `too many bad lines of the catalogue also stop the night`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    try sandbox.folder.write(Self.rubbish, to: "input/games-more.ndjson")
    let result = try sandbox.night()
    #expect(result.status == 65)
    #expect(result.error.contains("games-more.ndjson"))
    #expect(try sandbox.products() == before)
  }

  @Test func `a few bad lines are counted, and the night continues`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write(
      "{\n\n[]\n" + Sandbox.deliveredAgain(), to: "input/interactions/bad.ndjson")
    let result = try sandbox.night("--json")
    #expect(result.status == 0, "\(result.error)")
    let stages = try #require(object(result.out)["stages"] as? [[String: Any]])
    let counts = try #require(
      stages.first { $0["stage"] as? String == "intake" }?["counts"] as? [String: Int])
    let sound = SmallWorld.interactions(days: 0..<90).count
    // The blank line is not read.
    #expect(counts["read"] == sound + 3)
    #expect(counts["accepted"] == sound)
    #expect(counts["rejected"] == 2)
  }

  @Test(arguments: ["interactions/bad.ndjson", "games-more.ndjson"])
  func `a file without a usable line stops the night, however few its lines`(file: String) throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write("id,title\n7,Seven\n", to: "input/" + file)
    let result = try sandbox.night()
    #expect(result.status == 65)
    #expect(result.error.contains("None of the 2 lines of \(file) can be used: notJSON 2."))
    #expect(try sandbox.products() == [:])
    #expect(try sandbox.findie(["validate", "input"]).status == 65)
  }

  @Test func `ids that are not unique stop the night before the history is written`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<1)
    let again = SmallWorld.interactions(days: 1..<90).map { event in
      event.merging(["id": event["userId"] ?? ""]) { $1 }
    }
    try sandbox.put(again, in: "interactions/wrong.ndjson")
    let result = try sandbox.night()
    #expect(result.status == 65)
    #expect(result.error.contains("of interactions/wrong.ndjson have an id that another event"))
    #expect(result.error.contains("Is `id` unique for each event?"))
    #expect(try sandbox.products() == [:])
    let validation = try sandbox.findie(["validate", "input"])
    #expect(validation.status == 65)
    #expect(validation.out.contains("Is `id` unique"))
    // A share of 1 accepts them with a warning.
    try sandbox.folder.write("ingest: {maximumBadShare: 1}\n", to: "all.yaml")
    let accepted = try sandbox.findie([
      "ingest", "--input", "input", "--workspace", "workspace", "--parameters", "all.yaml",
    ])
    #expect(accepted.status == 0, "\(accepted.error)")
    #expect((accepted.out + accepted.error).contains("differ from an event with the same id"))
  }

  @Test func `a truncated gzip file stops the night`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<1)
    let source = Binary.sample.appending(path: "interactions/2015-12.ndjson.gz")
    let bytes = try Data(contentsOf: source)
    try bytes.prefix(bytes.count / 2).write(
      to: sandbox.input.appending(path: "interactions-cut.ndjson.gz"))
    let result = try sandbox.night()
    #expect(result.status == 65)
    #expect(result.error.contains("interactions-cut.ndjson.gz ends in the middle, after "))
    #expect(try sandbox.findie(["status", "--workspace", "workspace"]).out.contains("nothing yet"))
  }

  @Test func `a gzip file with a wrong byte stops the night`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<1)
    let source = Binary.sample.appending(path: "interactions/2015-12.ndjson.gz")
    var bytes = try Data(contentsOf: source)
    bytes[bytes.count / 2] ^= 0xFF
    try bytes.write(to: sandbox.input.appending(path: "interactions-damaged.ndjson.gz"))
    let result = try sandbox.night()
    #expect(result.status == 65)
    #expect(result.error.contains("interactions-damaged.ndjson.gz"))
    #expect(try sandbox.products() == [:])
  }

  @Test func `validate reports bad lines as a night does, with the same exit status`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write(Self.rubbish, to: "input/interactions/bad.ndjson")
    let result = try sandbox.findie(["validate", "input"])
    #expect(result.status == 65)
    #expect(result.out.contains("A nightly run would fail"))
    #expect(!result.out.contains("quarantine"), "\(result.out)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.workspace.path))
  }

  @Test func `the quarantine of a failed run says that its file is to be repaired`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write(Self.rubbish, to: "input/interactions/bad.ndjson")
    #expect(try sandbox.night().status == 65)
    let text = try sandbox.findie(["quarantine", "--workspace", "workspace"]).out
    #expect(text.contains("The history has no events of interactions/bad.ndjson"), "\(text)")
    #expect(!text.contains("To repair lines"))
  }

  @Test func `the status after bad lines names a command that runs as printed`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write(Self.rubbish, to: "input/interactions/bad.ndjson")
    try FileManager.default.createDirectory(
      at: sandbox.folder.url.appending(path: "my files"), withIntermediateDirectories: true)
    let place = ["--workspace", "my files/w"]
    let night = try sandbox.findie(
      ["run", "nightly", "--input", "input", "--reports", "reports"] + place)
    #expect(night.status == 65)
    let status = try sandbox.findie(["status"] + place).out
    let command = try #require(status.firstMatch(of: /`findie (quarantine[^`]*)`/)?.1)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "\"$0\" \(command) >listed", Binary.url.path]
    process.currentDirectoryURL = sandbox.folder.url
    try process.run()
    process.waitForEnd()
    #expect(process.terminationStatus == 0, "\(command)")
    let listed = try String(
      contentsOf: sandbox.folder.url.appending(path: "listed"), encoding: .utf8)
    #expect(listed.contains("interactions/bad.ndjson"))
  }

  @Test func `a file in place of the input folder is named, and is no failed night`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let file = "input/interactions/first.ndjson"
    for command in [
      ["run", "nightly", "--workspace", "workspace", "--input", file],
      ["validate", file],
    ] {
      let result = try sandbox.findie(command)
      #expect(result.status == 66)
      #expect(result.error.contains("first.ndjson is a file"), "\(result.error)")
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.workspace.path))
  }

  @Test func `validate leaves no files, also if a file cannot be read`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try Data([0x1F, 0x8B, 8, 0, 1, 2, 3]).write(
      to: sandbox.input.appending(path: "interactions-damaged.ndjson.gz"))
    let temporary = sandbox.folder.url.appending(path: "tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let result = try Binary.run(
      ["validate", "input"], in: sandbox.folder.url, environment: ["TMPDIR": temporary.path])
    #expect(result.status == 65, "\(result.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `validating leaves nothing in the temporary folder if it is stopped`(_ number: Int32) throws
  {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = Binary.url
    process.arguments = ["validate", "-"]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TMPDIR": folder.url.path]) { $1 }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("{}\n".utf8))
    var names: [String] = []
    for _ in 0..<5000 where names.isEmpty {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      usleep(1000)
    }
    let own = folder.url.appending(path: try #require(names.first))
    let mode = try FileManager.default.attributesOfItem(atPath: own.path)[.posixPermissions]
    #expect(mode as? Int == 0o700)
    kill(process.processIdentifier, number)
    process.waitForEnd()
    #expect(process.terminationStatus == 75)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func `an event long before all others causes a warning and is accepted`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    var stray = SmallWorld.interaction("clock", player: "u1", game: "g1", day: 3)
    stray["timestamp"] = 0
    try sandbox.put([stray], in: "interactions/clock.ndjson")
    let sentence =
      "interactions: 1 event has a timestamp of 1970-01-01 or earlier, and the next event is on 2026-"
    #expect(try sandbox.findie(["validate", "input"]).out.contains("warning: " + sentence))
    let night = try sandbox.night("--json")
    #expect(night.status == 0, "\(night.error)")
    #expect(night.out.contains(sentence))
  }
}
