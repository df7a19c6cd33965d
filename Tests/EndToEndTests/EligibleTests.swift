import FindieTestSupport
import Foundation
import Testing

/// `recommendations.eligible`: what lists show, and that nothing else depends on it.
struct EligibleTests {
  private static func sandbox(_ eligible: String) throws -> Sandbox {
    let sandbox = try Sandbox.withSmallWorld()
    var coming = Array(SmallWorld.games.prefix(2))
    for number in coming.indices {
      coming[number]["id"] = "coming\(number)"
      coming[number]["releaseStatus"] = "upcoming"
    }
    try sandbox.put(coming, in: "games-coming.ndjson")
    // Games 2 and 3 rise in the last week.
    try sandbox.put(
      (0..<12).flatMap { player in
        [2, 3].map { game in
          SmallWorld.interaction(
            "rise\(player)-\(game)", player: "u\(player)", game: "g\(game)",
            day: 82 + game + player % 4)
        }
      }, in: "interactions/rise.ndjson")
    try sandbox.folder.write(
      """
      tuning: off
      als: {rank: 4, iterations: 2}
      recommendations: {eligible: \(eligible)}
      # The world has twelve players.
      reports: {minimumPlayers: 2}

      """, to: "night.yaml")
    try sandbox.runNight()
    return sandbox
  }

  private static let all = Result { try sandbox("{}") }
  private static let some = Result { try sandbox("{tags: [tag0, indie], ids: []}") }

  /// The ids of the games on a list of any kind.
  private func listed(_ list: String, _ sandbox: Sandbox) throws -> Set<String> {
    Set(
      try sandbox.list(list).flatMap { line -> [String] in
        if let games = line["games"] as? [[String: Any]] {
          return games.compactMap { $0["gameId"] as? String }
        }
        return [line["gameId"] as? String].compactMap { $0 }
      })
  }

  private var eligible: Set<String> {
    Set(
      SmallWorld.games.filter { ($0["tags"] as? [String] ?? []).contains("tag0") }
        .compactMap { $0["id"] as? String } + ["coming0"])
  }

  @Test(arguments: [
    "recommendations", "similar", "trending", "popular", "new-releases", "announced",
  ])
  func `every list of every kind has eligible games only`(list: String) throws {
    let (all, some) = (try Self.all.get(), try Self.some.get())
    let shown = try listed(list, some)
    #expect(shown.isSubset(of: eligible))
    // So few players make nothing rise clearly.
    guard list != "trending" else { return }
    #expect(!shown.isEmpty)
    // Without the limit, other games are shown too.
    #expect(try !listed(list, all).isSubset(of: eligible))
  }

  @Test func `games that are not eligible still have a list of similar games`() throws {
    let keys = try Self.some.get().list("similar").compactMap { $0["gameId"] as? String }
    #expect(keys == (try Self.all.get().list("similar").compactMap { $0["gameId"] as? String }))
  }

  @Test func `models and reports do not depend on it`() throws {
    let changed = try Self.all.get().differences(from: Self.some.get())
    let models = try Self.all.get().products().keys.filter { $0.hasSuffix(".artifact") }
    #expect(models.count >= 5)
    #expect(!changed.contains { $0.hasSuffix(".artifact") })
    // The team's files describe the lists of the night, too; their numbers of players and games are
    // equal.
    let reports = changed.filter { $0.hasPrefix("reports/") }
      .map { URL(filePath: $0).lastPathComponent }
    let ofTeam: Set = [
      "index.html", "kpi.json", "kpi.csv", "digest.md", "lineage.json", "SHA256SUMS",
    ]
    #expect(Set(reports).isSubset(of: ofTeam))
    let (all, some) = (try figures(Self.all.get()), try figures(Self.some.get()))
    #expect(all == some && all.count > 50)
    #expect(!changed.contains { $0.hasPrefix("reports/") && $0.contains("/studios/") })
  }

  /// The rows of `kpi.csv` that do not describe lists.
  private func figures(_ sandbox: Sandbox) throws -> [Substring] {
    let files = try sandbox.products()
    let name = try #require(files.keys.first { $0.hasSuffix("/kpi.csv") })
    let text = String(decoding: try #require(files[name]), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).filter { row in
      ![
        "health", "lists", "trending", "newReleases", "exposure", "filterDrops", "gate",
      ].contains {
        row.hasPrefix($0)
      }
    }
  }

  @Test func `the record counts eligible games and names unknown tags`() throws {
    func record(_ sandbox: Sandbox) throws -> [String: Any] {
      let day = try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.current.path)
      return try object(
        String(
          contentsOf: sandbox.workspace.appending(path: "runs/\(day)/run.json"), encoding: .utf8))
    }
    func stage(_ name: String, _ record: [String: Any]) throws -> [String: Any] {
      let stages = try #require(record["stages"] as? [[String: Any]])
      return try #require(stages.first { $0["stage"] as? String == name })
    }
    let some = try record(Self.some.get())
    let counts = try #require(try stage("eligible", some)["counts"] as? [String: Int])
    #expect(counts == ["games": 22, "eligible": eligible.count])
    let warnings = try #require(some["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("no game has the tag 'indie'") })
    #expect(!warnings.contains { $0.contains("'tag0'") })
    // One eligible game is not released.
    let measures = try #require(try stage("gate", some)["measures"] as? [String: Double])
    let shown = try listed("recommendations", Self.some.get()).count
    #expect(measures["catalogue coverage"] == Double(shown) / Double(eligible.count - 1))
    let all = try stage("eligible", record(Self.all.get()))["counts"] as? [String: Int]
    #expect(all == ["games": 22, "eligible": 22])
  }

  @Test func `a list that is computed again is the published one`() throws {
    let sandbox = try Self.some.get()
    let question = ["recommend", "u1", "--json", "--workspace", "workspace"]
    let published = try sandbox.findie(question)
    #expect(published.status == 0, "\(published.error)")
    #expect(try sandbox.findie(question + ["--refresh"]).out == published.out)
    let why = try sandbox.findie([
      "explain", "u1", "g7", "--workspace", "workspace",
    ])
    #expect(why.out.contains("recommendations.eligible"), "\(why.error)")
  }
}
