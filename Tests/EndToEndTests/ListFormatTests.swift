import Foundation
import Testing

/// Every line of every published list, compared with the documented format.
struct ListFormatTests {
  private static let number = #"-?\d+(?:\.\d+)?(?:e-?\d+)?"#
  private static let text = #""(?:[^"\\]|\\.)*""#
  private static let reason =
    #"\{"kind":"[a-zA-Z]+"(?:,"gameId":TEXT|,"genre":"[a-z]+")?,"weight":NUMBER\}"#

  static let forms = [
    (
      "recommendations",
      #"\{"userId":TEXT,"listId":"[0-9a-f]{16}","source":"(?:personal|genres|popular)","#
        + #""games":\[ENTRIES\]\}"#,
      #"\{"gameId":TEXT,"rank":\d+,"score":NUMBER,"reasons":\[REASON(?:,REASON)?\]"#
        + #"(?:,"slot":"exploration","probability":NUMBER)?\}"#
    ),
    (
      "similar", #"\{"gameId":TEXT,"games":\[ENTRIES\]\}"#,
      #"\{"gameId":TEXT,"rank":\d+,"score":NUMBER,"carriedBy":"(?:tags|players)"\}"#
    ),
    (
      "trending", #"\{"genre":(?:null|TEXT),"games":\[ENTRIES\]\}"#,
      #"\{"gameId":TEXT,"rank":\d+,"lift":NUMBER,"lowerBound":NUMBER,"events":\d+"#
        + #"(?:,"flags":\["[a-zA-Z]+"(?:,"[a-zA-Z]+")*\])?\}"#
    ),
    (
      "popular", #"\{"genre":(?:null|TEXT),"days":(?:null|\d+),"games":\[ENTRIES\]\}"#,
      #"\{"gameId":TEXT,"rank":\d+,"players":\d+\}"#
    ),
    (
      "new-releases",
      #"\{"gameId":TEXT,"rank":\d+,"releaseDate":"\d{4}-\d\d-\d\d","status":"#
        + #""(?:released|earlyAccess)","score":NUMBER\}"#, ""
    ),
    (
      "announced",
      #"\{"gameId":TEXT,"rank":\d+,"releaseDate":(?:null|"\d{4}-\d\d-\d\d"),"status":"#
        + #""(?:released|earlyAccess|upcoming)"\}"#, ""
    ),
  ]

  private static let sandbox = Result {
    let sandbox = try Sandbox.withSmallWorld()
    var coming = Array(SmallWorld.games.prefix(2))
    for (number, status) in ["upcoming", "earlyAccess"].enumerated() {
      coming[number]["id"] = "coming\(number)"
      coming[number]["releaseStatus"] = status
      coming[number]["releaseDate"] = number == 0 ? nil : "2026-05-01T00:00:00Z"
    }
    try sandbox.put(coming, in: "games-coming.ndjson")
    try sandbox.runNight()
    return sandbox
  }

  @Test(arguments: forms)
  func `every line has the documented keys in their order`(
    list: String, line: String, entry: String
  ) throws {
    let entries = "(?:\(entry)(?:,\(entry))*)?"
    let pattern = try NSRegularExpression(
      pattern: "^"
        + line.replacing("ENTRIES", with: entries)
        .replacing("REASON", with: Self.reason)
        .replacing("TEXT", with: Self.text)
        .replacing("NUMBER", with: Self.number) + "$")
    let sandbox = try Self.sandbox.get()
    let text = try String(
      contentsOf: sandbox.current.appending(path: "\(list).ndjson"), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(!lines.isEmpty)
    #expect(text.hasSuffix("\n"))
    let strange = lines.filter {
      pattern.firstMatch(in: $0, range: NSRange($0.startIndex..., in: $0)) == nil
    }
    #expect(strange == [])
  }

  @Test
  func `lines are sorted by id, the list of all genres is first, releases are sorted by rank`()
    throws
  {
    let sandbox = try Self.sandbox.get()
    for (list, key) in [("recommendations", "userId"), ("similar", "gameId")] {
      let ids = try sandbox.list(list).compactMap { $0[key] as? String }
      #expect(ids == ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, "\(list)")
      #expect(Set(ids).count == ids.count, "\(list)")
    }
    for list in ["trending", "popular"] {
      let genres = try sandbox.list(list).map { $0["genre"] as? String }
      #expect(genres.first == .some(nil), "\(list)")
      #expect(genres.dropFirst().allSatisfy { $0 != nil }, "\(list)")
    }
    let ranks = try sandbox.list("new-releases").compactMap { $0["rank"] as? Int }
    #expect(ranks == Array(1...5))
  }

  @Test func `new releases are from the last sixty days`() throws {
    // Games 15 to 19 were released on the first to fifth of March, the others a year before.
    let games = try Self.sandbox.get().list("new-releases")
      .compactMap { $0["gameId"] as? String }
    #expect(Set(games) == ["g15", "g16", "g17", "g18", "g19"])
  }

  @Test func `announced games are sorted by date, games without one are last`() throws {
    let sandbox = try Self.sandbox.get()
    let games = try sandbox.list("announced")
    #expect(games.compactMap { $0["gameId"] as? String } == ["coming1", "coming0"])
    #expect(games.compactMap { $0["releaseDate"] as? String } == ["2026-05-01"])
    let answer = try sandbox.findie([
      "new-releases", "--announced", "--json", "--workspace", "workspace",
    ])
    let lines = try String(
      contentsOf: sandbox.current.appending(path: "announced.ndjson"), encoding: .utf8)
    #expect(answer.out.contains(lines))
    let both = try sandbox.findie(["new-releases", "--announced", "--early-access"])
    #expect(both.status == 64)
  }

  @Test(arguments: ["recommendations", "similar", "trending", "popular"])
  func `ranks start at one, and scores do not increase where only they decide`(
    list: String
  ) throws {
    let score = ["trending": "lowerBound", "popular": "players"][list] ?? "score"
    for line in try Self.sandbox.get().list(list) {
      let games = try #require(line["games"] as? [[String: Any]])
      #expect(games.compactMap { $0["rank"] as? Int } == Array(0..<games.count).map { $0 + 1 })
      let scores = games.compactMap { $0[score] as? Double }
      // Personal lists are ordered for variety too.
      guard list != "recommendations" else { continue }
      #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 >= $1 })
    }
  }

  @Test func `no game is similar to itself`() throws {
    for line in try Self.sandbox.get().list("similar") {
      let games = try #require(line["games"] as? [[String: Any]])
      let id = try #require(line["gameId"] as? String)
      #expect(!games.contains { $0["gameId"] as? String == id })
    }
  }

  @Test(arguments: [
    ["recommend", "nobody"], ["similar", "nothing"],
    ["trending", "--genre", "western"], ["report", "studio", "nobody"],
  ])
  func `an unknown id is reported in words, without a list`(question: [String]) throws {
    let sandbox = try Self.sandbox.get()
    let result = try sandbox.findie(question + ["--workspace", "workspace"])
    #expect(result.status != 0)
    #expect(result.out.isEmpty)
    #expect(result.error.contains(question.last ?? ""))
  }

  @Test(arguments: [
    [], ["run"], ["run", "nightly"], ["recommend"], ["export"], ["similar"], ["trending"],
    ["popular"], ["new-releases"],
    ["report"], ["report", "studio"], ["report", "kpi"], ["report", "game"],
    ["report", "digest"], ["evaluate"], ["validate"],
    ["doctor"], ["generate"], ["parameters"],
  ])
  func `each list command's help has an example`(command: [String]) throws {
    let result = try Sandbox().findie(command + ["--help"])
    #expect(result.status == 0)
    let example = try #require(result.out.firstRange(of: /Examples?:\n +findie/))
    #expect(!example.isEmpty)
  }

  @Test func `a query before the first night reports what to do`() throws {
    let sandbox = try Sandbox()
    for question in [["trending"], ["evaluate"], ["report", "kpi"]] {
      let result = try sandbox.findie(question + ["--workspace", "workspace"])
      #expect(result.status == 66)
      #expect(result.error.contains("findie run nightly"))
    }
  }
}
