import FindieTestSupport
import Foundation
import Testing

/// The gate between a night's lists and their publication.
struct GateTests {
  private func stages(_ sandbox: Sandbox, _ day: String) throws -> [String: [String: Any]] {
    let stages = try #require(try record(sandbox, day)["stages"] as? [[String: Any]])
    return Dictionary(
      stages.compactMap { stage in (stage["stage"] as? String).map { ($0, stage) } },
      uniquingKeysWith: { _, last in last })
  }

  private func record(_ sandbox: Sandbox, _ day: String) throws -> [String: Any] {
    try object(
      String(
        contentsOf: sandbox.workspace.appending(path: "runs/\(day)/run.json"), encoding: .utf8))
  }

  private func publishedNight(_ sandbox: Sandbox) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.current.path)
  }

  @Test func `a first night's record has its checks, without a comparison`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let stages = try stages(sandbox, publishedNight(sandbox))
    let measures = try #require(stages["gate"]?["measures"] as? [String: Double])
    #expect(measures["repeated entries"] == 0)
    #expect(measures["filtered games"] == 0)
    #expect(measures["players with a list"] == 1)
    #expect(measures["bound of players with a list"] == 0.98)
    #expect(measures["changed entries"] == nil)
    let comparison = try #require(stages["comparison"]?["conclusion"] as? String)
    #expect(comparison.contains("no night of an earlier day is published"))
    let positions = try #require(stages["positions"]?["conclusion"] as? String)
    #expect(positions.contains("not identifiable: no card"))
    let page = try String(
      contentsOf: sandbox.folder.url.appending(
        path: "reports/\(publishedNight(sandbox))/index.html"),
      encoding: .utf8)
    #expect(page.contains("not identifiable"))
  }

  @Test func `lists that exceed a limit are published only with --publish anyway`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.runNight()
    let first = try publishedNight(sandbox)
    let lists = try sandbox.products().filter { $0.key.contains("published/\(first)") }
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nadvanced: {gate: {minimumPlayers: 1, maximumChanged: 0}}\n",
      to: "night.yaml")
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/second.ndjson")
    let stopped = try sandbox.night()
    #expect(stopped.status == 1)
    for word in ["changed entries", "at most 0", "still published", "--publish anyway"] {
      #expect(stopped.error.contains(word), "\(word): \(stopped.error)")
    }
    #expect(try publishedNight(sandbox) == first)
    #expect(try sandbox.products().filter { $0.key.contains("published/\(first)") } == lists)
    let second = "2026-04-01"
    #expect(try record(sandbox, second)["status"] as? String == "failed")
    #expect(try stages(sandbox, second)["gate"]?["outcome"] as? String == "built")

    try sandbox.runNight("--publish", "anyway")
    #expect(try publishedNight(sandbox) == second)
    let warnings = try #require(try record(sandbox, second)["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("published despite a failed check: changed entries") })
    let page = try String(
      contentsOf: sandbox.folder.url.appending(path: "reports/\(second)/index.html"),
      encoding: .utf8)
    #expect(page.contains("although checks failed"))
  }

  @Test func `a catalogue that empties all lists is not published`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write(
      "tuning: off\n"
        + "als: {rank: 4, iterations: 2}\nadvanced: {gate: {minimumPlayers: 1}}\n", to: "night.yaml"
    )
    try sandbox.runNight()
    let (first, products) = (try publishedNight(sandbox), try sandbox.products())
    try sandbox.put(
      SmallWorld.games.map { $0.merging(["isActive": false]) { $1 } }, in: "games.ndjson")
    try sandbox.put(
      [SmallWorld.interaction("next", player: "u1", game: "g1", day: 90)],
      in: "interactions/second.ndjson")
    let stopped = try sandbox.night()
    #expect(stopped.status == 66)
    #expect(stopped.error.contains("all 12 lists are empty"), "\(stopped.error)")
    #expect(try publishedNight(sandbox) == first)
    let lists = products.filter { $0.key.contains("published/\(first)") }
    #expect(try sandbox.products().filter { $0.key.contains("published/\(first)") } == lists)
  }

  @Test(arguments: [
    ("1999-01-01", "the first event is on 2026-01-01"), ("2026-01-01", "the first event is on"),
    ("9999-12-31", "today is"),
  ])
  func `a night without players does not replace the published one`(
    of: (day: String, why: String)
  ) throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let before = try publishedNight(sandbox)
    let night = try sandbox.night("--date", of.day)
    #expect(night.status == 66)
    #expect(night.error.contains("No night can be built for \(of.day)"), "\(night.error)")
    #expect(night.error.contains(of.why), "\(night.error)")
    #expect(try publishedNight(sandbox) == before)
  }

  @Test func `an event of a clock that is ahead waits for its night, and the run warns`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    // Of 2026-04-01T12:00Z.
    try sandbox.put(
      [SmallWorld.interaction("ahead", player: "u1", game: "g1", day: 90)],
      in: "interactions/second.ndjson")
    func events(_ day: String) throws -> Int? {
      (try stages(sandbox, day)["history"]?["counts"] as? [String: Int])?["events"]
    }
    func warning(_ day: String) throws -> String? {
      (try record(sandbox, day)["warnings"] as? [String])?.first { $0.contains("A clock") }
    }
    try sandbox.runNight("--now", "2026-03-31T22:00:00Z")
    #expect(try publishedNight(sandbox) == "2026-03-31")
    #expect(try warning("2026-03-31")?.contains("interactions: 1 event has") == true)
    #expect(try warning("2026-03-31")?.contains("today is 2026-03-31 in UTC") == true)
    // The events of the night's own day are for the next night, and need no warning.
    try sandbox.runNight("--now", "2026-04-01T02:00:00Z")
    #expect(try publishedNight(sandbox) == "2026-04-01")
    #expect(try events("2026-04-01") == SmallWorld.interactions(days: 0..<90).count)
    #expect(try warning("2026-04-01") == nil)
    try sandbox.runNight("--now", "2026-04-02T02:00:00Z")
    #expect(try publishedNight(sandbox) == "2026-04-02")
    #expect(try events("2026-04-02") == SmallWorld.interactions(days: 0..<90).count + 1)
    let tomorrow = try sandbox.night("--date", "2026-04-03", "--now", "2026-04-02T23:00:00Z")
    #expect(tomorrow.status == 66)
    #expect(tomorrow.error.contains("it is in the future (today is 2026-04-02 in UTC)"))
  }

  @Test func `a night with far fewer players is not published`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write(
      "tuning: off\n"
        + "als: {rank: 4, iterations: 2}\nadvanced: {gate: {minimumPlayers: 1}}\n", to: "night.yaml"
    )
    // Without users, players are known by their events only.
    try FileManager.default.removeItem(at: sandbox.folder.url.appending(path: "input/users.ndjson"))
    try sandbox.runNight()
    let first = try publishedNight(sandbox)
    // Most of the export is missing.
    try sandbox.put(
      SmallWorld.interactions(days: 0..<90).filter {
        ["u1", "u2"].contains($0["userId"] as? String)
      }
        + [SmallWorld.interaction("next", player: "u1", game: "g1", day: 90)],
      in: "interactions/first.ndjson")
    #expect(try sandbox.night().status == 65)
    // The history without these events was accepted, but no lists.
    try sandbox.runNight("--until", "history", "--publish", "anyway")
    let stopped = try sandbox.night()
    #expect(stopped.status == 1)
    #expect(stopped.error.contains("emptied lists"), "\(stopped.error)")
    #expect(try publishedNight(sandbox) == first)
  }

  @Test func `damaged published models do not stop the night, and the record reports them`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.runNight()
    let models = sandbox.current.appending(path: "held-out/models.artifact")
    try Data(Data(contentsOf: models).dropLast(8)).write(to: models.resolvingSymlinksInPath())
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/second.ndjson")
    try sandbox.runNight()
    let warnings = try #require(
      try record(sandbox, publishedNight(sandbox))["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("are damaged") })
  }

  @Test
  func `worse models are not promoted; the champion's models also make lists for new players`()
    throws
  {
    let sandbox = try Sandbox()
    let world = [
      "generate", "--output", "input", "--players", "1600", "--games", "120", "--seed", "5",
    ]
    let made = try sandbox.findie(world + ["--days", "40"])
    try #require(made.status == 0, "\(made.error)")
    let good = "tuning: off\nals: {rank: 16, iterations: 8}\n"
    let gate = "gate: {maximumLoss: 0}"
    try sandbox.folder.write(good + "advanced: {\(gate)}\n", to: "night.yaml")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: sandbox.input.appending(path: "interactions").path)
    // Two nights with different events.
    let last = String(try #require(files.max()).prefix(10))
    let before = try #require(dayBefore(last))
    try sandbox.runNight("--date", before)
    let champion = try heldOutModels(sandbox)

    // These parameters make the lists worse: the champion is published.
    let spoiled = """
      recommendations: {listLength: 20}
      advanced:
        ranker: {minimumPlayers: 1000000}
        recommendations: {variety: {noveltyWeight: 10, maximumLoss: 1}}
        \(gate)

      """
    try sandbox.folder.write(good + spoiled, to: "night.yaml")
    try sandbox.runNight("--date", last)
    let index = try object(
      String(contentsOf: sandbox.current.appending(path: "model/model.json"), encoding: .utf8))
    #expect(index["champion"] as? String == before)
    let settings = try #require(index["settings"] as? [String: Any])
    #expect(leaf(settings, "recommendations.listLength") as? Int == 50)

    // Models of genres and tags only, with inverted weights.
    let bad = """
      tuning: off
      als: {rank: 1, iterations: 1}
      advanced:
        als: {regularizationScale: 1000000}
        neighborhood: {neighbors: 1, shrinkage: 1000000}
        ease: {use: off}
        ranker: {minimumPlayers: 1000000}
        \(gate)

      """
    try sandbox.folder.write(bad, to: "night.yaml")
    try sandbox.runNight("--date", last)
    #expect(try publishedNight(sandbox) == last)
    #expect(try heldOutModels(sandbox) == champion)
    let record = try record(sandbox, last)
    let warnings = try #require(record["warnings"] as? [String])
    let verdict = "The new models are significantly worse than those of"
    #expect(warnings.contains { $0.contains(verdict) })
    let conclusion = try #require(
      try stages(sandbox, last)["lists-to-publish"]?["conclusion"] as? String)
    #expect(conclusion.contains("by the models and parameters of the night of \(before)"))
    let page = try String(
      contentsOf: sandbox.folder.url.appending(path: "reports/\(last)/index.html"), encoding: .utf8)
    #expect(page.contains("are not promoted"))
    let lists = try sandbox.list("recommendations")
    #expect(try sandbox.publishedDay == last)
    let players = try object(sandbox.findie(sandbox.arguments + ["--date", last, "--json"]).out)
    #expect(players["status"] as? String == "done")

    // A player's list is computed again with the published models.
    for player in lists.prefix(5).compactMap({ $0["userId"] as? String }) {
      let question = ["recommend", player, "--json", "--workspace", "workspace"]
      let again = try sandbox.findie(question + ["--refresh"])
      #expect(again.status == 0, "\(again.error)")
      #expect(again.out == (try sandbox.findie(question).out))
    }

    // With --publish anyway, tonight's lists are published.
    try sandbox.runNight("--date", last, "--publish", "anyway")
    #expect(try sandbox.list("recommendations").map(\.description) != lists.map(\.description))
    #expect(try heldOutModels(sandbox) != champion)

    // Good models are published again, and compared with the previous night.
    try sandbox.folder.write(good + "advanced: {\(gate)}\n", to: "night.yaml")
    try sandbox.runNight("--date", last)
    #expect(try stages(sandbox, last)["lists-to-publish"]?["conclusion"] == nil)
  }

  private func heldOutModels(_ sandbox: Sandbox) throws -> Data {
    try Data(contentsOf: sandbox.current.appending(path: "held-out/models.artifact"))
  }

  private func dayBefore(_ day: String) -> String? {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withFullDate]
    return format.date(from: day).map { format.string(from: $0.addingTimeInterval(-86_400)) }
  }
}
