import FindieTestSupport
import Foundation
import Testing

/// `findie explain`, compared with the published lists.
struct ExplainTests {
  private static let sandbox = Result {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    return sandbox
  }

  private func explain(_ arguments: String...) throws -> Binary.Result {
    try Self.sandbox.get().findie(["explain", "--workspace", "workspace"] + arguments)
  }

  @Test func `the parts of each entry add up to the published score`() throws {
    let sandbox = try Self.sandbox.get()
    var entries = 0
    for line in try sandbox.list("recommendations").prefix(10) {
      let user = try #require(line["userId"] as? String)
      let listed = try #require(line["games"] as? [[String: Any]])
      let result = try explain(user, "--json")
      #expect(result.status == 0, "\(result.error)")
      let shown = try #require(object(result.out)["shown"] as? [[String: Any]])
      #expect(
        shown.compactMap { $0["gameId"] as? String }
          == listed.compactMap { $0["gameId"] as? String })
      for (mine, published) in zip(shown, listed) {
        let parts = try #require(mine["parts"] as? [[String: Any]])
        let sum = parts.reduce(0.0) { $0 + ($1["value"] as? Double ?? .nan) }
        let score = try #require(published["score"] as? Double)
        #expect(abs(sum - (mine["score"] as? Double ?? .nan)) < 1e-9)
        // Published with six digits.
        #expect(abs(sum - score) < 1e-5 * max(1, abs(score)))
        #expect((mine["sources"] as? [String])?.isEmpty == false)
        entries += 1
      }
    }
    #expect(entries > 20)
  }

  @Test func `for a game that is not listed, the filter is named`() throws {
    let sandbox = try Self.sandbox.get()
    let line = try #require(sandbox.list("recommendations").first)
    let user = try #require(line["userId"] as? String)
    let listed = Set(
      (line["games"] as? [[String: Any]] ?? []).compactMap { $0["gameId"] as? String })
    let seen = Set(
      SmallWorld.interactions(days: 0..<90).filter {
        $0["userId"] as? String == user && $0["action"] as? String != "skip"
      }.compactMap { $0["gameId"] as? String })
    let game = try #require(seen.sorted().first { !listed.contains($0) })
    let result = try explain(user, game)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains("Not listed: the player "))
    let document = try object(explain(user, game, "--json").out)
    let known = ["liked", "disliked", "wishlist", "shared", "viewed", "seen"]
    #expect(known.contains(try #require(document["filter"] as? String)))
    let entry = try #require(listed.sorted().first)
    let other = try explain(user, entry)
    #expect(other.out.contains("(\(entry)): rank "))
    #expect(other.out.contains("weight × standard deviation"))
  }

  @Test func `an unknown player or game is reported`() throws {
    let nobody = try explain("nobody at all")
    #expect(nobody.status == 66)
    #expect(nobody.error.contains("has no list for the player 'nobody at all'"))
    let line = try #require(Self.sandbox.get().list("recommendations").first)
    let user = try #require(line["userId"] as? String)
    let nothing = try explain(user, "no such game")
    #expect(nothing.status == 66)
    #expect(nothing.error.contains("has no game 'no such game'"))
    let elsewhere = try Self.sandbox.get().findie([
      "explain", user, "--workspace", "elsewhere",
    ])
    #expect(elsewhere.status == 66)
  }
}
