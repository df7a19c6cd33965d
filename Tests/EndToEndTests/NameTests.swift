import FindieTestSupport
import Foundation
import Testing

/// Commands, ids and titles as people type them.
struct NameTests {
  private static let sandbox = Result {
    let sandbox = try Sandbox.withSmallWorld()
    var games = SmallWorld.games
    games[7]["title"] = "Counter-Strike: \u{1B}[31mSource\u{202E} (2*_x_) É.T."
    games[8]["title"] = "Strike of Light"
    games[9]["title"] = "Player's Game, 9"
    try sandbox.put(games, in: "games.ndjson")
    try sandbox.runNight()
    return sandbox
  }

  private func findie(
    _ arguments: [String], _ environment: [String: String] = ["FINDIE_WORKSPACE": "workspace"]
  ) throws -> Binary.Result {
    try Binary.run(
      arguments, in: Self.sandbox.get().folder.url, environment: environment)
  }

  @Test(arguments: [
    (["stat"], "There is no command 'stat', did you mean status?"),
    (["recomend", "x"], "did you mean recommend?"),
    (["run", "nightl"], "did you mean nightly?"), (["report", "studoi"], "mean studio?"),
    (["algorithm", "logn"], "did you mean login?"), (["xyzxyz"], "The commands are run, "),
    (["status", "--workspac", "x"], "Did you mean '--workspace'?"),
    (["recommend", "u1", "--limti", "3"], "Did you mean '--limit'?"),
    (["run", "nightly", "--only", "matrx"], "did you mean matrix?"),
  ])
  func `a misspelled command or option is a usage error with a suggestion`(
    words: [String], suggestion: String
  ) throws {
    let result = try findie(words)
    #expect(result.status == 64)
    #expect(result.error.contains(suggestion), "\(result.error)")
  }

  @Test(arguments: [
    (["similar", "gg1"], "did you mean Game 1 (g1)?"),
    (["similar", "Gmae 1"], "did you mean Game 1 (g1)?"),
    (["recommend", "uu1"], "did you mean u1?"), (["explain", "uu1"], "did you mean u1?"),
    (["explain", "u1", "gaem 3"], "did you mean Game 3 (g3)?"),
    (["recommend", "Zoë@9"], "A new player gets a list from the next night on, once users,"),
    (["explain", "Zoë@9"], "of favourite genres, or of popular games."),
    (["report", "studio", "Studoi 1"], "did you mean Studio 1 (d1)?"),
    (["report", "game", "Gmae 1"], "did you mean Game 1 (g1)?"),
    (["similar", "nothing like it"], "has no game 'nothing like it'. Check the title or id."),
    (["report", "studio", "nothing like it"], "Check the name or id."),
  ])
  func `a misspelled id or title exits with 66 and a suggestion`(
    words: [String], suggestion: String
  ) throws {
    let result = try findie(words)
    #expect(result.status == 66)
    #expect(result.error.contains(suggestion), "\(result.error)")
  }

  @Test(arguments: [
    (["similar", "gam"], "18 games like 'gam': Game 0 (g0), "),
    (["report", "game", "gam"], "18 games like 'gam': "),
    (["explain", "u1", "gam"], "18 games like 'gam': "),
    (["report", "studio", "studio"], "developers like 'studio': "),
    (["similar", "strike"], "2 games like 'strike': Strike of Light (g8), Counter-Strike: "),
  ])
  func `a title or name of several exits with 64 and lists them`(
    words: [String], list: String
  ) throws {
    let result = try findie(words)
    #expect(result.status == 64)
    #expect(result.out.isEmpty)
    #expect(result.error.contains(list), "\(result.error)")
  }

  @Test(arguments: [
    (["explain", "u1", "gAme 1"], ["explain", "u1", "g1"]),
    (["similar", "game 1"], ["similar", "g1"]),
    (["similar", "counter-strike"], ["similar", "g7"]),
    (["similar", "counter strike"], ["similar", "g7"]),
    (["similar", "light"], ["similar", "g8"]),
    (["similar", "players game"], ["similar", "g9"]),
    (["report", "studio", "STUDIO 1"], ["report", "studio", "d1"]),
    (["report", "game", "game 1"], ["report", "game", "g1"]),
  ])
  func `an argument may be an id or a title`(
    words: [String], other: [String]
  ) throws {
    let (result, expected) = (try findie(words), try findie(other))
    #expect(result.status == 0, "\(result.error)")
    #expect(!result.out.isEmpty && result.out == expected.out)
  }

  @Test(arguments: [["recommend"], ["similar"], ["explain"]])
  func `a missing argument is a usage error`(words: [String]) throws {
    let result = try findie(words)
    #expect(result.status == 64)
    #expect(result.error.contains("findie \(words[0]) <"), "\(result.error)")
  }

  @Test(arguments: [["similar", "g7"], ["report", "game", "g7"]])
  func `a title is shown as it is, without control characters`(words: [String]) throws {
    let result = try findie(words)
    #expect(result.out.contains("Counter-Strike: "), "\(result.out)")
    #expect(result.out.contains("Source (2*_x_) É.T."), "\(result.out)")
    #expect(!result.out.contains("\u{1B}") && !result.out.contains("\u{202E}"))
    let markdown = try findie(["report", "game", "g7", "--format", "md"])
    #expect(markdown.out.contains(#"(2\*\_x\_)"#), "\(markdown.out)")
  }

  @Test func `FINDIE_WORKSPACE is the default of --workspace`() throws {
    #expect(try findie(["status"]).out.contains("published  night of 2026-04-01"))
    #expect(try findie(["status", "--workspace", "elsewhere"]).status == 66)
    #expect(try findie(["status"], ["FINDIE_WORKSPACE": ""]).error.contains("Data/warehouse"))
  }

  @Test func `an empty quarantine is no failure`() throws {
    let result = try findie(["quarantine"])
    #expect(result.status == 0)
    #expect(result.out == "The quarantine is empty.\n")
    #expect(try findie(["quarantine", "--day", "2026-03-01"]).status == 66)
  }
}
