import Foundation
import Testing

/// Which catalogue files a night reads again.
struct CatalogueNightTests {
  private let sandbox: Sandbox
  private var games: URL { sandbox.input.appending(path: "games.ndjson") }

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
  }

  /// Swaps two letters of a title, so that the file has the same size.
  private func rename(at time: Date) throws {
    let text = try String(contentsOf: games, encoding: .utf8)
    try #require(text.contains("\"Game 7\""))
    try text.replacing("\"Game 7\"", with: "\"Gmae 7\"")
      .write(to: games, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: games.path)
  }

  @Test func `a file of known size and time is read only with --rehash`()
    throws
  {
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: games.path)
    try sandbox.runNight()
    let before = try sandbox.products()
    try rename(at: time)
    #expect(try sandbox.runNight()["catalogue"] == "skipped")
    #expect(try sandbox.products() == before)
    #expect(try sandbox.runNight("--rehash")["catalogue"] == "built")
    #expect(try sandbox.products() != before)
  }

  @Test func `a file with a new time is read only if its content changed`() throws {
    let before = try sandbox.products()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: games.path)
    #expect(try sandbox.runNight()["catalogue"] == "skipped")
    #expect(try sandbox.products() == before)
    try rename(at: Date(timeIntervalSince1970: 2))
    #expect(try sandbox.runNight()["catalogue"] == "built")
    #expect(try sandbox.products() != before)
  }

  @Test func `a deleted store is rebuilt from unchanged files`() throws {
    let before = try sandbox.products()
    try FileManager.default.removeItem(at: sandbox.workspace.appending(path: "findie.sqlite"))
    try sandbox.runNight()
    #expect(try sandbox.products() == before)
    #expect(
      FileManager.default.fileExists(
        atPath: sandbox.workspace.appending(path: "findie.sqlite").path))
  }

  @Test func `a damaged ledger only causes the files to be read again`() throws {
    let before = try sandbox.products()
    try Data("{".utf8).write(to: sandbox.workspace.appending(path: "artifacts/catalogue.json"))
    try sandbox.runNight()
    #expect(try sandbox.products() == before)
  }

  @Test func `a missing or damaged file of players is written again`() throws {
    let before = try sandbox.products()
    let file = sandbox.workspace.appending(path: "artifacts/catalogue.players")
    let players = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    try sandbox.runNight()
    // From the store, so without the lines that the records were read from.
    #expect(try Data(contentsOf: file).count == players.count)
    #expect(try sandbox.products() == before)
    var damaged = players
    damaged[damaged.count / 2] ^= 1
    try damaged.write(to: file)
    try rename(at: Date(timeIntervalSince1970: 2))
    #expect(try sandbox.runNight()["catalogue"] == "built")
    #expect(try Data(contentsOf: file).count == players.count)
    #expect(try Data(contentsOf: file) != damaged)
    #expect(try sandbox.products() != before)
  }

  /// Runs a night; returns its warnings of the catalogue and the games on players' lists.
  private func listed(_ more: String...) throws -> (warnings: [String], games: Set<String>) {
    try sandbox.runNight(more)
    let record = try object(
      String(
        contentsOf: sandbox.workspace.appending(path: "runs/2026-04-01/run.json"), encoding: .utf8))
    let entries = try sandbox.list("recommendations").flatMap {
      $0["games"] as? [[String: Any]] ?? []
    }
    return (
      (record["warnings"] as? [String] ?? []).filter { $0.hasPrefix("catalogue-update") },
      Set(entries.compactMap { $0["gameId"] as? String })
    )
  }

  @Test func `a game that left the export stays with a warning, or is withdrawn by --full`() throws
  {
    try sandbox.put(
      SmallWorld.games.filter { !["g6", "g9"].contains($0["id"] as? String) }, in: "games.ndjson")
    let delta = try listed()
    #expect(delta.games.isSuperset(of: ["g6", "g9"]))
    #expect(delta.warnings.count == 1)
    #expect(delta.warnings[0].contains("2 games of the store are not in the export (g6, g9)"))
    #expect(delta.warnings[0].contains("--full games"))
    // An unchanged file is not read again, but the run warns again.
    #expect(try listed().warnings == delta.warnings)
    let full = try listed("--full", "games")
    #expect(full.games.isDisjoint(with: ["g6", "g9"]))
    #expect(full.warnings.count == 1 && full.warnings[0].contains("will be on no list"))
  }

  @Test func `half of the games is a delta, and too little for --full`() throws {
    // Nine of twenty games: less than half.
    try sandbox.put(Array(SmallWorld.games.prefix(9)), in: "games.ndjson")
    #expect(try listed().warnings == [])
    let before = try sandbox.products()
    let stopped = try sandbox.night("--full", "games")
    #expect(stopped.status == 65)
    #expect(stopped.error.contains("lacks 11 of the 20 stored games"), "\(stopped.error)")
    #expect(stopped.error.contains("--publish anyway"))
    #expect(try sandbox.products() == before)
    #expect(
      try listed("--full", "games", "--publish", "anyway").games
        .isSubset(of: (0..<9).map { "g\($0)" }))
  }

  @Test func `a record that is older than the stored one is not used, with a warning`() throws {
    func put(_ date: String?, title: String) throws {
      try sandbox.put(
        SmallWorld.games.map {
          $0.merging(["title": title, "updatedAt": date ?? NSNull()] as [String: Any]) { $1 }
        }, in: "games.ndjson")
    }
    try put("2026-02-03", title: "Newer")
    try sandbox.runNight()
    try put("2026-02-02", title: "Older")
    let warnings = try listed().warnings
    #expect(warnings.count == 1)
    #expect(warnings[0].contains("20 games of the export (g0, g1, g10, …) are older"))
    // Without dates, tonight's records count.
    try put(nil, title: "Undated")
    #expect(try listed().warnings == [])
    let titles = try sandbox.findie(["similar", "g1", "--workspace", "workspace"]).out
    #expect(titles.contains("Undated"))
  }

  @Test func `rejected lines are in the quarantine of every night that read them`() throws {
    let handle = try FileHandle(forWritingTo: games)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("no game\n".utf8))
    try handle.close()
    let quarantine = sandbox.workspace.appending(path: "quarantine")
    try sandbox.runNight("--date", "2026-03-01", "--publish", "anyway")
    try sandbox.runNight("--date", "2026-03-02")
    for day in ["2026-03-01", "2026-03-02"] {
      let text = try String(
        contentsOf: quarantine.appending(path: "\(day)/games.ndjson.ndjson"), encoding: .utf8)
      #expect(text.contains("no game"))
    }
  }
}
