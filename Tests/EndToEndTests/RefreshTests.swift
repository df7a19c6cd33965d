import FindieTestSupport
import Foundation
import Testing

/// Lists between two nights, by the program.
struct RefreshTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
  }

  private var file: URL { sandbox.workspace.appending(path: "published/refresh.sqlite") }

  private func refresh(_ more: String..., input: URL? = nil) throws -> [String: Any] {
    let result = try sandbox.findie(
      ["refresh", "--workspace", "workspace", "--json"]
        + (more.isEmpty ? ["--input", "input"] : more), input: input)
    try #require(result.status == 0, "\(result.error)")
    return try object(result.out)
  }

  private func games(of player: String) throws -> [String] {
    let result = try sandbox.findie(["recommend", player, "--workspace", "workspace", "--json"])
    try #require(result.status == 0, "\(result.error)")
    let games = try #require(object(result.out)["games"] as? [[String: Any]])
    return games.compactMap { $0["gameId"] as? String }
  }

  /// A day of the app after the night: a player likes the first game of the list, another one signs
  /// up, a third one likes games before anyone knows the account.
  private func putNews() throws -> String {
    let first = try #require(try games(of: "u3").first)
    try sandbox.put(
      [
        SmallWorld.interaction("n1", player: "u3", game: first, day: 90),
        SmallWorld.interaction("n2", player: "later", game: "g0", day: 90),
        SmallWorld.interaction("n3", player: "later", game: "g2", day: 90),
        ["id": "n4", "userId": "u4", "gameId": "g1", "action": "like", "timestamp": "soon"],
      ], in: "interactions/second.ndjson")
    try sandbox.put(
      SmallWorld.users + [["id": "new", "favoriteGenres": ["puzzle"]]], in: "users.ndjson")
    return first
  }

  @Test func `lists have what happened since the night, and all others stay`() throws {
    let other = try games(of: "u5")
    let first = try putNews()
    let answer = try refresh()
    #expect(answer["interactions"] as? Int == 3)
    #expect(answer["rejected"] as? Int == 1)
    #expect(answer["users"] as? Int == 1)
    #expect(answer["lists"] as? Int == 3)
    #expect(answer["newPlayers"] as? Int == 2)
    #expect(try !games(of: "u3").contains(first))
    #expect(try games(of: "u5") == other)
    let puzzles = try games(of: "new").prefix(3)
    #expect(puzzles.count == 3 && puzzles.allSatisfy { Int($0.dropFirst())! % 2 == 1 })
    let later = try games(of: "later")
    #expect(!later.isEmpty && !later.contains("g0") && !later.contains("g2"))
    #expect(try sandbox.findie(["verify", "--workspace", "workspace"]).status == 0)
  }

  @Test func `a refreshed list is the one that recommend computes`() throws {
    _ = try putNews()
    _ = try refresh()
    let shown = try sandbox.findie(["recommend", "u3", "--workspace", "workspace", "--json"])
    let since = try sandbox.findie([
      "recommend", "u3", "--workspace", "workspace", "--json", "--since",
      "input/interactions/second.ndjson",
    ])
    // The bad line is no interaction.
    #expect(since.status == 65)
    let lines = try String(
      contentsOf: sandbox.input.appending(path: "interactions/second.ndjson"), encoding: .utf8)
    let seconds = try #require(lines.split(separator: "\n").first)
    let game = try #require(object(String(seconds))["gameId"] as? String)
    try sandbox.folder.write(
      #"{"userId":"u3","gameId":"\#(game)","action":"like","timestamp":"2026-04-01T12:00:00Z"}"#
        + "\n", to: "one.ndjson")
    let computed = try sandbox.findie([
      "recommend", "u3", "--workspace", "workspace", "--json", "--since", "one.ndjson",
    ])
    #expect(computed.status == 0 && computed.out == shown.out)
  }

  /// Prints the number of lists, of arms' lists and of promoted entries in refresh.sqlite, if all
  /// lists are those of the night.
  private static let comparison = """
    import sqlite3, sys
    lists = []
    for file in ["current/findie.sqlite", "refresh.sqlite"]:
        store = sqlite3.connect(f"file:{sys.argv[1]}/{file}?mode=ro", uri=True)
        lists.append(store.execute("SELECT * FROM recommendations ORDER BY user_id, rank").fetchall())
        arms, = store.execute("SELECT count(DISTINCT user_id) FROM recommendations WHERE arm <> ''").fetchone()
    sys.exit("they differ") if lists[0] != lists[1] else None
    print(len({row[0] for row in lists[0]}), arms, sum(row[-1] for row in lists[0]))
    """

  @Test(.enabled(if: Binary.hasPython, "needs Python"))
  func `a list by the night's models and events is the night's`() throws {
    let sandbox = try Sandbox()
    try sandbox.folder.write("als: {rank: 8, iterations: 2}\n", to: "night.yaml")
    try sandbox.folder.write(
      "calm: {share: 0.4, from: 2026-01-20, parameters: {recommendations.discovery: 0.3}}\n",
      to: "arms.yaml")
    let generated = try sandbox.findie([
      "generate", "--output", "input", "--players", "1100", "--games", "120", "--days", "25",
      "--seed", "3", "--first-day", "2026-01-01",
    ])
    try #require(generated.status == 0, "\(generated.error)")
    let users = try lines(of: sandbox.input.appending(path: "users.ndjson"))
    let games = try lines(of: sandbox.input.appending(path: "games.ndjson"))
    try sandbox.put(
      [(2, "rank"), (3, "boost")].map { index, kind in
        [
          "id": kind, "gameId": games[index]["id"] ?? "", "from": "2026-01-20", "to": "2026-02-20",
          kind: kind == "rank" ? 2 : 0.5,
        ]
      }, in: "promotions.ndjson")
    try sandbox.runNight("--date", "2026-01-26", "--experiments", "arms.yaml")
    // What a player is called decides nothing, so all lists are computed again from the same data.
    try sandbox.put(
      users.map { $0.merging(["displayName": "new", "updatedAt": "2026-01-26T12:00:00Z"]) { $1 } },
      in: "users.ndjson")
    let refresh = try sandbox.findie([
      "refresh", "--input", "input", "--workspace", "workspace", "--json",
    ])
    try #require(refresh.status == 0, "\(refresh.error)")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", Self.comparison, sandbox.workspace.appending(path: "published").path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let counts = String(decoding: try pipe.output(), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    process.waitForEnd()
    #expect(process.terminationStatus == 0)
    #expect(counts.count == 3 && counts.allSatisfy { $0 > 300 } && counts[0] > 1000, "\(counts)")
  }

  @Test func `a later refresh has earlier events, and the next night ends it`() throws {
    let first = try putNews()
    _ = try refresh()
    let bytes = try Data(contentsOf: file)
    _ = try refresh()
    #expect(try Data(contentsOf: file) == bytes)
    // Events that `findie ingest` has read in the meantime are in the history.
    #expect(
      try sandbox.findie(["ingest", "--input", "input", "--workspace", "workspace"]).status == 0)
    #expect(try refresh()["interactions"] as? Int == 3)
    #expect(try !games(of: "u3").contains(first))
    // The app appends to a file that was read.
    let file = sandbox.input.appending(path: "interactions/second.ndjson")
    let line = #"{"id":"n6","userId":"u6","gameId":"g4","action":"skip","sessionId":"s","#
    try sandbox.folder.write(
      String(contentsOf: file, encoding: .utf8)
        + line + #""timestamp":"2026-04-01T13:00:00Z"}"# + "\n",
      to: "input/interactions/second.ndjson")
    #expect(try refresh()["interactions"] as? Int == 4)
    let dislike = #"{"id":"n5","userId":"u5","gameId":"g3","action":"dislike","sessionId":"s","#
    try sandbox.folder.write(
      dislike + #""timestamp":"2026-04-01T13:00:00Z"}"# + "\n", to: "stream.ndjson")
    let stream = sandbox.folder.url.appending(path: "stream.ndjson")
    #expect(try refresh("--input", "-", input: stream)["interactions"] as? Int == 4)
    #expect(try !games(of: "u5").contains("g3"))
    try sandbox.runNight("--date", "2026-04-02")
    // The file of the night before is not shown any more.
    let shown = try sandbox.findie(["recommend", "u5", "--workspace", "workspace", "--json"])
    let published = try sandbox.list("recommendations").first { $0["userId"] as? String == "u5" }
    #expect(try object(shown.out)["listId"] as? String == published?["listId"] as? String)
    let last = try refresh()
    #expect(last["night"] as? String == "2026-04-02" && last["lists"] as? Int == 0)
  }

  @Test func `users whom an unpublished night has merged have lists`() throws {
    _ = try putNews()
    let night = try sandbox.night("--until", "catalogue-update", "--date", "2026-04-02")
    try #require(night.status == 0, "\(night.error)")
    #expect(try refresh()["lists"] as? Int == 3)
    #expect(try !games(of: "new").isEmpty)
  }

  @Test func `forgotten players are in no refreshed list`() throws {
    let key = ["FINDIE_KEY": "a key of the tests, no secret"]
    _ = try putNews()
    let forgotten = try Binary.run(
      ["forget", "later", "--workspace", "workspace"], in: sandbox.folder.url, environment: key)
    try #require(forgotten.status == 0, "\(forgotten.error)")
    let refreshed = try Binary.run(
      ["refresh", "--input", "input", "--workspace", "workspace", "--json"],
      in: sandbox.folder.url, environment: key)
    #expect(try object(refreshed.out)["lists"] as? Int == 2, "\(refreshed.error)")
    #expect(try !String(decoding: Data(contentsOf: file), as: UTF8.self).contains("later"))
    // Without the key nobody knows whom to leave out.
    let blind = try sandbox.findie(["refresh", "--input", "input", "--workspace", "workspace"])
    #expect(blind.status == 78)
  }

  @Test func `without a night there is nothing to refresh`() throws {
    let empty = try Sandbox.withSmallWorld()
    let result = try empty.findie(["refresh", "--input", "input", "--workspace", "workspace"])
    #expect(result.status == 66)
    #expect(!FileManager.default.fileExists(atPath: empty.workspace.path))
  }
}
