import FindieTestSupport
import Foundation
import Testing

/// Nights with another model's candidates for players, and with players' vectors.
struct SuggestionNightTests {
  private static let key = ["FINDIE_KEY": "a key of the tests, no secret"]

  /// A generated world whose events are added day by day, and what its players like on any day.
  private struct World {
    let sandbox: Sandbox
    private(set) var likes: [String: [String]] = [:]

    init() throws {
      sandbox = try Sandbox()
      try sandbox.folder.write(
        "models: {anchor: weekly}\nals: {rank: 8, iterations: 2}\n", to: "night.yaml")
      let generated = try sandbox.findie([
        "generate", "--output", "all", "--players", "1000", "--games", "160", "--days", "45",
        "--seed", "6", "--first-day", "2026-01-01",
      ])
      try #require(generated.status == 0, "\(generated.error)")
      let files = FileManager.default
      for name in ["games", "developers", "tags", "users", "wishlists"] {
        try files.copyItem(
          at: all.appending(path: name + ".ndjson"),
          to: sandbox.input.appending(path: name + ".ndjson"))
      }
      for file in try files.contentsOfDirectory(atPath: all.appending(path: "interactions").path)
        .sorted()
      {
        for event in try lines(of: all.appending(path: "interactions/\(file)")) {
          guard event["action"] as? String == "like", let game = event["gameId"] as? String,
            let player = event["userId"] as? String
          else { continue }
          likes[player, default: []].append(game)
        }
      }
    }

    private var all: URL { sandbox.folder.url.appending(path: "all") }

    /// Adds the events of the days before a day.
    func addEvents(before day: String) throws {
      let folder = sandbox.input.appending(path: "interactions")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let source = all.appending(path: "interactions")
      for file in try FileManager.default.contentsOfDirectory(atPath: source.path)
      where file < day && !FileManager.default.fileExists(atPath: folder.appending(path: file).path)
      {
        try FileManager.default.copyItem(
          at: source.appending(path: file), to: folder.appending(path: file))
      }
    }

    /// What players like and will like: what no honest model knows, so that a night surely adopts
    /// it where it may.
    func putCandidates(besides lines: [[String: Any]] = [], without excluded: Int = 0) throws {
      let all = likes.sorted { $0.key < $1.key }.dropFirst(excluded).flatMap { player, games in
        games.map { ["userId": player, "gameId": $0, "score": -3] as [String: Any] }
      }
      try sandbox.put(all + lines, in: "candidates.ndjson")
    }

    @discardableResult
    func night(_ day: String, _ more: String...) throws -> [String: Any] {
      try addEvents(before: day)
      let result = try Binary.run(
        sandbox.arguments + ["--date", day, "--now", "\(day)T03:00:00Z", "--json"] + more,
        in: sandbox.folder.url, environment: SuggestionNightTests.key)
      try #require(result.status == 0, "\(result.error)")
      return try object(result.out)
    }

    func run(_ arguments: String...) throws -> Binary.Result {
      try Binary.run(arguments, in: sandbox.folder.url, environment: SuggestionNightTests.key)
    }

    /// Whether the first reason of an entry is the model.
    static func isOfModel(_ entry: [String: Any]) -> Bool {
      (entry["reasons"] as? [[String: Any]])?.first?["kind"] as? String == "model"
    }

    /// By player, the number of such entries.
    private var suggested: [String: Int] {
      get throws {
        try sandbox.list("recommendations").reduce(into: [:]) { counts, line in
          let games = line["games"] as? [[String: Any]] ?? []
          counts[line["userId"] as? String ?? ""] = games.count { Self.isOfModel($0) }
        }
      }
    }

    var reasons: Int { get throws { try suggested.values.reduce(0, +) } }

    /// The player with most of them, who likes one of them below.
    var mostSuggested: String {
      get throws {
        try #require(suggested.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key)
      }
    }

    func suggestions(_ day: String) throws -> [String] {
      let folder = sandbox.workspace.appending(path: "published/\(day)/suggestions")
      guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
  }

  private func conclusion(_ record: [String: Any], of name: String) throws -> String {
    let stages = try #require(record["stages"] as? [[String: Any]])
    let stage = try #require(stages.first { $0["stage"] as? String == name })
    return stage["conclusion"] as? String ?? ""
  }

  @Test func `candidates count only if they came before the held-out likes, whatever they know`()
    throws
  {
    let world = try World()
    try world.putCandidates()
    // The first night to receive them may not learn from them: they know its held-out likes.
    let first = try world.night("2026-01-30")
    let said = try conclusion(first, of: "ranker")
    let date = try #require(said.firstMatch(of: #/can count from (2026-02-\d\d) on/#)).output.1
    #expect(try world.reasons == 0)
    #expect(try world.suggestions("2026-01-30") == ["2026-01-30.artifact"])
    // Nights until that day do not either.
    let without = try World()
    try without.night("2026-01-30")
    let lists = "workspace/published/2026-01-30/recommendations.ndjson"
    #expect(try world.sandbox.products()[lists] == without.sandbox.products()[lists])

    // Other files every night, so that each has its own.
    try world.putCandidates(without: 1)
    try world.night("2026-01-31")
    #expect(try world.suggestions("2026-01-31") == ["2026-01-30.artifact", "2026-01-31.artifact"])
    try world.putCandidates(without: 2)
    let later = try world.night("2026-02-10")
    #expect(date <= "2026-02-10")
    let counts = try conclusion(later, of: "ranker")
    #expect(
      counts.contains("candidates count: lists with those received on 2026-01-31 were"), "\(counts)"
    )
    #expect(try world.reasons > 400)
    // What is older than needed is gone.
    #expect(try world.suggestions("2026-02-10") == ["2026-01-31.artifact", "2026-02-10.artifact"])
  }

  @Test func `adopted candidates are the same in any run, reproduced, recomputed and refreshed`()
    throws
  {
    let (world, other) = (try World(), try World())
    for (world, threads) in [(world, "1"), (other, "3")] {
      try world.putCandidates()
      try world.night("2026-01-30", "--threads", threads)
      try world.putCandidates(without: 1)
      try world.night("2026-02-10", "--threads", threads)
    }
    #expect(try world.sandbox.differences(from: other.sandbox).isEmpty)
    #expect(try world.reasons > 300)
    let player = try world.mostSuggested
    let explained = try world.run("explain", player, "--workspace", "workspace")
    #expect(explained.out.contains("candidates count: lists with"), "\(explained.out)")
    #expect(explained.out.contains("similar by your model"))
    let list = try world.run("recommend", player, "--workspace", "workspace")
    #expect(list.out.contains("similar by your model"), "\(list.out)")
    let verify = try world.run(
      "verify", "--workspace", "workspace", "--reports", "reports", "--recompute", "100%")
    #expect(verify.status == 0, "\(verify.out)\(verify.error)")

    // A night that uses these models, with other candidates.
    try world.putCandidates(without: 5)
    let record = try world.night("2026-02-11")
    let stages = try #require(record["stages"] as? [[String: Any]])
    let ranker = try #require(stages.first { $0["stage"] as? String == "trained-ranker" })
    #expect(ranker["outcome"] as? String == "skipped")
    #expect(try conclusion(record, of: "ranker").contains("candidates count"))
    let again = try world.night("2026-02-11")
    let outcomes = try #require(again["stages"] as? [[String: Any]])
    #expect(
      outcomes.first { $0["stage"] as? String == "publish" }?["outcome"] as? String == "skipped")

    // A player likes the first game of the list: the next ones come from the candidates too.
    func shown() throws -> [[String: Any]] {
      let answer = try world.run("recommend", player, "--workspace", "workspace", "--json")
      return try object(answer.out)["games"] as? [[String: Any]] ?? []
    }
    let first = try #require(shown().first?["gameId"] as? String)
    try world.sandbox.put(
      [
        [
          "id": "new", "userId": player, "gameId": first, "action": "like", "sessionId": "s",
          "timestamp": "2026-02-11T02:00:00Z",
        ]
      ], in: "interactions/new.ndjson")
    let refreshed = try world.run("refresh", "--workspace", "workspace", "--input", "input")
    #expect(refreshed.status == 0, "\(refreshed.error)")
    let after = try shown()
    #expect(after.allSatisfy { $0["gameId"] as? String != first })
    #expect(after.contains { World.isOfModel($0) })
    for day in ["2026-02-10", "2026-02-11"] {
      let reproduced = try world.run(
        "reproduce", day, "--workspace", "workspace", "--reports", "reports", "--threads", "3")
      #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
    }
  }

  @Test func `players' vectors count as candidates do, and without games' vectors not at all`()
    throws
  {
    let world = try World()
    let games = Set(world.likes.values.joined()).sorted()
    func vector(_ liked: [String]) -> [Int] { games.map { liked.contains($0) ? 1 : 0 } }
    let ofPlayers: [[String: Any]] = world.likes.sorted { $0.key < $1.key }.map {
      ["userId": $0.key, "vector": vector($0.value)]
    }
    try world.sandbox.put(ofPlayers, in: "vectors.ndjson")
    let record = try world.night("2026-01-30")
    let warnings = try #require(record["warnings"] as? [String])
    #expect(
      warnings.contains {
        $0.contains("vectors of players have no effect: no game has a vector")
      }, "\(warnings)")
    #expect(try world.suggestions("2026-01-30").isEmpty)
    try world.sandbox.put(
      ofPlayers + games.map { ["gameId": $0, "vector": vector([$0])] }, in: "vectors.ndjson")
    try world.night("2026-01-31")
    #expect(try world.suggestions("2026-01-31") == ["2026-01-31.artifact"])
    let later = try world.night("2026-02-10")
    #expect(
      try conclusion(later, of: "ranker").contains(
        "players’ vectors count: lists with those received on 2026-01-31 were"))
    #expect(try world.reasons > 200)
    // The file has not changed since it came.
    #expect(try world.suggestions("2026-02-10") == ["2026-01-31.artifact"])
    let verify = try world.run(
      "verify", "--workspace", "workspace", "--reports", "reports", "--recompute", "100%")
    #expect(verify.status == 0, "\(verify.out)\(verify.error)")
    let reproduced = try world.run(
      "reproduce", "2026-02-10", "--workspace", "workspace", "--reports", "reports")
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
  }

  @Test func `a forgotten player is in no file, and candidates still count`() throws {
    let world = try World()
    // A player of whom nothing else is known, too.
    let stranger = "a-stranger-to-the-app"
    try world.putCandidates(besides: [["userId": stranger, "gameId": "nowhere", "score": 1]])
    let first = try world.night("2026-01-30")
    let warnings = try #require(first["warnings"] as? [String])
    #expect(
      warnings.contains { $0.contains("1 candidate concerns a game that the catalogue lacks") })
    #expect(warnings.contains { $0.contains("of 1 player have no effect") }, "\(warnings)")
    try world.night("2026-02-10")
    let gone = try #require(world.likes.keys.sorted().last)
    let own = try world.run("player", gone, "--workspace", "workspace")
    #expect(own.out.contains("published/2026-01-30/suggestions/2026-01-30.artifact"), "\(own.out)")
    for player in [gone, stranger] {
      let forgot = try world.run("forget", player, "--workspace", "workspace")
      #expect(forgot.status == 0, "\(forgot.error)")
    }
    let record = try world.night("2026-02-11")
    #expect(try conclusion(record, of: "ranker").contains("candidates count"))
    let files = try FileManager.default.subpathsOfDirectory(atPath: world.sandbox.workspace.path)
    for path in files {
      let url = world.sandbox.workspace.appending(path: path)
      let kind = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
      guard kind as? FileAttributeType == .typeRegular else { continue }
      let data = try Data(contentsOf: url)
      for player in [gone, stranger] {
        #expect(data.range(of: Data("\"\(player)\"".utf8)) == nil, "\(path)")
      }
    }
    #expect(
      try world.suggestions("2026-02-11") == ["2026-01-30.artifact", "2026-02-11.artifact"])
  }

  @Test func `validate names rules and lines`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<40)
    try sandbox.put(
      [["gameId": "g1", "vector": [0, 0]], ["gameId": "g2", "vector": [1]]], in: "vectors.ndjson")
    try sandbox.folder.write(
      #"{"userId":"u1","gameId":"g1","score":1e125}"# + "\n"
        + #"{"userId":"u1","gameId":"g2","score":NaN}"# + "\n"
        + #"{"userId":"u1","gameId":"nowhere","score":1}"# + "\n", to: "input/candidates.ndjson")
    let result = try sandbox.findie(["validate", "input"])
    for sentence in [
      "brokenRule: vector.zero: A vector has a number other than 0 (1 line)",
      "brokenRule: candidate.score.range: A score is a number below",
      "candidates.ndjson line 2", "1 candidate concerns a game that the catalogue lacks (nowhere)",
    ] {
      #expect(result.out.contains(sentence), "\(result.out)")
    }
    #expect(!result.out.contains("must be A"))
  }
}
