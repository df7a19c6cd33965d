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

  @Test func `events come in without a night, and a second time there is nothing to do`() throws {
    let place = try Place.withBadLines()
    let first = try place.ingest()
    #expect(first["read"] as? Int == sound + 3)
    #expect(first["accepted"] as? Int == sound)
    #expect(first["rejected"] as? Int == 3)
    #expect(first["files"] as? Int == 2)
    for name in ["duplicate", "ignored", "days", "peakMemoryInBytes"] {
      #expect(first[name] is Int, "\(name)")
    }
    #expect(first["seconds"] is Double)
    let history = try place.workspaceBytes(below: "history")
    let second = try place.ingest()
    #expect(second["read"] as? Int == 0)
    #expect(second["files"] as? Int == 0)
    #expect(second["filesSkipped"] as? Int == 2)
    #expect(second["days"] as? Int == 0)
    #expect(try place.workspaceBytes(below: "history") == history)
    let text = try place.findie(["ingest", "--input", "input", "--workspace", "workspace"]).out
    #expect(text.contains("Nothing to read"))
  }

  @Test func `a night after it finds the files known and makes what it would have made`() throws {
    let (apart, whole) = (try Place.withSmallWorld(), try Place.withSmallWorld())
    _ = try apart.ingest("--parameters", "night.yaml")
    let history = try apart.workspaceBytes(below: "history")
    try apart.goodNight()
    try whole.goodNight()
    #expect(try apart.workspaceBytes(below: "history") == history)
    #expect(try apart.differences(from: whole) == [])
  }

  @Test func `too many bad lines end it with 65, and the history is as it was`() throws {
    let place = try Place.withSmallWorld()
    _ = try place.ingest()
    let history = try place.workspaceBytes(below: "history")
    try place.folder.write(
      String(repeating: "{\"id\":\n", count: 50), to: "input/interactions/bad.ndjson")
    let result = try place.findie(["ingest", "--input", "input", "--workspace", "workspace"])
    #expect(result.status == 65)
    #expect(try place.workspaceBytes(below: "history") == history)
    #expect(try place.quarantined().count == 50)
  }

  // MARK: - Standard input

  private func gzipped(_ file: URL) throws -> URL {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-k", file.path]
    try process.run()
    process.waitUntilExit()
    return file.appendingPathExtension("gz")
  }

  @Test func `standard input is read plain and compressed, and known when it comes again`() throws {
    let place = try Place()
    let plain = place.folder.url.appending(path: "lines")
    try bytes(SmallWorld.interactions(days: 0..<90)).write(to: plain)
    let stdin = ["ingest", "--input", "-"]
    #expect(try place.answer(stdin, input: plain)["accepted"] as? Int == sound)
    #expect(try place.answer(stdin, input: plain)["filesSkipped"] as? Int == 1)
    // The same lines in other bytes are another file, with the same events: which of the two keeps them
    // is a matter of their names.
    let squeezed = try place.answer(stdin, input: gzipped(plain))
    #expect(squeezed["read"] as? Int == sound)
    #expect(try place.eventsByDay().values.reduce(0, +) == sound)
    // Other lines replace nothing.
    let more = place.folder.url.appending(path: "more")
    try bytes(SmallWorld.interactions(days: 90..<100)).write(to: more)
    _ = try place.answer(stdin, input: more)
    #expect(
      try place.eventsByDay().values.reduce(0, +) == SmallWorld.interactions(days: 0..<100).count)
    #expect(
      !FileManager.default.fileExists(atPath: place.workspace.appending(path: "stdin").path))
  }

  @Test func `lines of analytics events are said to be so`() throws {
    let place = try Place()
    let file = try place.folder.write(
      #"{"eventId":"e1","gameId":"g1","timestamp":"2026-01-01T10:00:00Z","eventType":"gameView","#
        + #""anonymousUserId":"a1"}"# + "\n", to: "lines")
    let arguments = ["ingest", "--input", "-", "--workspace", "workspace", "--as", "analytics"]
    let result = try place.findie(arguments + ["--json"], input: file)
    #expect(result.status == 0, "\(result.error)")
    #expect(try object(result.out)["accepted"] as? Int == 1)
    #expect(
      try place.findie(["ingest", "--input", "input", "--as", "analytics"]).status == 64)
  }

  @Test func `standard input without a byte ends in 66`() throws {
    let result = try Place().findie(["ingest", "--input", "-", "--workspace", "workspace"])
    #expect(result.status == 66)
    #expect(result.error.contains("standard input is empty"))
  }

  @Test func `validate reads standard input and writes nothing`() throws {
    let place = try Place.withBadLines()
    let file = place.input.appending(path: Place.badFile)
    let result = try place.findie(["validate", "-"], input: file)
    #expect(result.status == 0)
    #expect(result.out.contains("unknownAction"))
    #expect(!FileManager.default.fileExists(atPath: place.workspace.path))
  }

  @Test func `a night over standard input takes the catalogue that an earlier one left`() throws {
    let (streamed, whole) = (
      try Place.withSmallWorld(days: 0..<60), try Place.withSmallWorld(days: 0..<60)
    )
    let more = SmallWorld.interactions(days: 60..<90)
    for place in [streamed, whole] { try place.goodNight() }
    let file = streamed.folder.url.appending(path: "lines")
    try bytes(more).write(to: file)
    let result = try streamed.findie(
      SampleNight.arguments(input: "-"), input: file)
    #expect(result.status == 0, "\(result.error)")
    try whole.put(more, in: "interactions/second.ndjson")
    try whole.goodNight()
    #expect(
      try streamed.list("recommendations") as NSArray == whole.list("recommendations") as NSArray)

    let bare = try Place()
    let warned = try bare.findie(SampleNight.arguments(input: "-"), input: file)
    #expect(warned.status == 0)
    #expect(warned.error.contains("standard input has no catalogue"))
  }

  // MARK: - History

  @Test func `a sound history is said to be so, and a flipped bit is found`() throws {
    let place = try Place.withSmallWorld()
    let verify = ["history", "verify", "--workspace", "workspace"]
    #expect(try place.findie(verify).status == 66)
    #expect(try place.findie(["history", "show", "--workspace", "workspace"]).status == 66)
    _ = try place.ingest()
    let sound = try place.findie(verify)
    #expect(sound.status == 0)
    #expect(sound.out.hasPrefix("The history is intact: \(self.sound) events"))
    let folder = place.workspace.appending(path: "history/interactions")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().first)
    var bytes = try Data(contentsOf: folder.appending(path: name))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: folder.appending(path: name))
    let damaged = try place.findie(verify + ["--json"])
    #expect(damaged.status == 1)
    let said = try object(damaged.out)
    #expect(said["isIntact"] as? Bool == false)
    #expect((said["problems"] as? [String])?.first?.contains(name) == true)
  }
}
