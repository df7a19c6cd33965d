import FindieTestSupport
import Foundation
import Testing

/// Nights with games' vectors by another model.
struct VectorNightTests {
  /// For each game, which players like it or will: what no honest model knows, so that a night
  /// surely adopts it.
  private static func vectors(of sandbox: Sandbox) throws -> [[String: Any]] {
    var (players, likes): ([String: Int], [String: Set<Int>]) = ([:], [:])
    let folder = sandbox.input.appending(path: "interactions")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      for event in try lines(of: folder.appending(path: file)) {
        guard event["action"] as? String == "like", let game = event["gameId"] as? String,
          let player = event["userId"] as? String
        else { continue }
        let number = players[player] ?? players.count
        players[player] = number
        likes[game, default: []].insert(number)
      }
    }
    return likes.sorted { $0.key < $1.key }.map { game, liking in
      ["gameId": game, "vector": (0..<players.count).map { liking.contains($0) ? 1 : 0 }]
    }
  }

  private func explained(_ sandbox: Sandbox, _ player: String) throws -> [String: Any] {
    let result = try sandbox.findie(["explain", player, "--workspace", "workspace", "--json"])
    try #require(result.status == 0, "\(result.error)")
    return try object(result.out)
  }

  /// The weight of vectors for a player.
  private func weight(_ explanation: [String: Any]) throws -> Double {
    let features = try #require(explanation["features"] as? [String])
    let group = try #require(explanation["weights"] as? [String: Any])
    let weights = try #require(group["weights"] as? [Double])
    return weights[try #require(features.firstIndex(of: "vectors"))]
  }

  @Test func `adopted vectors change lists, which are reproduced, recomputed and refreshed`()
    throws
  {
    let sandbox = try Sandbox.withGeneratedWorld()
    let vectors = try Self.vectors(of: sandbox)
    try sandbox.put(vectors, in: "vectors.ndjson")
    try sandbox.runNight("--date", "2026-01-30", "--threads", "1")
    let other = try Sandbox.withGeneratedWorld()
    try other.put(vectors, in: "vectors.ndjson")
    try other.runNight("--date", "2026-01-30", "--threads", "3")
    #expect(try sandbox.differences(from: other).isEmpty)

    var found = 0
    for line in try sandbox.list("recommendations").prefix(40) {
      let player = try #require(line["userId"] as? String)
      let explanation = try explained(sandbox, player)
      guard try weight(explanation) > 0 else { continue }
      let shown = try #require(explanation["shown"] as? [[String: Any]])
      found += shown.count { ($0["sources"] as? [String] ?? []).contains("vectors") }
    }
    #expect(found > 20)
    let verify = try sandbox.findie([
      "verify", "--workspace", "workspace", "--reports", "reports", "--recompute", "100%",
    ])
    #expect(verify.status == 0, "\(verify.out)\(verify.error)")

    // A night that uses these models, and other vectors for some games.
    try sandbox.put(Array(vectors.dropFirst(20)), in: "vectors.ndjson")
    let stages = try sandbox.runNight("--date", "2026-01-31")
    #expect(stages["trained-ranker"] == "skipped" && stages["ranker"] == "built")
    let refreshed = try sandbox.findie(["refresh", "--workspace", "workspace", "--input", "input"])
    #expect(refreshed.status == 0, "\(refreshed.error)")
    for day in ["2026-01-30", "2026-01-31"] {
      let reproduced = try sandbox.findie([
        "reproduce", day, "--workspace", "workspace", "--reports", "reports", "--threads", "3",
      ])
      #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")
    }
  }

  @Test func `a file replaces all vectors, and an empty one removes them`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try sandbox.products()
    func night() throws -> (counts: [String: Int], warnings: [String]) {
      let night = try sandbox.findie(sandbox.arguments + ["--json"])
      #expect(night.status == 0, "\(night.error)")
      let record = try object(night.out)
      let stage = (record["stages"] as? [[String: Any]] ?? []).first {
        $0["stage"] as? String == "catalogue-update"
      }
      return (stage?["counts"] as? [String: Int] ?? [:], record["warnings"] as? [String] ?? [])
    }
    try sandbox.put(
      [
        ["gameId": "g1", "vector": [1, 0]], ["gameId": "g2", "vector": [0, 1]],
        ["gameId": "g3", "vector": [1, 1, 1]], ["gameId": "nowhere", "vector": [1, 2]],
      ], in: "vectors.ndjson")
    let first = try night()
    #expect(first.counts["vectors"] == 4)
    for sentence in [
      "1 vector concerns a game that the catalogue lacks (nowhere)",
      "1 vector has no effect: it does not have 2 numbers, as most do",
    ] {
      #expect(first.warnings.contains { $0.contains(sentence) }, "\(first.warnings)")
    }
    try FileManager.default.removeItem(at: sandbox.input.appending(path: "vectors.ndjson"))
    #expect(try night().counts["vectors"] == 4)
    try sandbox.put([["gameId": "g5", "vector": [3, 4, 5]]], in: "vectors.ndjson")
    let second = try night()
    #expect(second.counts["vectors"] == 1 && second.counts["missingVectors"] == 4)
    #expect(
      second.warnings.contains {
        $0.contains("4 vectors of the store are not in the export (g1, g2, g3")
          && $0.hasSuffix(" and were removed")
      }, "\(second.warnings)")
    try sandbox.put([], in: "vectors.ndjson")
    #expect(try night().counts["vectors"] == nil)
    // Everything is as it was, but what tells when the files were read.
    let changed = try sandbox.products().filter { before[$0.key] != $0.value }.map(\.key)
    #expect(changed.allSatisfy { !$0.contains("recommendations") }, "\(changed)")
    let rejected = try sandbox.findie(["validate", "input"])
    #expect(rejected.status == 0)
  }

  @Test func `validate names the lines that are rejected`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<40)
    try sandbox.put(
      [["gameId": "g1", "vector": [0, 0]], ["gameId": "nowhere", "vector": [1]]],
      in: "vectors.ndjson")
    let result = try sandbox.findie(["validate", "input"])
    #expect(result.out.contains("vector.zero"), "\(result.out)")
    #expect(result.out.contains("1 vector concerns a game that the catalogue lacks (nowhere)"))
  }
}
