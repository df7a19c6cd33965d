import FindieTestSupport
import Foundation
import Testing

/// A night whose export has words and shared ids instead of players and sessions.
struct DoubtfulIdNightTests {
  @Test func `each is named once, with its share`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<0)
    func event(_ id: String, _ player: String, _ number: Int, _ session: String) -> [String: Any] {
      SmallWorld.interaction(id, player: player, game: "g\(number % 20)", day: 40 + number % 50)
        .merging(["sessionId": session]) { $1 }
    }
    var events = (0..<240).map { event("a\($0)", "p\($0 % 40)", $0, "a\($0)") }
    events += (0..<100).map { event("b\($0)", "guest", $0, "b\($0)") }
    events += (0..<60).map { event("c\($0)", "q\($0 % 30)", $0, "n/a") }
    events += (0..<9).map { event("d\($0)", "NULL", $0, "d\($0)") }
    try sandbox.put(events, in: "interactions.ndjson")
    for _ in 1...2 {
      let night = try sandbox.night()
      #expect(night.status == 0, "\(night.error)")
      let day = try #require(try sandbox.publishedDay)
      let record = try String(
        contentsOf: sandbox.workspace.appending(path: "runs/\(day)/run.json"), encoding: .utf8)
      let warnings = try #require(object(record)["warnings"] as? [String])
      for word in [
        #"interactions: the player "guest" has 100 of 40"#,
        #"interactions: 60 of 40"#,
      ] {
        #expect(warnings.filter { $0.contains(word) }.count == 1, "\(word): \(warnings)")
      }
      try sandbox.put([event("e", "p1", 49, "e")], in: "interactions/e.ndjson")
    }
    let quarantine = try sandbox.findie(["quarantine", "--workspace", "workspace"])
    #expect(quarantine.out.contains("placeholderId"), "\(quarantine.out)")
    // No record of an earlier run names a player who is forgotten.
    try sandbox.put([event("f", "p1", 50, "f")], in: "interactions/f.ndjson")
    let key = ["FINDIE_KEY": "a key of the tests, no secret"]
    for arguments in [["forget", "guest", "--workspace", "workspace"], sandbox.arguments] {
      let result = try Binary.run(arguments, in: sandbox.folder.url, environment: key)
      try #require(result.status == 0, "\(result.error)")
    }
    let runs = sandbox.workspace.appending(path: "runs")
    let records = try FileManager.default.subpathsOfDirectory(atPath: runs.path)
      .filter { $0.hasSuffix("/run.json") }
    for record in records {
      let text = try String(contentsOf: runs.appending(path: record), encoding: .utf8)
      #expect(!text.contains("guest"), "\(record)")
    }
  }
}
