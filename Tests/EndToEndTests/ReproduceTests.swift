import FindieTestSupport
import Foundation
import Testing

/// Nights that are made again elsewhere.
struct ReproduceTests {
  private struct Outcome {
    let status: Int32
    let error: String
    let text: String
    private let value: [String: Any]

    init(_ place: Place, _ more: [String]) throws {
      let arguments =
        ["reproduce", "--workspace", "workspace", "--reports", "reports"] + more
      let result = try place.findie(arguments + ["--json"])
      status = result.status
      error = result.error
      value = result.out.isEmpty ? [:] : try object(result.out)
      text = more.contains("--keep") ? "" : try place.findie(arguments).out
    }

    var isEqual: Bool? { value["isEqual"] as? Bool }
    var usesPresentHistory: Bool? { value["usesPresentHistory"] as? Bool }
    var hasOtherCatalogue: Bool? { value["hasOtherCatalogue"] as? Bool }
    var changedDays: [String]? { value["changedDays"] as? [String] }
    var folder: String? { value["folder"] as? String }
    var files: [[String: Any]] { value["files"] as? [[String: Any]] ?? [] }
    var names: [String] { files.compactMap { $0["file"] as? String } }
    var different: [String] {
      files.filter { $0["isEqual"] as? Bool != true }.compactMap { $0["file"] as? String }
    }

    func firstDifference(of name: String) -> [String: Any] {
      let file = files.first { $0["file"] as? String == name }
      return file?["firstDifference"] as? [String: Any] ?? [:]
    }
  }

  private func reproduce(_ place: Place, _ more: String...) throws -> Outcome {
    try Outcome(place, more)
  }

  @Test(arguments: ["1", "3"])
  func `a night made again by other threads is the same, and nothing is left`(
    threads: String
  ) throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let (before, names) = (
      try place.products(),
      try FileManager.default.contentsOfDirectory(
        atPath: place.folder.url.path
      ).sorted()
    )
    let outcome = try reproduce(place, "--threads", threads)
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
    #expect(outcome.isEqual == true)
    #expect(outcome.changedDays == [])
    #expect(
      Array(outcome.names.prefix(6)) == [
        "announced.ndjson", "findie.sqlite", "new-releases.ndjson", "recommendations.ndjson",
        "similar.ndjson",
        "trending.ndjson",
      ])
    // The team's page and digest, KPIs in two formats, the stages, the definitions, the studios' names
    // and their index, and three files a studio.
    #expect(outcome.names.dropFirst(6).count == 8 + 3 * 3)
    #expect(outcome.text.contains("The night of 2026-04-01 is reproduced exactly: 23 files"))
    #expect(try place.products() == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.folder.url.path).sorted() == names)
  }

  @Test func `the numbers, the contract and the clock are those of the night`() throws {
    let place = try Place.withSmallWorld()
    try place.folder.write(
      "als: {rank: 3, iterations: 3}\nrecommendations: {listLength: 4}\n", to: "night.yaml")
    try place.folder.write(
      "interactions: {viewDuration: {range: [0, 9], breach: warn}}\n", to: "contract.yaml")
    try place.goodNight("--now", "2026-04-01T03:00:00Z", "--contract", "contract.yaml")
    // What lies in the folder by the time that the night is made again is not looked at.
    try place.folder.write("als: {rank: 4}\n", to: "Pipelines/nightly.yaml")
    let outcome = try reproduce(place)
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
    let recipe = try object(
      String(
        contentsOf: place.workspace.appending(path: "runs/2026-04-01/recipe.json"),
        encoding: .utf8))
    #expect(recipe["now"] as? String == "2026-04-01T03:00:00Z")
    let als = (recipe["parameters"] as? [String: Any])?["als"] as? [String: Any]
    #expect(als?["rank"] as? Int == 3)
  }

  @Test func `a changed byte of a published list is found and named`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let url = place.current.appending(path: "recommendations.ndjson")
    var lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    let rank = try #require(lines[2].range(of: "\"rank\":1,"))
    lines[2].replaceSubrange(rank, with: "\"rank\":7,")
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
    let outcome = try reproduce(place)
    #expect(outcome.status == 1)
    #expect(outcome.different == ["recommendations.ndjson"])
    let difference = outcome.firstDifference(of: "recommendations.ndjson")
    #expect(difference["line"] as? Int == 3)
    #expect((difference["published"] as? String)?.contains("\"rank\":7,") == true)
    #expect((difference["reproduced"] as? String)?.contains("\"rank\":1,") == true)
    #expect(outcome.text.contains("recommendations.ndjson: first at line 3, byte "))
    #expect(outcome.text.contains("differs in 1 of 23 files"))
  }

  @Test func `a report that was changed, one that is gone and one too many are named`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let reports = place.folder.url.appending(path: "reports/2026-04-01")
    try Data("{}".utf8).write(to: reports.appending(path: "kpi.json"))
    try FileManager.default.removeItem(at: reports.appending(path: "kpi.csv"))
    try Data("mine".utf8).write(to: reports.appending(path: "notes.txt"))
    // Reports of before checksums were kept: nothing is missing.
    try FileManager.default.removeItem(at: reports.appending(path: "SHA256SUMS"))
    let outcome = try reproduce(place)
    #expect(outcome.status == 1)
    #expect(outcome.different == ["reports/kpi.csv", "reports/kpi.json", "reports/notes.txt"])
    #expect(outcome.text.contains("reports/kpi.csv: only reproduced"))
    #expect(outcome.text.contains("reports/notes.txt: only published"))
  }

  @Test func `reports that are not there are not compared, and that is said`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    try FileManager.default.removeItem(at: place.folder.url.appending(path: "reports"))
    let outcome = try reproduce(place)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.names.count == 6)
    #expect(outcome.text.contains("not compared"))
  }

  @Test func `an earlier night is the same after later nights with other games`() throws {
    let place = try Place.withSmallWorld(days: 0..<60)
    try place.goodNight()
    try place.put(SmallWorld.interactions(days: 60..<90), in: "interactions/second.ndjson")
    var games = SmallWorld.games
    games[1]["genres"] = ["horror"]
    try place.put(games, in: "games.ndjson")
    try place.goodNight()
    let outcome = try reproduce(place, "2026-03-02")
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
    #expect(outcome.changedDays == [])
    #expect(outcome.names.count == 23)
  }

  @Test func `a late event of a day that the night saw is a changed input, said by its day`() throws
  {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    try place.put(
      (0..<12).map {
        SmallWorld.interaction("late\($0)", player: "u\($0)", game: "g\($0 + 1)", day: 40)
      }, in: "interactions/late.ndjson")
    let ingested = try place.findie(["ingest", "--input", "input", "--workspace", "workspace"])
    #expect(ingested.status == 0, "\(ingested.error)")
    let outcome = try reproduce(place)
    #expect(outcome.status == 1)
    #expect(outcome.changedDays == ["2026-02-10"])
    #expect(outcome.usesPresentHistory == true)
    #expect(outcome.different.contains("recommendations.ndjson"))
    #expect(
      outcome.text.contains(
        "Changed inputs: the events of 2026-02-10. The night's own events are no longer stored"))
    // The night made anew sees them, and is the same again.
    try place.goodNight()
    #expect(try reproduce(place).status == 0)
  }

  @Test func `events that came late for an empty day leave the night as it was`() throws {
    let place = try Place.withSmallWorld(days: 0..<40)
    try place.put(SmallWorld.interactions(days: 41..<90), in: "interactions/second.ndjson")
    try place.goodNight()
    try place.put(SmallWorld.interactions(days: 40..<41), in: "interactions/late.ndjson")
    let ingested = try place.findie(["ingest", "--input", "input", "--workspace", "workspace"])
    #expect(ingested.status == 0, "\(ingested.error)")
    let outcome = try reproduce(place)
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
    #expect(outcome.changedDays == ["2026-02-10"])
    #expect(outcome.usesPresentHistory == false)
    #expect(outcome.text.contains("The night's own events are still stored"))
  }

  @Test func `a later run that failed with other numbers is no part of the night`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    try place.folder.write("als: {rank: 2, iterations: 1}\n", to: "night.yaml")
    try place.folder.write(
      String(repeating: "no event\n", count: 40), to: "input/interactions/bad.ndjson")
    #expect(try place.night("--date", "2026-04-01").status == 65)
    let outcome = try reproduce(place)
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
  }

  @Test func `a kept workspace is named, and a second one stands beside it`() throws {
    let place = try Place.withSmallWorld()
    try place.goodNight()
    let kept = try ["", "-2"].map { suffix in
      let outcome = try reproduce(place, "--scratch", "elsewhere", "--keep")
      #expect(outcome.status == 0, "\(outcome.error)")
      let path = place.folder.url.appending(path: "elsewhere/findie-reproduced-2026-04-01\(suffix)")
      #expect(outcome.folder.map { URL(filePath: $0).lastPathComponent } == path.lastPathComponent)
      return path
    }
    for folder in kept {
      #expect(
        FileManager.default.fileExists(
          atPath: folder.appending(path: "workspace/published/2026-04-01/similar.ndjson").path))
    }
  }

  @Test func `a night that is not there is status 66`() throws {
    let place = try Place.withSmallWorld()
    let none = try reproduce(place)
    #expect(none.status == 66)
    #expect(none.error.contains("No night was published"))
    // Asking leaves nothing behind.
    #expect(!FileManager.default.fileExists(atPath: place.workspace.path))
    try place.goodNight()
    let other = try reproduce(place, "2026-03-31")
    #expect(other.status == 66)
    #expect(other.error.contains("There is no night of 2026-03-31"))
    try FileManager.default.removeItem(
      at: place.workspace.appending(path: "runs/2026-04-01/recipe.json"))
    let unrecorded = try reproduce(place)
    #expect(unrecorded.status == 66)
    #expect(unrecorded.error.contains("recipe.json"))
    // The next night sees that it is gone, and publishes anew.
    #expect(try place.goodNight()["publish"] == "built")
    #expect(try reproduce(place).status == 0)
  }
}
