import FindieTestSupport
import Foundation
import Testing

/// An export that has the name of an earlier one, with other days.
struct ReplacedFileTests {
  private func days(_ sandbox: Sandbox) throws -> Int {
    let shown = try sandbox.findie(["history", "--workspace", "workspace", "--json"])
    try #require(shown.status == 0, "\(shown.error)")
    return try #require(JSONSerialization.jsonObject(with: Data(shown.out.utf8)) as? [Any]).count
  }

  private func history(_ sandbox: Sandbox) throws -> [String: Data] {
    let folder = sandbox.workspace.appending(path: "history")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { $0.hasSuffix(".findie") || $0.hasSuffix(".json") }
      .reduce(into: [:]) { $0[$1] = try Data(contentsOf: folder.appending(path: $1)) }
  }

  /// A night over 80 days, whose file then has the next ten days.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<80)
    try sandbox.runNight()
    try sandbox.put(SmallWorld.interactions(days: 80..<90), in: "interactions/first.ndjson")
    return sandbox
  }

  @Test func `nothing is removed until the file has a name of its own`() throws {
    let sandbox = try sandbox()
    let (before, published) = (try history(sandbox), try sandbox.publishedDay)
    let count = try days(sandbox)
    let ingest = [
      "ingest", "--input", "input", "--workspace", "workspace", "--parameters", "night.yaml",
    ]
    let backfill = [
      "backfill", "--from", "2026-03-10", "--to", "2026-03-10", "--input", "input", "--workspace",
      "workspace", "--reports", "reports", "--parameters", "night.yaml",
    ]
    for arguments in [sandbox.arguments, ingest, backfill] {
      let refused = try sandbox.findie(arguments)
      #expect(refused.status == 65, "\(arguments): \(refused.error)")
      for word in [
        "interactions/first.ndjson no longer has", "80 days, 2026-01-01 to 2026-03-21",
        "interactions/first-2026-04-01.ndjson", "--publish anyway",
      ] {
        #expect(refused.error.contains(word), "\(arguments): \(refused.error)")
      }
      #expect(try history(sandbox) == before)
    }
    #expect(try sandbox.publishedDay == published)

    // As the message says.
    let folder = sandbox.input.appending(path: "interactions")
    try FileManager.default.moveItem(
      at: folder.appending(path: "first.ndjson"),
      to: folder.appending(path: "first-2026-04-01.ndjson"))
    try sandbox.runNight()
    #expect(try days(sandbox) == count + 10)
    #expect(try sandbox.publishedDay == "2026-04-01")
  }

  @Test func `a replacement that is accepted is recorded, and a correction is`() throws {
    let sandbox = try sandbox()
    try sandbox.runNight("--publish", "anyway")
    #expect(try days(sandbox) == 10)
    func warnings() throws -> [String] {
      let record = try object(
        String(
          contentsOf: sandbox.workspace.appending(path: "runs/2026-04-01/run.json"),
          encoding: .utf8))
      return try #require(record["warnings"] as? [String])
    }
    #expect(
      try warnings().contains {
        $0.contains("interactions/first.ndjson no longer has") && $0.contains("accepts it")
      })
    let corrected = SmallWorld.interactions(days: 80..<90).enumerated().filter { $0.offset != 5 }
    try sandbox.put(corrected.map(\.element), in: "interactions/first.ndjson")
    try sandbox.runNight()
    #expect(try warnings().contains { $0.contains("no longer has 1 of the ") })
  }
}
