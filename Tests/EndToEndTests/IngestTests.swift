import FindieTestSupport
import Foundation
import Testing

/// `findie ingest`, standard input, and `findie history`.
struct IngestTests {
  private let sound = SmallWorld.interactions(days: 0..<90).count

  private func bytes(_ records: [[String: Any]]) throws -> Data {
    try records.reduce(into: Data()) {
      $0 += try JSONSerialization.data(withJSONObject: $1) + Data("\n".utf8)
    }
  }

  @Test func `ingest adds events without a night, and does nothing the second time`() throws {
    let sandbox = try Sandbox.withBadLines()
    let first = try sandbox.ingest()
    #expect(first["read"] as? Int == sound + 4)
    #expect(first["accepted"] as? Int == sound)
    #expect(first["rejected"] as? Int == 3)
    #expect(first["files"] as? Int == 2)
    for name in ["duplicate", "ignored", "days", "peakMemoryInBytes"] {
      #expect(first[name] is Int, "\(name)")
    }
    #expect(first["seconds"] is Double)
    let history = try sandbox.workspaceBytes(below: "history")
    let second = try sandbox.ingest()
    #expect(second["read"] as? Int == 0)
    #expect(second["files"] as? Int == 0)
    #expect(second["filesSkipped"] as? Int == 2)
    #expect(second["days"] as? Int == 0)
    #expect(try sandbox.workspaceBytes(below: "history") == history)
    let text = try sandbox.findie(["ingest", "--input", "input", "--workspace", "workspace"]).out
    #expect(text.contains("Nothing to read"))
  }

  @Test func `a night after ingest does not read the files again, and has the same result`()
    throws
  {
    let (apart, whole) = (try Sandbox.withSmallWorld(), try Sandbox.withSmallWorld())
    _ = try apart.ingest("--parameters", "night.yaml")
    let history = try apart.workspaceBytes(below: "history")
    try apart.runNight()
    try whole.runNight()
    #expect(try apart.workspaceBytes(below: "history") == history)
    #expect(try apart.differences(from: whole) == [])
  }

  @Test func `too many bad lines exit with 65 and leave the history unchanged`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    _ = try sandbox.ingest()
    let history = try sandbox.workspaceBytes(below: "history")
    try sandbox.folder.write(
      String(repeating: "{\"id\":\n", count: 50), to: "input/interactions/bad.ndjson")
    let result = try sandbox.findie(["ingest", "--input", "input", "--workspace", "workspace"])
    #expect(result.status == 65)
    #expect(try sandbox.workspaceBytes(below: "history") == history)
    #expect(try sandbox.quarantined().count == 50)
  }

  @Test func `rejected lines are accepted from their corrected file, or from a file of them`()
    throws
  {
    let (corrected, moved) = (try Sandbox.withBadLines(), try Sandbox.withBadLines())
    for sandbox in [corrected, moved] { _ = try sandbox.ingest() }
    let before = try corrected.eventsByDay()
    let file = corrected.input.appending(path: Sandbox.badFile)
    try String(contentsOf: file, encoding: .utf8).replacing("lke", with: "like")
      .write(to: file, atomically: true, encoding: .utf8)
    _ = try corrected.ingest()
    #expect(try corrected.quarantined() == [2: "notJSON", 3: "notJSON"])
    // As docs/DATA.md says, if the file is gone.
    try FileManager.default.removeItem(at: moved.input.appending(path: Sandbox.badFile))
    let text = try #require(try lines(of: moved.quarantineFile).first?["text"] as? String)
    try moved.folder.write(
      text.replacing("lke", with: "like") + "\n", to: "input/interactions-repaired.ndjson")
    _ = try moved.ingest()
    for sandbox in [corrected, moved] {
      #expect(
        try sandbox.eventsByDay()["2026-01-06"] == before["2026-01-06"].map { $0 + 1 })
    }
  }

  @Test func `paths that are not ASCII work in the locale C`() throws {
    let sandbox = try Sandbox.withBadLines()
    let (input, file) = ("größe/ìnput", "größe/ìnput/interactions-日本.json")
    let bad = try String(
      contentsOf: sandbox.input.appending(path: Sandbox.badFile), encoding: .utf8)
    try sandbox.folder.write(bad, to: file)
    func run(_ arguments: String...) throws -> Binary.Result {
      try Binary.run(
        arguments, in: sandbox.folder.url,
        environment: ["LC_ALL": "C", "FINDIE_WORKSPACE": "größe/wörk"])
    }
    #expect(try run("validate", input).out.contains("interactions-日本.json"))
    #expect(try run("ingest", "--input", input).out.contains("1 day changed"))
    let listing = try run("quarantine", "--file", "interactions-日本.json")
    #expect(listing.out.contains("interactions-日本.json:1"), "\(listing)")
    #expect(try run("validate", "größe/ñ").error.contains("größe/ñ"))
  }

  // MARK: - Standard input

  private func gzipped(_ file: URL) throws -> URL {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-k", file.path]
    try process.run()
    process.waitForEnd()
    return file.appendingPathExtension("gz")
  }

  @Test func `standard input may be compressed, and is skipped the second time`() throws {
    let sandbox = try Sandbox()
    let plain = sandbox.folder.url.appending(path: "lines")
    try bytes(SmallWorld.interactions(days: 0..<90)).write(to: plain)
    let stdin = ["ingest", "--input", "-"]
    #expect(try sandbox.answer(stdin, input: plain)["accepted"] as? Int == sound)
    #expect(try sandbox.answer(stdin, input: plain)["filesSkipped"] as? Int == 1)
    // The same lines in other bytes are another file with the same events. Their names decide which
    // of the two files counts as their origin.
    let squeezed = try sandbox.answer(stdin, input: gzipped(plain))
    #expect(squeezed["read"] as? Int == sound)
    #expect(try sandbox.eventsByDay().values.reduce(0, +) == sound)
    // Other lines replace nothing.
    let more = sandbox.folder.url.appending(path: "more")
    try bytes(SmallWorld.interactions(days: 90..<100)).write(to: more)
    _ = try sandbox.answer(stdin, input: more)
    #expect(
      try sandbox.eventsByDay().values.reduce(0, +) == SmallWorld.interactions(days: 0..<100).count)
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.workspace.appending(path: "stdin").path))
  }

  @Test func `standard input can be declared as analytics events`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.folder.write(
      #"{"eventId":"e1","gameId":"g1","timestamp":"2026-01-01T10:00:00Z","eventType":"gameView","#
        + #""anonymousUserId":"a1"}"# + "\n", to: "lines")
    let arguments = ["ingest", "--input", "-", "--workspace", "workspace", "--as", "analytics"]
    let result = try sandbox.findie(arguments + ["--json"], input: file)
    #expect(result.status == 0, "\(result.error)")
    #expect(try object(result.out)["accepted"] as? Int == 1)
    #expect(
      try sandbox.findie(["ingest", "--input", "input", "--as", "analytics"]).status == 64)
  }

  @Test func `empty standard input exits with 66`() throws {
    let result = try Sandbox().findie(["ingest", "--input", "-", "--workspace", "workspace"])
    #expect(result.status == 66)
    #expect(result.error.contains("standard input is empty"))
  }

  @Test func `validate reads standard input and writes nothing`() throws {
    let sandbox = try Sandbox.withBadLines()
    let file = sandbox.input.appending(path: Sandbox.badFile)
    let result = try sandbox.findie(["validate", "-"], input: file)
    #expect(result.status == 0)
    #expect(result.out.contains("unknownAction"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.workspace.path))
  }

  @Test func `a night over standard input uses the stored catalogue`() throws {
    let (streamed, whole) = (
      try Sandbox.withSmallWorld(days: 0..<60), try Sandbox.withSmallWorld(days: 0..<60)
    )
    let more = SmallWorld.interactions(days: 60..<90)
    for sandbox in [streamed, whole] { try sandbox.runNight() }
    let file = streamed.folder.url.appending(path: "lines")
    try bytes(more).write(to: file)
    let result = try streamed.findie(
      SampleNight.arguments(input: "-"), input: file)
    #expect(result.status == 0, "\(result.error)")
    try whole.put(more, in: "interactions/second.ndjson")
    try whole.runNight()
    #expect(
      try streamed.list("recommendations") as NSArray == whole.list("recommendations") as NSArray)

    let bare = try Sandbox()
    let refused = try bare.findie(SampleNight.arguments(input: "-"), input: file)
    #expect(refused.status == 66)
    #expect(refused.error.contains("Standard input has no catalogue"), "\(refused.error)")
  }

  // MARK: - History

  @Test func `verify accepts an undamaged history and detects a flipped bit`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let verify = ["verify", "--workspace", "workspace"]
    #expect(try sandbox.findie(verify).status == 66)
    #expect(try sandbox.findie(["history", "--workspace", "workspace"]).status == 66)
    _ = try sandbox.ingest()
    let sound = try sandbox.findie(verify)
    #expect(sound.status == 0)
    #expect(sound.out.hasPrefix("No damage found in 0 artifacts, \(self.sound) events"))
    let folder = sandbox.workspace.appending(path: "history/interactions")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().first)
    var bytes = try Data(contentsOf: folder.appending(path: name))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: folder.appending(path: name))
    let damaged = try sandbox.findie(verify + ["--json"])
    #expect(damaged.status == 1)
    let problems = try object(damaged.out)["problems"] as? [[String: Any]]
    #expect((problems?.first?["problem"] as? String)?.contains(name) == true)
  }
}
