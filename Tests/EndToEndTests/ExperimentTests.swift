import FindieTestSupport
import Foundation
import Testing

/// Nights with an experiment: who gets other lists, and that nothing else changes.
struct ExperimentTests {
  /// By Python's `hmac`.
  private static let arm: Set = ["u4", "u5", "u6", "u7", "u8", "u11"]

  private static func sandbox(withExperiment: Bool) throws -> Sandbox {
    let sandbox = try Sandbox.withSmallWorld()
    guard withExperiment else {
      try sandbox.runNight()
      return sandbox
    }
    try sandbox.folder.write(
      """
      explore:
        share: 0.5
        from: 2026-04-01
        parameters: {recommendations.eligible.tags: [tag0], ranker: off}
      """, to: "arms.yaml")
    try sandbox.runNight("--experiments", "arms.yaml")
    return sandbox
  }

  private static let plain = Result { try sandbox(withExperiment: false) }
  private static let tested = Result { try sandbox(withExperiment: true) }

  private func lines(_ sandbox: Sandbox) throws -> [Substring] {
    try String(
      contentsOf: sandbox.current.appending(path: "recommendations.ndjson"), encoding: .utf8
    ).split(separator: "\n")
  }

  @Test func `players outside the arm have the same lines, byte for byte`() throws {
    let (plain, tested) = try (lines(Self.plain.get()), lines(Self.tested.get()))
    #expect(plain.count == 12 && tested.count == 12)
    for (before, after) in zip(plain, tested) {
      let player = try #require(try object(String(after))["userId"] as? String)
      #expect((before == after) == !Self.arm.contains(player), "\(player)")
    }
  }

  @Test func `lists of the arm carry its name and obey its filters and the players'`() throws {
    let eligible = Set(
      SmallWorld.games.filter { ($0["tags"] as? [String] ?? []).contains("tag0") }
        .compactMap { $0["id"] as? String })
    let seen = Dictionary(
      grouping: SmallWorld.interactions(days: 0..<90), by: { $0["userId"] as? String ?? "" }
    ).mapValues { Set($0.compactMap { $0["gameId"] as? String }) }
    for list in try Self.tested.get().list("recommendations") {
      let player = try #require(list["userId"] as? String)
      let id = try #require(list["listId"] as? String)
      let games = try #require(list["games"] as? [[String: Any]]).compactMap {
        $0["gameId"] as? String
      }
      #expect(Set(games).count == games.count)
      #expect(seen[player]?.isDisjoint(with: games) ?? true)
      if Self.arm.contains(player) {
        #expect(list["arm"] as? String == "explore")
        #expect(id.hasSuffix("-explore") && id.utf8.count == 16 + 8)
        #expect(!games.isEmpty && Set(games).isSubset(of: eligible))
      } else {
        #expect(list["arm"] == nil && id.utf8.count == 16)
      }
    }
  }

  @Test func `only players' lists, models' index and the team's files depend on it`() throws {
    let changed = try Self.tested.get().differences(from: Self.plain.get())
    let ofNight = changed.filter { $0.hasPrefix("workspace/published/") }
      .map { $0.split(separator: "/").dropFirst(3).joined(separator: "/") }
    #expect(
      Set(ofNight) == [
        "SHA256SUMS", "findie.sqlite", "model/model.json", "recommendations.ndjson",
        "rows.ndjson",
      ])
    #expect(!changed.contains { $0.hasPrefix("reports/") && $0.contains("/studios/") })
  }

  @Test func `the arm is the same on the next night, which counts its results`() throws {
    let sandbox = try Self.sandbox(withExperiment: true)
    try sandbox.put(
      (0..<12).map {
        SmallWorld.interaction(
          "next\($0)", player: "u\($0)", game: "g\($0 + 3)", action: $0 < 8 ? "like" : "skip",
          day: 90)
      }, in: "interactions/next.ndjson")
    try sandbox.runNight("--experiments", "arms.yaml")
    let arm = try sandbox.list("recommendations").filter { $0["arm"] != nil }
      .compactMap { $0["userId"] as? String }
    #expect(Set(arm) == Self.arm)
    let report = try object(
      String(
        contentsOf: sandbox.folder.url.appending(path: "reports/2026-04-02/kpi.json"),
        encoding: .utf8))
    let results = try #require(report["experiments"] as? [[String: Any]])
    #expect(results.count == 1)
    #expect(results[0]["days"] as? Int == 1 && results[0]["playersSeen"] as? Int == 12)
    #expect(results[0]["playersSeenInArm"] as? Int == 6)
    let likes = try #require((results[0]["metrics"] as? [[String: Any]])?.first)
    // u4 to u7 liked, u8 and u11 skipped; u0 to u3 liked, u9 and u10 skipped.
    for group in ["arm", "control"] {
      #expect(likes[group] as? [String: Int] == ["players": 6, "events": 4, "of": 6])
    }
    #expect(likes["lower"] is NSNull)

    let reproduced = try sandbox.findie([
      "reproduce", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(reproduced.status == 0, "\(reproduced.out)\(reproduced.error)")

    try sandbox.folder.write("explore: {share: 0.6, from: 2026-04-01}\n", to: "arms.yaml")
    try sandbox.put(
      [SmallWorld.interaction("later", player: "u1", game: "g3", day: 91)],
      in: "interactions/later.ndjson")
    let refused = try sandbox.night("--experiments", "arms.yaml")
    #expect(refused.status == 78)
    #expect(refused.error.contains("explore changed (share: 0.5 → 0.6"), "\(refused.error)")
  }

  @Test func `a list of the arm that is computed again is the published one`() throws {
    let sandbox = try Self.tested.get()
    for player in ["u4", "u0"] {
      let question = ["recommend", player, "--json", "--workspace", "workspace"]
      let published = try sandbox.findie(question)
      #expect(published.status == 0, "\(published.error)")
      #expect(published.out.contains(#""arm":"explore""#) == (player == "u4"))
      #expect(try sandbox.findie(question + ["--refresh"]).out == published.out)
    }
    let why = try sandbox.findie(["explain", "u4", "--workspace", "workspace"])
    #expect(why.out.contains("arm explore"), "\(why.error)")
  }

  @Test func `all problems of the file are named`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write("a: {share: 2, parameters: {als.rank: 3}}\n", to: "arms.yaml")
    let refused = try sandbox.night("--experiments", "arms.yaml")
    #expect(refused.status == 78)
    for problem in ["a.share (line 1)", "a.parameters.als.rank (line 1)", "a.from is missing"] {
      #expect(refused.error.contains(problem), "\(refused.error)")
    }
  }
}
