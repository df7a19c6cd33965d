import FindieTestSupport
import Foundation
import Testing

/// Nights with annotations and promotions.
struct TeamFileNightTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox.withSmallWorld() }

  /// Runs a night; returns its record and the stages that it built.
  private func night(_ arguments: String...) throws -> (record: [String: Any], built: Set<String>) {
    let night = try sandbox.findie(sandbox.arguments + arguments + ["--json"])
    #expect(night.status == 0, "\(night.error)")
    let record = try object(night.out)
    let stages = record["stages"] as? [[String: Any]] ?? []
    return (
      record,
      Set(
        stages.filter { $0["outcome"] as? String == "built" }.compactMap { $0["stage"] as? String })
    )
  }

  @Test func `only stages that read them run again, and both can be withdrawn`() throws {
    try sandbox.runNight()
    let (_, external) = try night()
    try sandbox.put(
      [
        ["day": "2026-03-20", "text": "Spring festival"],
        ["id": "x", "day": "2026-03-21", "text": "Patch", "gameId": "nowhere"],
        ["day": "2026-03-21", "text": ""],
      ], in: "annotations.ndjson")
    let (record, built) = try night()
    // What is not stored on the disk is made again for the reports; no model or list is.
    #expect(
      built.isDisjoint(
        with: [
          "history", "interactions", "matrix", "tuning", "factors", "items", "held-out-models",
          "ranker", "similar", "popular", "trending", "evaluation", "recommendations",
        ].filter { !external.contains($0) }), "\(built)")
    #expect(built.isSuperset(of: ["reports", "publish"]))
    let warnings = record["warnings"] as? [String] ?? []
    #expect(
      warnings.contains {
        $0.contains("1 annotation concerns a game that the catalogue lacks (nowhere)")
      }, "\(warnings)")
    try sandbox.put(
      [["gameId": "g1", "from": "2026-03-20", "to": "2026-04-20", "rank": 2]],
      in: "promotions.ndjson")
    #expect(try night().built.isSuperset(of: ["promotions", "publish"]))
    #expect(try night().built == external)
    // A full export that lacks all of them removes them.
    try sandbox.put([], in: "annotations.ndjson")
    try sandbox.put([], in: "promotions.ndjson")
    let (removal, _) = try night("--full", "annotations,promotions")
    let counts = (removal["stages"] as? [[String: Any]] ?? []).reduce(into: [String: Int]()) {
      $0.merge($1["counts"] as? [String: Int] ?? [:]) { $1 }
    }
    #expect(counts["annotations"] == 0 && counts["promotions"] == 0, "\(counts)")
    let verify = try sandbox.findie(["verify", "--workspace", "workspace", "--reports", "reports"])
    #expect(verify.status == 0, "\(verify.out)\(verify.error)")
    let reproduction = try sandbox.findie(["reproduce", "--workspace", "workspace"])
    #expect(reproduction.status == 0, "\(reproduction.out)\(reproduction.error)")
  }

  @Test func `validate counts their lines and names unknown games`() throws {
    try sandbox.put(
      [
        ["gameId": "nowhere", "from": "2026-03-20", "to": "2026-04-20", "rank": 2],
        ["gameId": "g1", "from": "2026-03-20", "to": "2026-03-19", "rank": 2],
      ], in: "promotions.ndjson")
    let result = try sandbox.findie(["validate", "input"])
    #expect(
      result.out.contains(
        "warning: 1 promotion concerns a game that the catalogue lacks (nowhere)"), "\(result.out)")
    #expect(result.out.contains("promotion.days.order"))
  }
}
