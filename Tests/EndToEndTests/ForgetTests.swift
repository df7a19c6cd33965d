import FindieTestSupport
import Foundation
import Testing

/// A player who asked to be forgotten.
struct ForgetTests {
  private static let gone = "u5"
  private static let key = ["FINDIE_KEY": "a key of the tests, no secret"]

  /// Data of 24 players with wishlists and friends; without the forgotten players if `gone` is
  /// false.
  private func sandbox(knowing: Bool) throws -> Sandbox {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<0)
    try fill(sandbox, knowing: knowing)
    return sandbox
  }

  private func fill(_ sandbox: Sandbox, knowing: Bool, days: Range<Int> = 0..<90) throws {
    func isKept(_ id: String) -> Bool { knowing || id != Self.gone }
    func isKept(_ record: [String: Any], _ key: String) -> Bool {
      isKept(record[key] as? String ?? "")
    }
    try sandbox.put(
      SmallWorld.interactions(days: days).filter { isKept($0, "userId") },
      in: "interactions/first.ndjson")
    try sandbox.put(
      SmallWorld.users.filter { isKept($0, "id") }.map { user in
        user.merging([
          "friendIds": ["u1", Self.gone, "u9"].filter { isKept($0) },
          "joinedDate": "2026-01-05T00:00:00Z", "notificationsEnabled": true,
        ]) { $1 }
      }, in: "users.ndjson")
    // A game that no player knows, so that `audiences.ndjson` has all players.
    try sandbox.put(
      SmallWorld.games.map { game in
        game["id"] as? String == "g17"
          ? game.merging(["launchPlayers": 12, "releaseDate": "2026-03-28"]) { $1 } : game
      }, in: "games.ndjson")
    let players = (0..<12).map { "u\($0)" }.filter { isKept($0) }
    try sandbox.put(
      players.map { player in
        ["id": "w-\(player)", "userId": player, "items": [["gameId": "g3"], ["gameId": "g4"]]]
      }, in: "wishlists.ndjson")
    // A bad line of that player.
    let bad: [[String: Any]] = [
      ["id": "bad", "userId": Self.gone, "gameId": "g1", "action": "nonsense", "timestamp": 1]
    ]
    try sandbox.put(
      (knowing ? bad : []) + [SmallWorld.interaction("last", player: "u1", game: "g0", day: 89)],
      in: "interactions/second.ndjson")
  }

  private func run(_ sandbox: Sandbox, _ arguments: [String]) throws -> Binary.Result {
    try Binary.run(arguments, in: sandbox.folder.url, environment: Self.key)
  }

  private func night(_ sandbox: Sandbox, _ more: String...) throws {
    let result = try run(sandbox, sandbox.arguments + more)
    try #require(result.status == 0, "\(result.error)")
  }

  private func forget(_ sandbox: Sandbox) throws -> Binary.Result {
    try run(sandbox, ["forget", Self.gone, "--workspace", "workspace"])
  }

  @Test func `the night after the newest day's only player is forgotten has the same day`() throws {
    // u5 has the only event of day 31.
    let sandbox = try Sandbox.withSmallWorld(days: 0..<32)
    try night(sandbox)
    let day = try #require(try sandbox.publishedDay)
    #expect(try forget(sandbox).status == 0)
    try night(sandbox)
    #expect(try sandbox.publishedDay == day)
  }

  /// Models and all other artifacts, by name, without the header with the inputs' fingerprints.
  private func holdsPlayer(_ folder: URL) throws -> [String] {
    let id = Data("\"\(Self.gone)\"".utf8)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
      let url = folder.appending(path: path)
      let kind = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
      guard kind as? FileAttributeType == .typeRegular else { return false }
      return try Data(contentsOf: url).range(of: id) != nil
    }.sorted()
  }

  /// The files that differ, without reports: their totals have the player's events.
  private func differences(_ known: Sandbox, _ never: Sandbox) throws -> [String] {
    try known.differences(from: never).filter { !$0.hasPrefix("reports/") }
  }

  /// The exact numbers of the studios' reports of a night, by path.
  private func totals(_ sandbox: Sandbox, _ day: String) throws -> [String: String] {
    var totals: [String: String] = [:]
    let studios = sandbox.folder.url.appending(path: "reports/\(day)/studios")
    for name in try FileManager.default.contentsOfDirectory(atPath: studios.path) {
      let url = studios.appending(path: "\(name)/report.json")
      guard FileManager.default.fileExists(atPath: url.path) else { continue }
      let report = try object(String(contentsOf: url, encoding: .utf8))
      for key in ["days", "gameDays", "games", "allTime"] {
        let value = try #require(report[key])
        totals["\(name) \(key)"] = String(
          decoding: try JSONSerialization.data(
            withJSONObject: [value], options: [.sortedKeys]), as: UTF8.self)
      }
    }
    return totals
  }

  private func changed(_ sandbox: Sandbox, since before: [String: String]) throws -> [String] {
    let now = try totals(sandbox, "2026-04-01")
    return Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.sorted()
  }

  @Test func `totals of events in reports do not show who was forgotten`() throws {
    let known = try sandbox(knowing: true)
    try night(known)
    let before = try totals(known, "2026-04-01")
    try #require(before.count > 10)
    try #require(try forget(known).status == 0)
    try night(known)
    #expect(try changed(known, since: before) == [])
    // Nor in the night after, when its file is read again.
    try fill(known, knowing: true)
    try night(known)
    #expect(try changed(known, since: before) == [])
    let reproduced = try run(known, ["reproduce", "--workspace", "workspace"])
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
  }

  @Test func `the next night equals one that never saw the player`() throws {
    let (known, never) = (try sandbox(knowing: true), try sandbox(knowing: false))
    try night(known)
    #expect(try !known.differences(from: never).isEmpty)
    let answer = try forget(known)
    try #require(answer.status == 0, "\(answer.error)")
    #expect(answer.out.contains("2026-04-01"))
    #expect(!answer.out.contains(Self.gone))
    try night(known)
    try night(never)
    let verify = ["verify", "--workspace", "workspace"]
    #expect(try !run(known, verify).out.contains("it has players who were forgotten"))
    // Someone puts a line of the player into the quarantine again, and breaks it.
    let line = ##"{"file":"a","text":"{\\"userId\\":\\"\##(Self.gone)\\"}}"##
    let file = try known.folder.write(line, to: "workspace/quarantine/2026-04-01/a.ndjson")
    let verified = try run(known, verify)
    #expect(verified.status == 1)
    #expect(verified.out.contains("2026-04-01/a.ndjson"), "\(verified.out)")
    #expect(verified.out.contains("it has players who were forgotten"))
    try FileManager.default.removeItem(at: file)
    // Lists, store and published models, byte for byte.
    #expect(try differences(known, never) == [])
    #expect(try known.products().keys.contains { $0.contains("/held-out/") })
    #expect(try holdsPlayer(known.workspace) == [])
  }

  @Test func `earlier nights with the player are removed, and none is an input`() throws {
    let (known, never) = (try sandbox(knowing: true), try sandbox(knowing: false))
    try night(known, "--date", "2026-03-20")
    try night(known, "--date", "2026-03-25")
    let holding = try holdsPlayer(known.workspace.appending(path: "published/2026-03-20"))
    #expect(holding.contains("audiences.ndjson"), "\(holding)")
    try #require(try forget(known).status == 0)
    try night(known)
    try night(never)
    let last = "2026-04-01"
    #expect(try differences(known, never).filter { $0.contains(last) } == [])
    let published = known.workspace.appending(path: "published")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: published.path).sorted()
        == [".workspace.json", last, "current"])
    // Nor is the quality of their lists: the same run again changes nothing.
    let products = try known.products()
    try night(known)
    #expect(try known.products() == products)
  }

  @Test func `the player stays forgotten when the file arrives again, or after a second request`()
    throws
  {
    let (known, never) = (try sandbox(knowing: true), try sandbox(knowing: false))
    try night(known)
    try #require(try forget(known).status == 0)
    try night(known)
    try fill(known, knowing: true)
    try night(known)
    #expect(try forget(known).out.contains("is pending again"))
    try night(known)
    try night(never)
    #expect(try differences(known, never) == [])
  }

  @Test func `the player is removed from the days by game, also without reports`() throws {
    let known = try sandbox(knowing: true)
    try night(known)
    /// The name of a day by game has the day and a checksum.
    func names() throws -> Set<String> {
      Set(
        try FileManager.default.contentsOfDirectory(
          atPath: known.workspace.appending(path: "by-game/5/interactions").path))
    }
    let held = try names()
    try #require(held.count > 60)
    // A file of another version, which would contain the player forever.
    let other = known.workspace.appending(path: "by-game/1")
    try FileManager.default.createDirectory(
      at: other.appending(path: "interactions"), withIntermediateDirectories: true)
    try Data("u".utf8).write(to: other.appending(path: "interactions/2026-01-01-0.findie"))
    try #require(try forget(known).status == 0)
    try night(known, "--until", "matrix")
    #expect(!FileManager.default.fileExists(atPath: other.path))
    let days = Set(
      SmallWorld.interactions(days: 0..<90).filter { $0["userId"] as? String == Self.gone }
        .compactMap { $0["timestamp"] as? Int }
        .map { Date(timeIntervalSince1970: Double($0)).ISO8601Format().prefix(10) })
    #expect(try names() == held.filter { !days.contains($0.prefix(10)) })
    #expect(try names().count < held.count)
  }

  @Test func `events from a deleted input file are forgotten too`() throws {
    let known = try sandbox(knowing: true)
    try night(known)
    try FileManager.default.removeItem(at: known.input.appending(path: "interactions"))
    try #require(try forget(known).status == 0)
    try night(known, "--date", "2026-04-01")
    #expect(try !known.list("recommendations").contains { $0["userId"] as? String == Self.gone })
    #expect(try holdsPlayer(known.workspace) == [])
  }

  @Test func `a deferred request hides the player at once, and completes within a week`() throws {
    let (known, never) = (try sandbox(knowing: true), try sandbox(knowing: false))
    try night(known, "--date", "2026-03-25")
    try known.folder.write("\n{\"userId\":\"\(Self.gone)\"}\n", to: "deleted.ndjson")
    let answer = try run(
      known,
      [
        "forget", "--from", "deleted.ndjson", "--deferred", "--workspace", "workspace",
        "--now", "2026-04-02T08:00:00Z",
      ])
    try #require(answer.status == 0, "\(answer.error)")
    #expect(answer.out.contains("within seven days: 2026-03-25"))
    func published() throws -> [String] {
      try FileManager.default.contentsOfDirectory(
        atPath: known.workspace.appending(path: "published").path
      ).filter { $0.hasPrefix("2") }.sorted()
    }
    // Tonight: not in lists, store, reports or history. The champion and the earlier night are
    // there.
    try night(known, "--date", "2026-03-26", "--now", "2026-04-02T20:00:00Z")
    #expect(try published() == ["2026-03-25", "2026-03-26"])
    let stored = try holdsPlayer(known.workspace)
    #expect(!stored.isEmpty && stored.allSatisfy { $0.hasPrefix("published/2026-03-25/") })
    #expect(try !known.list("recommendations").isEmpty)
    let record = try String(
      contentsOf: known.workspace.appending(path: "runs/2026-03-26/run.json"), encoding: .utf8)
    #expect(!record.contains("a player who is forgotten tonight"))
    // Not yet due; then due, in a run that builds everything from scratch.
    try night(known, "--date", "2026-03-27", "--now", "2026-04-07T23:59:59Z")
    #expect(try published() == ["2026-03-25", "2026-03-26", "2026-03-27"])
    try night(known, "--now", "2026-04-08T00:00:00Z")
    // Nor are there nights that may have published the champion's models.
    #expect(try published() == ["2026-04-01"])
    #expect(try holdsPlayer(known.workspace) == [])
    try night(never, "--now", "2026-04-08T00:00:00Z")
    let differing = try differences(known, never).filter { $0.contains("2026-04-01") }
    #expect(differing == [], "\(differing)")
  }

  @Test func `a bad line stores no request`() throws {
    let known = try sandbox(knowing: true)
    try night(known)
    for bad in ["{\"userId\":7}", "u5", "{\"userId\":\"\"}", "{}"] {
      try known.folder.write("{\"userId\":\"u3\"}\n\(bad)\n", to: "deleted.ndjson")
      let answer = try run(
        known, ["forget", "--from", "deleted.ndjson", "--workspace", "workspace"])
      #expect(answer.status == 65 && answer.error.contains("line 2"), "\(answer.error)")
    }
    #expect(
      !FileManager.default.fileExists(
        atPath: known.workspace.appending(path: "forgotten.json").path))
  }

  @Test func `the stored proof contains no id and needs the key`() throws {
    let known = try sandbox(knowing: true)
    try night(known)
    try #require(try forget(known).status == 0)
    let proof = try String(
      contentsOf: known.workspace.appending(path: "forgotten.json"), encoding: .utf8)
    #expect(!proof.contains("\"\(Self.gone)\""))
    // printf 'findie: forgotten player\0u5' | openssl dgst -sha256 -hmac 'a key of the tests, no
    // secret'
    #expect(
      proof.contains("ca308c8eed5f4b2e39df4a699d13de1eef630ce30330aefd81daecfa56b987a4"))
  }

  @Test func `a lost file does not lose the forgotten players`() throws {
    let known = try sandbox(knowing: true)
    try night(known)
    try #require(try forget(known).status == 0)
    try night(known)
    func verify() throws -> Binary.Result {
      try run(known, ["verify", "--workspace", "workspace"])
    }
    #expect(try verify().status == 0)
    let file = known.workspace.appending(path: "forgotten.json")
    let whole = try Data(contentsOf: file)
    let other = String(decoding: whole, as: UTF8.self).replacing("proof\":\"c", with: "proof\":\"d")
    try #require(Data(other.utf8) != whole)
    for damaged in [nil, Data(), Data("{}".utf8), Data(other.utf8)] {
      try damaged?.write(to: file) ?? FileManager.default.removeItem(at: file)
      let verified = try verify()
      #expect(verified.status == 1 && verified.out.contains("forgotten.json: "), "\(verified.out)")
      try night(known, "--rehash")
      #expect(try holdsPlayer(known.workspace) == [])
      // The night restored it from its copy.
      #expect(try Data(contentsOf: file) == whole)
      #expect(try verify().status == 0)
    }
    let copy = known.workspace.appending(path: ".forgotten.json")
    try FileManager.default.removeItem(at: copy)
    #expect(try verify().status == 1)
    try night(known)
    #expect(try Data(contentsOf: copy) == whole)
  }

  @Test func `a backup from before the last request brings no player back`() throws {
    let known = try sandbox(knowing: true)
    try night(known)
    try #require(
      try run(known, ["forget", "u7", "--workspace", "workspace"]).status == 0)
    try night(known)
    let file = known.workspace.appending(path: "forgotten.json")
    let backup = try Data(contentsOf: file)
    try #require(try forget(known).status == 0)
    try night(known)
    try backup.write(to: file)
    try night(known, "--rehash")
    #expect(try holdsPlayer(known.workspace) == [])
  }

  @Test func `without the key, nothing is written, and no later night runs`() throws {
    let known = try sandbox(knowing: true)
    try night(known)
    let none = try known.findie(["forget", "u5", "--workspace", "workspace"])
    #expect(none.status == 78 && none.error.contains("FINDIE_KEY is not set"))
    let short = try Binary.run(
      ["forget", "u5", "--workspace", "workspace"], in: known.folder.url,
      environment: ["FINDIE_KEY": "short"])
    #expect(short.status == 78 && short.error.contains("fewer than 16 bytes"))
    #expect(
      !FileManager.default.fileExists(
        atPath: known.workspace.appending(path: "forgotten.json").path))
    try #require(try forget(known).status == 0)
    let night = try known.findie(known.arguments)
    #expect(night.status == 78 && night.error.contains("FINDIE_KEY"))
    let other = try Binary.run(
      known.arguments, in: known.folder.url, environment: ["FINDIE_KEY": "quite another key, it is"]
    )
    #expect(other.status == 78 && other.error.contains("is not the key"))
  }

  @Test func `events are exported anonymously or not at all`() throws {
    let known = try sandbox(knowing: true)
    // Two spellings of one name are two players.
    try known.put(
      ["caf\u{E9}", "cafe\u{301}"].map {
        SmallWorld.interaction("of \($0)", player: $0, game: "g0", day: 3)
      }, in: "interactions/third.ndjson")
    try night(known)
    func export(_ more: String..., key: Bool = true) throws -> Binary.Result {
      try Binary.run(
        ["export", "interactions", "--workspace", "workspace"] + more,
        in: known.folder.url, environment: key ? Self.key : [:])
    }
    #expect(try export().status == 64)
    let refused = try export("--anonymous", key: false)
    #expect(refused.status == 78 && refused.out.isEmpty && refused.error.contains("FINDIE_KEY"))
    let events = try export("--anonymous")
    try #require(events.status == 0, "\(events.error)")
    let rows = try events.out.split(separator: "\n").map { try object(String($0)) }
    #expect(rows.count == SmallWorld.interactions(days: 0..<90).count + 3)
    #expect(Set(rows.compactMap { $0["anonymousUserId"] as? String }).count == 14)
    #expect(rows.allSatisfy { $0["userId"] == nil && $0["id"] == nil && $0["sessionId"] == nil })
    // printf u5 | openssl dgst -sha256 -hmac 'a key of the tests, no secret'
    #expect(events.out.contains("473a89389a278fc77a07444880ddc1b42a01cf69952ff0eac8c4e741e1ee3a42"))
    let table = try export("--anonymous", "--format", "csv").out.split(separator: "\r\n")
    #expect(table.count == rows.count + 1)
  }
}
