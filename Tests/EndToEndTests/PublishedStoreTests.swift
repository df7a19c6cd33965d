import FindieTestSupport
import Foundation
import Testing

/// The published database as programs in other languages read it.
@Suite(.enabled(if: Binary.hasPython, "there is no python3 to read with"))
struct PublishedStoreTests {
  private static let script = Binary.root.appending(path: "Tests/Oracles/published_store.py")

  private func python(
    _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B"] + arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    return (process.terminationStatus, said)
  }

  @Test func `every row of the views equals the published lines, with their ids`() throws {
    let night = try SampleNight.shared.get()
    let (status, said) = try python(
      [Self.script.path, night.published.path], in: night.folder.url)
    #expect(status == 0, "\(said)")
    #expect(said.contains("differing 0"))
  }

  @Test func `a changed entry is found by the comparison`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let file = sandbox.current.appending(path: "recommendations.ndjson")
    let lines = try String(contentsOf: file, encoding: .utf8)
    try Data(lines.replacing(#""rank":2,"#, with: #""rank":3,"#, maxReplacements: 1).utf8)
      .write(to: file)
    let (status, said) = try python(
      [Self.script.path, sandbox.current.path], in: sandbox.folder.url)
    #expect(status == 1)
    // The entry, and the hash of the line.
    #expect(said.contains("differing 2"), "\(said)")
  }

  /// A published list names its player.
  @Test func `an issued list id is accepted, and left out of an anonymous export`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let listId = try #require(try sandbox.list("recommendations").first?["listId"] as? String)
    try sandbox.put(
      [
        [
          "eventId": "e1", "gameId": "g1", "anonymousUserId": "a1", "eventType": "gameView",
          "timestamp": "2026-03-31T12:00:00Z", "surface": "personal", "listId": listId,
        ]
      ], in: "analytics.ndjson")
    let ingested = try sandbox.findie([
      "ingest", "--input", "input", "--workspace", "workspace",
    ])
    try #require(ingested.status == 0, "\(ingested.error)")
    let stored = sandbox.workspace.appending(path: "history/analytics")
    let files = try FileManager.default.contentsOfDirectory(atPath: stored.path)
    #expect(
      try files.contains {
        try Data(contentsOf: stored.appending(path: $0)).firstRange(of: Data(listId.utf8)) != nil
      })
    let exported = try Binary.run(
      ["export", "analytics", "--anonymous", "--workspace", "workspace"], in: sandbox.folder.url,
      environment: ["FINDIE_KEY": "a key of the tests, no secret"])
    #expect(exported.status == 0, "\(exported.error)")
    #expect(exported.out.contains(#""surface":"personal""#))
    #expect(!exported.out.contains(listId) && !exported.out.contains("listId"))
  }
}
