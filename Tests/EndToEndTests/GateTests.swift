import FindieTestSupport
import Foundation
import Testing

/// What stands between a night's lists and what is served.
struct GateTests {
  private func stages(_ place: Place, _ day: String) throws -> [String: [String: Any]] {
    let stages = try #require(try record(place, day)["stages"] as? [[String: Any]])
    return Dictionary(
      stages.compactMap { stage in (stage["stage"] as? String).map { ($0, stage) } },
      uniquingKeysWith: { _, last in last })
  }

  private func record(_ place: Place, _ day: String) throws -> [String: Any] {
    try object(
      String(
        contentsOf: place.workspace.appending(path: "runs/\(day)/run.json"), encoding: .utf8))
  }

  private func served(_ place: Place) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: place.current.path)
  }

  @Test func `the checks of a first night stand in its record, and it is compared with none`()
    throws
  {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let stages = try stages(place, served(place))
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
      contentsOf: place.folder.url.appending(path: "reports/\(served(place))/index.html"),
      encoding: .utf8)
    #expect(page.contains("not identifiable"))
  }

  @Test func `lists that break a bound are not published, unless that is asked for`() throws {
    let place = try Place.withSmallWorld(days: 0..<60)
    try place.goodNight()
    let first = try served(place)
    let lists = try place.products().filter { $0.key.contains("published/\(first)") }
    try place.folder.write(
      "als: {rank: 4, iterations: 2}\nadvanced: {gate: {minimumPlayers: 1, maximumChanged: 0}}\n",
      to: "night.yaml")
    try place.put(SmallWorld.interactions(days: 60..<90), in: "interactions/second.ndjson")
    let stopped = try place.night()
    #expect(stopped.status == 1)
    for word in ["changed entries", "at most 0", "still served", "--publish anyway"] {
      #expect(stopped.error.contains(word), "\(word): \(stopped.error)")
    }
    #expect(try served(place) == first)
    #expect(try place.products().filter { $0.key.contains("published/\(first)") } == lists)
    let second = "2026-04-01"
    #expect(try record(place, second)["status"] as? String == "failed")
    #expect(try stages(place, second)["gate"]?["outcome"] as? String == "built")

    try place.goodNight("--publish", "anyway")
    #expect(try served(place) == second)
    let warnings = try #require(try record(place, second)["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("published despite a failed check: changed entries") })
    let page = try String(
      contentsOf: place.folder.url.appending(path: "reports/\(second)/index.html"), encoding: .utf8)
    #expect(page.contains("although checks failed"))
  }

  @Test func `a catalogue that empties all lists is not published`() throws {
    let place = try Place.withSmallWorld()
    try place.folder.write(
      "als: {rank: 4, iterations: 2}\nadvanced: {gate: {minimumPlayers: 1}}\n", to: "night.yaml")
    try place.goodNight()
    let (first, products) = (try served(place), try place.products())
    try place.put(
      SmallWorld.games.map { $0.merging(["isActive": false]) { $1 } }, in: "games.ndjson")
    try place.put(
      [SmallWorld.interaction("next", player: "u1", game: "g1", day: 90)],
      in: "interactions/second.ndjson")
    let stopped = try place.night()
    #expect(stopped.status == 1)
    #expect(stopped.error.contains("emptied lists"), "\(stopped.error)")
    #expect(try served(place) == first)
    let lists = products.filter { $0.key.contains("published/\(first)") }
    #expect(try place.products().filter { $0.key.contains("published/\(first)") } == lists)
  }

  @Test(arguments: [
    ("1999-01-01", "the first event is on 2026-01-01"), ("2026-01-01", "the first event is on"),
    ("9999-12-31", "today is"),
  ])
  func `a night that nothing can be made from takes no other's place`(
    of: (day: String, why: String)
  ) throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let before = try served(place)
    let night = try place.night("--date", of.day)
    #expect(night.status == 66)
    #expect(night.error.contains("No night can be built for \(of.day)"), "\(night.error)")
    #expect(night.error.contains(of.why), "\(night.error)")
    #expect(try served(place) == before)
  }

  @Test func `a clock that is a few hours ahead stops no night`() throws {
    let place = try Place.withSmallWorld()
    try place.put(
      [SmallWorld.interaction("ahead", player: "u1", game: "g1", day: 90)],
      in: "interactions/second.ndjson")
    try place.goodNight("--now", "2026-03-31T22:00:00Z")
    #expect(try served(place) == "2026-04-02")
  }

  @Test func `a night of few of the players before it is not published`() throws {
    let place = try Place.withSmallWorld()
    try place.folder.write(
      "als: {rank: 4, iterations: 2}\nadvanced: {gate: {minimumPlayers: 1}}\n", to: "night.yaml")
    // Whom no record names is a player by what they did alone.
    try FileManager.default.removeItem(at: place.folder.url.appending(path: "input/users.ndjson"))
    try place.goodNight()
    let first = try served(place)
    // Most of the export is cut off.
    try place.put(
      SmallWorld.interactions(days: 0..<90).filter {
        ["u1", "u2"].contains($0["userId"] as? String)
      }
        + [SmallWorld.interaction("next", player: "u1", game: "g1", day: 90)],
      in: "interactions/first.ndjson")
    let stopped = try place.night()
    #expect(stopped.status == 1)
    #expect(stopped.error.contains("emptied lists"), "\(stopped.error)")
    #expect(try served(place) == first)
  }

  @Test func `published models that are damaged stop no night, and the record says so`() throws {
    let place = try Place.withSmallWorld(days: 0..<60)
    try place.goodNight()
    let models = place.current.appending(path: "held-out/models.artifact")
    try Data(Data(contentsOf: models).dropLast(8)).write(to: models.resolvingSymlinksInPath())
    try place.put(SmallWorld.interactions(days: 60..<90), in: "interactions/second.ndjson")
    try place.goodNight()
    let warnings = try #require(try record(place, served(place))["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("are damaged") })
  }

  @Test func `worse models do not serve: those before make the lists of new players too`() throws {
    let place = try Place()
    let world = [
      "generate", "--output", "input", "--players", "500", "--games", "120", "--seed", "5",
    ]
    let made = try place.findie(world + ["--days", "40"])
    try #require(made.status == 0, "\(made.error)")
    let good = "als: {rank: 16, iterations: 8}\n"
    let gate = "gate: {maximumLoss: 0}"
    try place.folder.write(good + "advanced: {\(gate)}\n", to: "night.yaml")
    let days = try object(place.findie(place.arguments + ["--json"]).out)
    let last = try #require(days["day"] as? String)
    // The night before is another night, made from what came before it.
    let before = try #require(dayBefore(last))
    try FileManager.default.removeItem(at: place.workspace)
    try place.goodNight("--date", before)
    let champion = try judged(place)

    // These parameters make the lists worse: the champion is published.
    let spoiled = """
      recommendations: {listLength: 20}
      advanced:
        recommendations: {variety: {noveltyWeight: 10, maximumLoss: 1}}
        \(gate)

      """
    try place.folder.write(good + spoiled, to: "night.yaml")
    try place.goodNight("--date", last)
    let index = try object(
      String(contentsOf: place.current.appending(path: "model/model.json"), encoding: .utf8))
    #expect(index["champion"] as? String == before)
    let settings = try #require(index["settings"] as? [String: Any])
    #expect(leaf(settings, "recommendations.listLength") as? Int == 50)

    // Models of nothing but genres and tags, and of those the wrong way around.
    let bad = """
      als: {rank: 1, iterations: 1}
      advanced:
        als: {regularization: 1000000}
        neighborhood: {neighbors: 1, shrinkage: 1000000}
        ease: {use: off}
        ranker: {minimumPlayers: 1000000}
        newGames: {regularization: 1000000000}
        \(gate)

      """
    try place.folder.write(bad, to: "night.yaml")
    try place.goodNight("--date", last)
    #expect(try served(place) == last)
    #expect(try judged(place) == champion)
    let record = try record(place, last)
    let warnings = try #require(record["warnings"] as? [String])
    let verdict = "The new models are significantly worse than those of"
    #expect(warnings.contains { $0.contains(verdict) })
    let conclusion = try #require(
      try stages(place, last)["lists-to-publish"]?["conclusion"] as? String)
    #expect(conclusion.contains("by the models and parameters of the night of \(before)"))
    let page = try String(
      contentsOf: place.folder.url.appending(path: "reports/\(last)/index.html"), encoding: .utf8)
    #expect(page.contains("are not promoted"))
    let lists = try place.list("recommendations")
    #expect(lists.allSatisfy { $0["date"] as? String == last })
    let players = try object(place.findie(place.arguments + ["--date", last, "--json"]).out)
    #expect(players["status"] as? String == "done")

    let similarOfChampion = try place.list("similar")

    // A player's list is made again by the models that serve.
    for player in lists.prefix(5).compactMap({ $0["userId"] as? String }) {
      let question = ["recommend", "--user", player, "--json", "--workspace", "workspace"]
      let again = try place.findie(question + ["--refresh"])
      #expect(again.status == 0, "\(again.error)")
      #expect(again.out == (try place.findie(question).out))
    }

    // Whoever asks for it gets tonight's.
    try place.goodNight("--date", last, "--publish", "anyway")
    #expect(try place.list("recommendations").map(\.description) != lists.map(\.description))
    #expect(try judged(place) != champion)
    let similarOfBad = try place.list("similar")

    // Good models serve again, and are compared with the night before.
    try place.folder.write(good + "advanced: {\(gate)}\n", to: "night.yaml")
    try place.goodNight("--date", last)
    #expect(try stages(place, last)["lists-to-publish"]?["conclusion"] == nil)
    // The good models' similar games served, too, while the bad ones' lists did not.
    let similarOfGood = try place.list("similar")
    #expect(sharedSimilar(similarOfChampion, similarOfGood) > 0.95)
    #expect(sharedSimilar(similarOfBad, similarOfGood) < 0.9)
  }

  /// Of the first five games like each game, the share that stands in both.
  private func sharedSimilar(_ some: [[String: Any]], _ others: [[String: Any]]) -> Double {
    func best(_ lists: [[String: Any]]) -> Set<String> {
      Set(
        lists.flatMap { list in
          (list["games"] as? [[String: Any]] ?? []).prefix(5).map {
            "\(list["gameId"] ?? "") \($0["gameId"] ?? "")"
          }
        })
    }
    return Double(best(some).intersection(best(others)).count) / Double(max(1, best(others).count))
  }

  private func judged(_ place: Place) throws -> Data {
    try Data(contentsOf: place.current.appending(path: "held-out/models.artifact"))
  }

  private func dayBefore(_ day: String) -> String? {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withFullDate]
    return format.date(from: day).map { format.string(from: $0.addingTimeInterval(-86_400)) }
  }
}
