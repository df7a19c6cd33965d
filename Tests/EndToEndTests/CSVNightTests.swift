import FindieTestSupport
import Foundation
import Testing

/// Nights of CSV files.
struct CSVNightTests {
  /// The cells as a field of CSV: always in quotation marks.
  private func quoted(_ cell: Any?) -> String {
    let text = (cell as? [String]).map { $0.joined(separator: "|") } ?? cell.map { "\($0)" } ?? ""
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// Writes records as a CSV file of the input folder.
  private func put(_ records: [[String: Any]], in name: String, of sandbox: Sandbox) throws {
    let names = Set(records.flatMap(\.keys)).sorted()
    let rows =
      [names.joined(separator: ",")]
      + records.map { record in
        names.map { quoted(record[$0]) }.joined(separator: ",")
      }
    try sandbox.folder.write(rows.joined(separator: "\r\n"), to: "input/\(name)")
  }

  @Test func `CSV files give the lists and reports of the same files of NDJSON`() throws {
    let (json, csv) = (try Sandbox.withSmallWorld(), try Sandbox())
    try put(SmallWorld.games, in: "games.csv", of: csv)
    try put(SmallWorld.developers, in: "developers.csv", of: csv)
    try put(SmallWorld.users, in: "users.csv", of: csv)
    // The days of two files, of two formats.
    let interactions = SmallWorld.interactions(days: 0..<90)
    try put(Array(interactions.prefix(50)), in: "interactions.csv", of: csv)
    try csv.put(Array(interactions.dropFirst(50)), in: "interactions.ndjson")
    try json.runNight()
    let plan = try csv.findie(["plan", "--input", "input", "--workspace", "workspace"])
    #expect(plan.out.contains("interactions.csv"), "\(plan.out) \(plan.error)")
    try csv.runNight()
    for list in ["recommendations", "similar", "trending", "popular", "new-releases"] {
      let file = "workspace/published/current/\(list).ndjson"
      #expect(
        try Data(contentsOf: csv.folder.url.appending(path: file))
          == Data(contentsOf: json.folder.url.appending(path: file)), "\(list)")
    }
  }

  @Test func `a rejected row is stored as JSON, and accepted from its corrected file`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let text = #"""
      id,userId,gameId,action,timestamp,sessionId
      repaired-1,u1,g3,lke,2026-01-06T12:00:00Z,"s ""1"""
      repaired-2,u1,g4,like,2026-01-06T12:00:00Z
      row-3,u2,g4,like,2026-01-06T12:00:00Z,s
      """#
    try sandbox.folder.write(text, to: "input/interactions/bad.csv")
    _ = try sandbox.ingest()
    let before = try sandbox.eventsByDay()
    let file = sandbox.quarantineFile.deletingLastPathComponent()
      .appending(path: "interactions%2Fbad.csv.ndjson")
    let entries = try lines(of: file)
    #expect(entries.map { $0["reason"] as? String } == ["unknownAction", "badRow"])
    #expect(entries.map { $0["line"] as? Int } == [2, 3])
    let listing = try sandbox.findie(["quarantine", "--workspace", "workspace"])
    #expect(listing.out.contains("interactions/bad.csv") && listing.out.contains("badRow"))
    let document = try #require(entries.first?["text"] as? String)
    #expect(try object(document)["sessionId"] as? String == #"s "1""#)
    try sandbox.folder.write(
      text.replacing("lke", with: "like").replacing("00Z\nrow-3", with: "00Z,s\nrow-3"),
      to: "input/interactions/bad.csv")
    _ = try sandbox.ingest()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(try sandbox.eventsByDay()["2026-01-06"] == before["2026-01-06"].map { $0 + 2 })
  }

  @Test func `a header that cannot be used stops a run and says what it lacks`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write("user,item,rating\nu1,g1,5\n", to: "input/interactions.csv")
    for arguments in [["validate", "input"], ["ingest", "--input", "input", "--workspace", "w"]] {
      let result = try sandbox.findie(arguments)
      #expect(result.status == 65)
      #expect(
        result.error.contains("no column is timestamp or time or date or datetime"),
        "\(result.error)")
    }
  }
}
