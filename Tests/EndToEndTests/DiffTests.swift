import FindieTestSupport
import Foundation
import Testing

/// `findie diff`: the differences of two published nights.
struct DiffTests {
  private static let nights = Swift.Result {
    () -> (sandbox: Sandbox, first: String, second: String) in
    let sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.runNight()
    let first = try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.current.path)
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/second.ndjson")
    try sandbox.runNight()
    return (
      sandbox, first,
      try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.current.path)
    )
  }

  private func ranks(_ sandbox: Sandbox, _ day: String) throws -> [String: [String: Int]] {
    let file = sandbox.workspace.appending(path: "published/\(day)/recommendations.ndjson")
    return Dictionary(
      try lines(of: file).map { line in
        let games = try #require(line["games"] as? [[String: Any]])
        return (
          try #require(line["userId"] as? String),
          Dictionary(
            games.compactMap { entry in
              guard let id = entry["gameId"] as? String, let rank = entry["rank"] as? Int
              else { return nil }
              return (id, rank)
            }, uniquingKeysWith: { first, _ in first })
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  private func changed(_ before: [String: Int], _ after: [String: Int]) -> Set<String> {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
  }

  @Test func `the causes add up to the number of changed entries`() throws {
    let (sandbox, first, second) = try Self.nights.get()
    let result = try sandbox.findie(["diff", first, second, "--workspace", "workspace", "--json"])
    try #require(result.status == 0, "\(result.error)")
    let diff = try object(result.out)
    let causes = try #require(diff["causes"] as? [String: [String: Int]])
    let (before, after) = (try ranks(sandbox, first), try ranks(sandbox, second))
    let expected = Set(before.keys).union(after.keys).reduce(0) {
      $0 + changed(before[$1] ?? [:], after[$1] ?? [:]).count
    }
    #expect(expected > 0)
    #expect(diff["changed"] as? Int == expected)
    #expect(causes.values.flatMap(\.values).reduce(0, +) == expected)
    #expect(diff["entries"] as? Int == after.values.reduce(0) { $0 + $1.count })
  }

  @Test func `for one player, every change has a cause, such as a game seen since`()
    throws
  {
    let (sandbox, first, second) = try Self.nights.get()
    let (before, after) = (try ranks(sandbox, first), try ranks(sandbox, second))
    // The first night is the day after its newest event, so later events are new.
    let since = SmallWorld.interactions(days: 60..<90).compactMap { event in
      (event["userId"] as? String).flatMap { user in
        (event["gameId"] as? String).map { (user: user, game: $0) }
      }
    }
    let seen = try #require(since.first { before[$0.user]?[$0.game] != nil })
    let result = try sandbox.findie(
      ["diff", first, second, "--workspace", "workspace", "--user", seen.user, "--json"])
    let player = try #require(object(result.out)["player"] as? [String: Any])
    let changes = try #require(player["changes"] as? [[String: Any]])
    #expect(
      Set(changes.compactMap { $0["gameId"] as? String })
        == changed(before[seen.user] ?? [:], after[seen.user] ?? [:]))
    let change = try #require(changes.first { $0["gameId"] as? String == seen.game })
    #expect(change["kind"] as? String == "left")
    #expect(change["cause"] as? String == "filter")
    #expect(change["why"] as? String == "seen since")
  }

  @Test func `a missing night and an unknown player are reported`() throws {
    let (sandbox, first, second) = try Self.nights.get()
    let night = try sandbox.findie(["diff", "2001-01-01", second, "--workspace", "workspace"])
    #expect(night.status == 66)
    #expect(night.error.contains("There is no night of 2001-01-01"))
    let player = try sandbox.findie(
      ["diff", first, second, "--workspace", "workspace", "--user", "nobody"])
    #expect(player.status == 66)
    #expect(player.error.contains("'nobody'"))
    #expect(
      try sandbox.findie(["diff", second, first, "--workspace", "workspace"]).status == 64)
  }
}
