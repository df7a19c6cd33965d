import FindieTestSupport
import Foundation
import Testing

/// Nights without the events of some accounts, compared with nights that never had these events.
struct UncountedNightTests {
  /// Accounts in users.ndjson and their codes, which act more than others.
  private struct Accounts {
    let ids: Set<String>
    let codes: Set<String>

    /// Those with the most events.
    init(_ sandbox: Sandbox, _ count: Int = 8) throws {
      func most(_ collection: String, _ key: String) throws -> Set<String> {
        var events: [String: Int] = [:]
        for line in try UncountedNightTests.lines(of: collection, sandbox) {
          events[try #require(line[key] as? String), default: 0] += 1
        }
        return Set(
          events.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(count).map(\.key))
      }
      ids = try most("interactions", "userId")
      codes = try most("analytics", "anonymousUserId")
    }

    func contains(_ event: [String: Any]) -> Bool {
      ["userId", "anonymousUserId"].contains { key in
        (event[key] as? String).map { ids.contains($0) || codes.contains($0) } ?? false
      }
    }
  }

  private static let events = ["interactions", "analytics"]
  private static let parameters = "advanced: {gate: {maximumLoss: 1}}\n"

  /// The files of a collection of the generated world, by path.
  private static func files(of collection: String, _ sandbox: Sandbox) throws -> [String] {
    let folder = sandbox.input.appending(path: collection)
    guard FileManager.default.fileExists(atPath: folder.path) else {
      return ["\(collection).ndjson"]
    }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      "\(collection)/\($0)"
    }
  }

  private static func lines(of collection: String, _ sandbox: Sandbox) throws -> [[String: Any]] {
    try files(of: collection, sandbox).flatMap {
      try EndToEndTests.lines(of: sandbox.input.appending(path: $0))
    }
  }

  private func edit(
    _ collection: String, _ sandbox: Sandbox, _ change: ([String: Any]) -> [String: Any]?
  ) throws {
    for file in try Self.files(of: collection, sandbox) {
      try sandbox.put(
        EndToEndTests.lines(of: sandbox.input.appending(path: file)).compactMap(change), in: file)
    }
  }

  /// A world in which the accounts never acted on a day or later; nil for all days.
  private func withoutEvents(of accounts: Accounts, since day: String? = nil) throws -> Sandbox {
    let sandbox = try Sandbox.withGeneratedWorld(games: 120, Self.parameters)
    for collection in Self.events {
      try edit(collection, sandbox) { event in
        let isEarlier = (event["timestamp"] as? String).map { $0 < day ?? "" } ?? false
        return accounts.contains(event) && !isEarlier ? nil : event
      }
    }
    try edit("wishlists", sandbox) { accounts.contains($0) ? nil : $0 }
    return sandbox
  }

  /// Marks the accounts in users.ndjson, and their codes in uncounted.ndjson.
  private func mark(_ accounts: Accounts, _ sandbox: Sandbox, since day: String? = nil) throws {
    try edit("users", sandbox) { user in
      guard let id = user["id"] as? String, accounts.ids.contains(id) else { return user }
      var marked = user
      marked["counts"] = false
      marked["countsUntil"] = day
      return marked
    }
    try sandbox.put(
      accounts.codes.sorted().map { code in
        day.map { ["userId": code, "since": $0] } ?? ["userId": code]
      },
      in: "uncounted.ndjson")
  }

  private func unmark(_ sandbox: Sandbox) throws {
    try edit("users", sandbox) { user in
      user.filter { $0.key != "counts" && $0.key != "countsUntil" }
    }
    try sandbox.put([], in: "uncounted.ndjson")
  }

  /// The published files and reports of a night without what tells of the input's lines, of other
  /// nights, or of the accounts themselves.
  private func products(
    _ day: String, _ sandbox: Sandbox, without accounts: Accounts
  ) throws -> [String: Data] {
    let names = ["lineage.json", "SHA256SUMS", "findie.sqlite", "kpi.json", "kpi.csv", "digest.md"]
    var files = try sandbox.products().filter { file in
      file.key.contains(day) && !file.key.contains("/model/") && !file.key.contains("/held-out/")
        && !names.contains { file.key.hasSuffix("/\($0)") }
        && !["index.html", "studios/index.html", "definitions.json"].contains {
          file.key == "reports/\(day)/\($0)"
        }
    }
    for name in ["recommendations.ndjson", "price-drops.ndjson"] {
      let path = "workspace/published/\(day)/\(name)"
      let lines = String(decoding: try #require(files[path]), as: UTF8.self).split(separator: "\n")
      files[path] = Data(
        lines.filter { line in !accounts.ids.contains { line.contains($0) } }
          .joined(separator: "\n").utf8)
    }
    let kpi = try String(
      contentsOf: sandbox.folder.url.appending(path: "reports/\(day)/kpi.json"), encoding: .utf8)
    var report = try object(kpi)
    for key in ["dataQuality", "health"] { report[key] = nil }
    files["kpi.json"] = try JSONSerialization.data(withJSONObject: report, options: .sortedKeys)
    return files
  }

  private func differences(
    _ day: String, _ one: Sandbox, _ other: Sandbox, _ accounts: Accounts
  ) throws -> [String] {
    let (mine, theirs) = (
      try products(day, one, without: accounts), try products(day, other, without: accounts)
    )
    return Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }.sorted()
  }

  private func kpi(_ day: String, _ sandbox: Sandbox) throws -> [String: Any] {
    try object(
      String(
        contentsOf: sandbox.folder.url.appending(path: "reports/\(day)/kpi.json"), encoding: .utf8))
  }

  @Test func `on all days: nothing of the accounts is left, and it comes back`() throws {
    // A night with the accounts; nights of the same week without them; then one with them again.
    let sandbox = try Sandbox.withGeneratedWorld(games: 120, Self.parameters, nights: "2026-02-02")
    let accounts = try Accounts(sandbox)
    try mark(accounts, sandbox)
    let outcomes = try sandbox.runNight("--date", "2026-02-03")
    #expect(outcomes["trained-factors"] == "built" && outcomes["closed-weeks"] == "built")
    let never = try withoutEvents(of: accounts)
    try edit("users", never) { user in
      accounts.ids.contains(user["id"] as? String ?? "")
        ? user.merging(["counts": false]) { $1 } : user
    }
    try never.runNight("--date", "2026-02-03")
    #expect(try differences("2026-02-03", sandbox, never, accounts) == [])
    let quality = try #require(kpi("2026-02-03", sandbox)["dataQuality"] as? [String: Any])
    let uncounted = try #require(quality["uncounted"] as? [String: Int])
    #expect(uncounted["accounts"] == 16)
    let last = try Self.events.flatMap { try Self.lines(of: $0, sandbox) }.filter {
      ($0["timestamp"] as? String)?.hasPrefix("2026-02-02") == true
    }
    #expect(uncounted["allEvents"] == last.count)
    #expect(uncounted["events"] == last.count { accounts.contains($0) })
    // The next night settles, trains and sorts nothing anew.
    let next = try sandbox.runNight("--date", "2026-02-04")
    #expect(next["trained-factors"] == "skipped" && next["closed-weeks"] == "skipped")
    let reproduced = try sandbox.findie([
      "reproduce", "2026-02-04", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(reproduced.status == 0, "\(reproduced.out)\(reproduced.error)")
    let verified = try sandbox.findie([
      "verify", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(verified.status == 0, "\(verified.error)\(verified.out)")
    // Back again.
    try unmark(sandbox)
    try sandbox.runNight("--date", "2026-02-05")
    let always = try Sandbox.withGeneratedWorld(games: 120, Self.parameters)
    try always.runNight("--date", "2026-02-05")
    #expect(try differences("2026-02-05", sandbox, always, accounts) == [])
  }

  @Test func `numbers do not know the accounts, even their sign-ups`() throws {
    let sandbox = try Sandbox.withGeneratedWorld(games: 120, Self.parameters)
    let accounts = try Accounts(sandbox)
    try mark(accounts, sandbox)
    try sandbox.runNight("--date", "2026-02-04")
    let never = try withoutEvents(of: accounts)
    try edit("users", never) { accounts.ids.contains($0["id"] as? String ?? "") ? nil : $0 }
    try never.runNight("--date", "2026-02-04")
    func numbers(_ sandbox: Sandbox) throws -> [String: NSObject] {
      try kpi("2026-02-04", sandbox).filter {
        ["current", "previous", "allTime", "retention", "weeklyRetention", "days", "ranges"]
          .contains($0.key)
      }.compactMapValues { $0 as? NSObject }
    }
    #expect(try numbers(sandbox) == numbers(never))
    let studios = try differences("2026-02-04", sandbox, never, accounts).filter {
      $0.contains("/studios/") || $0.hasSuffix("trending.ndjson") || $0.hasSuffix("similar.ndjson")
    }
    #expect(studios == [])
  }

  @Test func `from a day on: earlier days stay as they were`() throws {
    let sandbox = try Sandbox.withGeneratedWorld(
      games: 120, Self.parameters, nights: "2026-02-02", "2026-02-03")
    let accounts = try Accounts(sandbox)
    try mark(accounts, sandbox, since: "2026-02-03")
    let outcomes = try sandbox.runNight("--date", "2026-02-04")
    #expect(outcomes["trained-factors"] == "skipped" && outcomes["closed-weeks"] == "skipped")
    let never = try Sandbox.withGeneratedWorld(
      games: 120, Self.parameters, nights: "2026-02-02", "2026-02-03")
    try mark(accounts, never, since: "2026-02-03")
    for collection in Self.events {
      try edit(collection, never) { event in
        accounts.contains(event) && "2026-02-03" <= event["timestamp"] as? String ?? ""
          ? nil : event
      }
    }
    try never.runNight("--date", "2026-02-04", "--publish", "anyway")
    #expect(try differences("2026-02-04", sandbox, never, accounts) == [])
  }

  @Test func `suspects are the planted bots, and can be the file`() throws {
    let sandbox = try Sandbox.withGeneratedWorld(games: 60)
    let game = try #require(Self.lines(of: "games", sandbox).first?["id"] as? String)
    try sandbox.put(
      (0..<150).map { number in
        [
          "id": "fast\(number)", "userId": "fast", "gameId": game, "action": "like",
          "timestamp": 1_769_940_000_000 + number * 400,
        ]
      }, in: "interactions/fast.ndjson")
    try sandbox.put(
      (0..<40).map { hour in
        [
          "eventId": "awake\(hour)", "anonymousUserId": "awake", "gameId": game,
          "eventType": "gameView", "timestamp": 1_769_940_000 + hour * 3600,
        ]
      }, in: "analytics/awake.ndjson")
    try sandbox.runNight()
    let suspects = [
      "history", "suspects", "--workspace", "workspace", "--days", "60",
    ]
    let json = try sandbox.findie(suspects + ["--json"])
    let found = try #require(
      JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [[String: Any]])
    #expect(found.map { $0["id"] as? String } == ["fast", "awake"])
    #expect(found.first?["likes"] as? Int == 150)
    let all = try Self.lines(of: "interactions", sandbox).count
    let share = try #require(found.first?["shareOfEvents"] as? Double)
    #expect(abs(share - 150 / Double(all)) < 1e-9)
    let text = try sandbox.findie(suspects).out
    #expect(text.contains("150 in a minute of 2026-02-01") && text.contains("39 hours"))
    let lines = try sandbox.findie(suspects + ["--ndjson"]).out
    #expect(lines == "{\"userId\":\"awake\"}\n{\"userId\":\"fast\"}\n")
    try sandbox.folder.write(lines, to: "input/uncounted.ndjson")
    try sandbox.runNight("--publish", "anyway")
    #expect(try sandbox.findie(suspects).out.contains("no account"))
  }

  @Test func `a mark is the player's data, and is forgotten with the player`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let key = ["FINDIE_KEY": "a key of the tests, no secret"]
    func run(_ arguments: String...) throws -> Binary.Result {
      try Binary.run(
        arguments + ["--workspace", "workspace"], in: sandbox.folder.url, environment: key)
    }
    try sandbox.put(
      [["userId": "u3"], ["userId": "u4", "since": "2026-02-01"], ["userId": "only-marked"]],
      in: "uncounted.ndjson")
    try sandbox.runNight("--date", "2026-03-25")
    let data = try run("player", "u3").out
    #expect(data.contains(#""table":"uncounted""#), "\(data)")
    for player in ["u3", "only-marked"] {
      let forgotten = try run("forget", player)
      #expect(forgotten.status == 0, "\(forgotten.error)")
    }
    let again = try Binary.run(sandbox.arguments, in: sandbox.folder.url, environment: key)
    #expect(again.status == 0, "\(again.error)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sandbox.workspace.path)
    for path in files {
      let url = sandbox.workspace.appending(path: path)
      guard let bytes = FileManager.default.contents(atPath: url.path) else { continue }
      for name in ["\"u3\"", "only-marked"] {
        #expect(bytes.range(of: Data(name.utf8)) == nil, "\(name) in \(path)")
      }
    }
    #expect(try !run("player", "u4").out.isEmpty)
  }
}
