import FindieTestSupport
import Foundation
import Testing

/// The lists of a night, computed again.
enum RecomputedLists {
  /// The answer of `findie verify --recompute 100%`.
  static func recomputed(_ sandbox: Sandbox) throws -> (status: Int32, [String: Any]) {
    let result = try sandbox.findie([
      "verify", "--workspace", "workspace", "--reports", "reports", "--recompute", "100%", "--json",
    ])
    let answer = try object(result.out)
    return (result.status, try #require(answer["recomputed"] as? [String: Any]))
  }
}

struct RecomputedListsTests {
  @Test func `what memory there was is decided once, and lists are by the models in use`() throws {
    let world = try Sandbox.withGeneratedWorld()
    try world.runNight("--date", "2026-01-27", "--memory", "1MB")
    func warnings(_ day: String) throws -> [String] {
      let file = world.workspace.appending(path: "runs/\(day)/run.json")
      return try #require(
        try object(String(contentsOf: file, encoding: .utf8))["warnings"] as? [String])
    }
    #expect(try warnings("2026-01-27").contains { $0.contains("EASE has no dense weights") })

    // Other memory changes nothing, also not without artifacts.
    let published = try world.products()
    try FileManager.default.removeItem(at: world.workspace.appending(path: "artifacts"))
    let again = try world.runNight("--date", "2026-01-27")
    #expect(again["trained-items"] == "built")
    #expect(try world.products() == published)
    let reproduced = try world.findie([
      "reproduce", "2026-01-27", "--workspace", "workspace", "--reports", "reports",
    ])
    #expect(reproduced.status == 0, "\(reproduced.out) \(reproduced.error)")

    // As the warning advises.
    let forced = try world.runNight("--date", "2026-01-28", "--force", "dense-weights")
    #expect(forced["trained-items"] == "built" && forced["held-out-models"] == "built")
    #expect(forced["trained-factors"] == "skipped")
    #expect(try RecomputedLists.recomputed(world).status == 0)
    let next = try world.runNight("--date", "2026-01-29", "--memory", "1MB")
    #expect(next["trained-items"] == "skipped")
    #expect(try RecomputedLists.recomputed(world).status == 0)
  }

  @Test func `a list that other models computed is found`() throws {
    let world = try Sandbox.withGeneratedWorld(nights: "2026-01-27", "2026-01-28")
    #expect(try RecomputedLists.recomputed(world).status == 0)
    // The weights of another night in place of the night's own.
    let models = ["2026-01-27", "2026-01-28"].map {
      world.workspace.appending(path: "published/\($0)/model")
    }
    let indices = try models.map {
      try object(String(contentsOf: $0.appending(path: "model.json"), encoding: .utf8))
    }
    let parts = try indices.map { try #require($0["parts"] as? [String: String]) }
    #expect(parts[0]["ranker"] != parts[1]["ranker"])
    var index = indices[1]
    index["parts"] = parts[1].merging(["ranker": parts[0]["ranker"] ?? ""]) { $1 }
    try JSONSerialization.data(withJSONObject: index)
      .write(to: models[1].appending(path: "model.json"))
    let ranker = models.map { $0.appending(path: "ranker.artifact") }
    try FileManager.default.removeItem(at: ranker[1])
    try FileManager.default.copyItem(at: ranker[0], to: ranker[1])
    #expect(try RecomputedLists.recomputed(world).status == 1)
  }
}
