import FindieTestSupport
import Foundation
import Testing

/// The statements and programs of docs/SERVING.md, run as a reader runs them.
@Suite(.enabled(if: Binary.hasPython, "there is no python3 to read with"))
struct ServingPageTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    try sandbox.put(
      SmallWorld.games.enumerated().map { index, game in
        game.merging(index == 2 ? ["isMature": true] : index == 4 ? ["isActive": false] : [:]) {
          $1
        }
      }
        + (0..<300).map { game in
          [
            "id": "p\(game)", "title": "Piece \(game)", "developerId": "d0", "genres": ["puzzle"],
            "releaseStatus": "released",
          ]
        }, in: "games.ndjson")
    try sandbox.put(
      SmallWorld.users + [["id": "mute", "mutedGenres": ["puzzle"]]], in: "users.ndjson")
    try sandbox.runNight()
    for (file, heading, language) in [
      ("deck.sql", "An endless list", "sql"), ("rows.sql", "Rows", "sql"),
      ("search.sql", "Search", "sql"),
      ("lists.py", "Python", "python"), ("lists.js", "JavaScript", "js"),
    ] {
      try sandbox.folder.write(
        DocumentationTests.block(language, under: heading, of: "docs/SERVING.md"), to: file)
    }
  }

  private func run(_ program: String, _ arguments: String...) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = sandbox.folder.url
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    try #require(process.terminationStatus == 0, "\(said)")
    return said.split(separator: "\n").map { String($0) }
  }

  /// Prints the elements of an expression, after some statements.
  private func python(_ expression: String, after statements: String = "") throws -> [String] {
    try run(
      "python3", "-B", "-c",
      "from lists import Lists; lists = Lists('workspace')\n\(statements)\n"
        + "for line in \(expression): print(line)")
  }

  private func list(of player: String) throws -> (id: String?, games: [String]) {
    let list = try sandbox.list("recommendations").first { $0["userId"] as? String == player }
    let games = list?["games"] as? [[String: Any]] ?? []
    return (list?["listId"] as? String, games.compactMap { $0["gameId"] as? String })
  }

  /// In an address of SQLite, `#`, `?` and `%` have a meaning of their own.
  @Test(arguments: ["workspace", "50% of #2?", "%20"])
  func `the program prints the player's list first, then other games`(name: String) throws {
    let (id, games) = try list(of: "u3")
    if name != "workspace" {
      try FileManager.default.copyItem(
        at: sandbox.workspace, to: sandbox.folder.url.appending(path: name))
    }
    let lines = try run("python3", "-B", "lists.py", name, "u3")
    let first = games.prefix(20).map { "\($0) \(id ?? "")" }
    #expect(lines.prefix(first.count) == first[...])
    let rows = try rows(of: "u3")
    #expect(!rows.isEmpty)
    let lineOfRows = rows.flatMap { row in
      row.games.map { "\(row.key) \(row.subject ?? "-") \($0)" }
    }
    #expect(lines.suffix(lineOfRows.count) == lineOfRows[...])
    // After the list and the rows, other games.
    let personal = Set(games + rows.flatMap(\.games))
    let deck = lines.dropLast(lineOfRows.count)
    #expect(deck.count == 20)
    for line in deck {
      let game = String(line.prefix { $0 != " " })
      #expect(line.hasSuffix(" -") == !personal.contains(game), "\(line)")
    }
  }

  private func rows(
    of player: String
  ) throws -> [(key: String, subject: String?, games: [String])] {
    let line = try sandbox.list("rows").first { $0["userId"] as? String == player }
    return try (line?["rows"] as? [[String: Any]] ?? []).map { row in
      (
        try #require(row["key"] as? String), row["subject"] as? String,
        try #require(row["games"] as? [String])
      )
    }
  }

  @Test(arguments: ["u3", "mute", "nobody"])
  func `the deck has every game that is out once, and then ends`(player: String) throws {
    let pages = try python(
      "shown",
      after: """
        shown = []
        while page := lists.deck('\(player)', ['rpg'], shown, 30):
          shown += [game for game, _ in page]
        """)
    #expect(Set(pages).count == pages.count)
    // Game 4 is withdrawn, game 2 for adults; odd games and all others are puzzles.
    let games = (0..<20).filter { $0 != 2 && $0 != 4 && (player != "mute" || $0 % 2 == 0) }
    let others = player == "mute" ? [] : (0..<300).map { "p\($0)" }
    #expect(Set(pages) == Set(games.map { "g\($0)" } + others))
    if player == "nobody" {
      let first = try #require(pages.first)
      #expect(Int(first.dropFirst()).map { $0 % 2 } == 0)
    }
  }

  @Test func `the deck follows a refresh, and does not need one`() throws {
    let (_, games) = try list(of: "u3")
    let liked = try #require(games.first)
    try sandbox.put(
      [SmallWorld.interaction("n1", player: "u3", game: liked, day: 90)],
      in: "interactions/second.ndjson")
    let refresh = try sandbox.findie(["refresh", "--input", "input", "--workspace", "workspace"])
    try #require(refresh.status == 0, "\(refresh.error)")
    let deck = "[game for game, list in lists.deck('u3', limit=100) if list]"
    let fresh = try python(deck)
    #expect(!fresh.isEmpty && !fresh.contains(liked))
    let rows = try python("[game for *_, row in lists.rows('u3') for game in row]")
    let shown = try sandbox.findie([
      "recommend", "u3", "--limit", "100", "--workspace", "workspace", "--json",
    ])
    let entries = try #require(object(shown.out)["games"] as? [[String: Any]])
    let ofList = entries.compactMap { $0["gameId"] as? String }
    #expect(Array(fresh.prefix(ofList.count)) == ofList)
    #expect(!rows.contains(liked) && Set(fresh) == Set(ofList).union(rows))
    // A refresh of another night is not read.
    try sandbox.runNight("--date", "2026-04-02")
    let (_, next) = try list(of: "u3")
    #expect(try python(deck).prefix(next.count) == next[...])
  }

  @Test func `a search takes what people type`() throws {
    #expect(try python(#"lists.search("game 1")"#).contains("g1"))
    #expect(try python(#"lists.search("studio game 19")"#) == ["g19"])
    #expect(try python(#"lists.search("\"' OR title : (")"#).isEmpty)
    #expect(try python(#"lists.search("  ")"#).isEmpty)
  }

  @Test func `readers, refreshes and kills together give no error and no stale list`() throws {
    let said = try run(
      Binary.root.appending(path: "Tests/Serving/hour").path, "--findie", Binary.url.path,
      "--players", "300", "--games", "80", "--rounds", "2", "--acting", "20", "--kills", "3",
      "--readers", "2")
    #expect(said.last?.contains(" 0 errors; ") == true, "\(said)")
  }

  @Test(.enabled(if: Self.hasNodeSQLite, "there is no node with the package sqlite3"))
  func `the JavaScript program prints what the Python program prints`() throws {
    #expect(
      try run("node", "lists.js", "workspace", "u3")
        == run("python3", "-B", "lists.py", "workspace", "u3"))
  }

  private static var hasNodeSQLite: Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["node", "-e", "require('sqlite3')"]
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitForEnd()
    return process.terminationStatus == 0
  }
}
