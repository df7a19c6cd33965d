import FindieTestSupport
import Foundation
import Testing

/// `findie reproduce`.
struct ReproduceTests {
  private struct Outcome {
    let status: Int32
    let error: String
    let text: String
    private let value: [String: Any]

    init(_ sandbox: Sandbox, _ more: [String]) throws {
      let arguments =
        ["reproduce", "--workspace", "workspace", "--reports", "reports"] + more
      let result = try sandbox.findie(arguments + ["--json"])
      status = result.status
      error = result.error
      value = result.out.isEmpty ? [:] : try object(result.out)
      text = more.contains("--keep") ? "" : try sandbox.findie(arguments).out
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

  private func reproduce(_ sandbox: Sandbox, _ more: String...) throws -> Outcome {
    try Outcome(sandbox, more)
  }

  @Test(arguments: ["1", "3"])
  func `a night that is reproduced with other threads is equal, and no file remains`(
    threads: String
  ) throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let (before, names) = (
      try sandbox.products(),
      try FileManager.default.contentsOfDirectory(
        atPath: sandbox.folder.url.path
      ).sorted()
    )
    let outcome = try reproduce(sandbox, "--threads", threads)
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
    #expect(outcome.isEqual == true)
    #expect(outcome.changedDays == [])
    #expect(
      Array(outcome.names.prefix(10)) == [
        "announced.ndjson", "audiences.ndjson", "findie.sqlite", "new-releases.ndjson",
        "popular.ndjson", "price-drops.ndjson", "recommendations.ndjson", "rows.ndjson",
        "similar.ndjson", "trending.ndjson",
      ])
    // The team's page and digest, KPIs in two formats, the stages, the definitions, the studios'
    // names, their index, its search and a page for their letter, and six files a studio.
    #expect(outcome.names.dropFirst(10).count == 10 + 3 * 6)
    #expect(outcome.text.contains("The night of 2026-04-01 is reproduced exactly: 38 files"))
    #expect(try sandbox.products() == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.url.path).sorted() == names
    )
  }

  @Test func `reproducing uses the night's parameters, contract and clock`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.folder.write(
      "tuning: off\n"
        + "als: {rank: 3, iterations: 3}\nrecommendations: {listLength: 4}\n", to: "night.yaml")
    try sandbox.folder.write(
      "interactions: {viewDuration: {range: [0, 9], breach: warn}}\n", to: "contract.yaml")
    try sandbox.runNight("--now", "2026-04-01T03:00:00Z", "--contract", "contract.yaml")
    // Input files that changed after the night are not read.
    try sandbox.folder.write("tuning: off\nals: {rank: 4}\n", to: "Pipelines/nightly.yaml")
    let outcome = try reproduce(sandbox)
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
    let recipe = try object(
      String(
        contentsOf: sandbox.workspace.appending(path: "runs/2026-04-01/recipe.json"),
        encoding: .utf8))
    #expect(recipe["now"] as? String == "2026-04-01T03:00:00Z")
    let als = (recipe["parameters"] as? [String: Any])?["als"] as? [String: Any]
    #expect(als?["rank"] as? Int == 3)
  }

  @Test func `a night whose input has conflicts is reproduced exactly`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    // Three ids with another content each.
    let others = SmallWorld.interactions(days: 0..<90).prefix(3).map { event in
      event.merging(["action": "skip"]) { $1 }
    }
    try sandbox.put(others, in: "interactions/second.ndjson")
    try sandbox.runNight()
    let kpi = try object(
      String(
        contentsOf: sandbox.folder.url.appending(path: "reports/2026-04-01/kpi.json"),
        encoding: .utf8))
    #expect((kpi["dataQuality"] as? [String: Any])?["conflicts"] as? Int == 3)
    let outcome = try reproduce(sandbox)
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
  }

  @Test func `a changed byte of a published list is reported`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let url = sandbox.current.appending(path: "recommendations.ndjson")
    var lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    let rank = try #require(lines[2].range(of: "\"rank\":1,"))
    lines[2].replaceSubrange(rank, with: "\"rank\":7,")
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
    let outcome = try reproduce(sandbox)
    #expect(outcome.status == 1)
    #expect(outcome.different == ["recommendations.ndjson"])
    let difference = outcome.firstDifference(of: "recommendations.ndjson")
    #expect(difference["line"] as? Int == 3)
    #expect((difference["published"] as? String)?.contains("\"rank\":7,") == true)
    #expect((difference["reproduced"] as? String)?.contains("\"rank\":1,") == true)
    #expect(outcome.text.contains("recommendations.ndjson: first at line 3, byte "))
    #expect(outcome.text.contains("differs in 1 of 38 files"))
  }

  @Test func `changed, missing and additional reports are named`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let reports = sandbox.folder.url.appending(path: "reports/2026-04-01")
    try Data("{}".utf8).write(to: reports.appending(path: "kpi.json"))
    try FileManager.default.removeItem(at: reports.appending(path: "kpi.csv"))
    try Data("mine".utf8).write(to: reports.appending(path: "notes.txt"))
    // Reports from before checksums were stored: nothing is missing.
    try FileManager.default.removeItem(at: reports.appending(path: "SHA256SUMS"))
    let outcome = try reproduce(sandbox)
    #expect(outcome.status == 1)
    #expect(outcome.different == ["reports/kpi.csv", "reports/kpi.json", "reports/notes.txt"])
    #expect(outcome.text.contains("reports/kpi.csv: only reproduced"))
    #expect(outcome.text.contains("reports/notes.txt: only published"))
  }

  @Test func `missing report folders are not compared, which is reported`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try FileManager.default.removeItem(at: sandbox.folder.url.appending(path: "reports"))
    let outcome = try reproduce(sandbox)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.names.count == 10)
    #expect(outcome.text.contains("not compared"))
  }

  @Test func `an earlier night is reproduced after later nights with other games`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.runNight()
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/second.ndjson")
    var games = SmallWorld.games
    games[1]["genres"] = ["horror"]
    try sandbox.put(games, in: "games.ndjson")
    try sandbox.runNight()
    let outcome = try reproduce(sandbox, "2026-03-02")
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
    #expect(outcome.changedDays == [])
    #expect(outcome.names.count == 38)
  }

  @Test func `a late event of a used day is reported as a changed input, with its day`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try sandbox.put(
      (0..<12).map {
        SmallWorld.interaction("late\($0)", player: "u\($0)", game: "g\($0 + 1)", day: 40)
      }, in: "interactions/late.ndjson")
    let ingested = try sandbox.findie(["ingest", "--input", "input", "--workspace", "workspace"])
    #expect(ingested.status == 0, "\(ingested.error)")
    let outcome = try reproduce(sandbox)
    #expect(outcome.status == 1)
    #expect(outcome.changedDays == ["2026-02-10"])
    #expect(outcome.usesPresentHistory == true)
    #expect(outcome.different.contains("recommendations.ndjson"))
    #expect(
      outcome.text.contains(
        "Changed inputs: the events of 2026-02-10. The night's own events are no longer stored"))
    // The night that is computed again uses them, and is equal.
    try sandbox.runNight()
    #expect(try reproduce(sandbox).status == 0)
  }

  @Test func `late events of an empty day after the night do not change it`() throws {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<40)
    try sandbox.put(SmallWorld.interactions(days: 41..<90), in: "interactions/second.ndjson")
    try sandbox.runNight()
    try sandbox.put(SmallWorld.interactions(days: 40..<41), in: "interactions/late.ndjson")
    let ingested = try sandbox.findie(["ingest", "--input", "input", "--workspace", "workspace"])
    #expect(ingested.status == 0, "\(ingested.error)")
    let outcome = try reproduce(sandbox)
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
    #expect(outcome.changedDays == ["2026-02-10"])
    #expect(outcome.usesPresentHistory == false)
    #expect(outcome.text.contains("The night's own events are still stored"))
  }

  @Test func `a later failed run with other parameters does not affect the night`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    try sandbox.folder.write("tuning: off\nals: {rank: 2, iterations: 1}\n", to: "night.yaml")
    try sandbox.folder.write(
      String(repeating: "no event\n", count: 40), to: "input/interactions/bad.ndjson")
    #expect(try sandbox.night("--date", "2026-04-01").status == 65)
    let outcome = try reproduce(sandbox)
    #expect(outcome.status == 0, "\(outcome.error) \(outcome.text)")
  }

  @Test func `a retained workspace is named, and a second one has another name`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    let workspaces = try ["", "-2"].map { suffix in
      let outcome = try reproduce(sandbox, "--scratch", "elsewhere", "--keep")
      #expect(outcome.status == 0, "\(outcome.error)")
      let path = sandbox.folder.url.appending(
        path: "elsewhere/findie-reproduced-2026-04-01\(suffix)")
      #expect(outcome.folder.map { URL(filePath: $0).lastPathComponent } == path.lastPathComponent)
      return path
    }
    for folder in workspaces {
      #expect(
        FileManager.default.fileExists(
          atPath: folder.appending(path: "workspace/published/2026-04-01/similar.ndjson").path))
    }
  }

  @Test func `a missing night exits with 66`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    let none = try reproduce(sandbox)
    #expect(none.status == 66)
    #expect(none.error.contains("No night was published"))
    // The command leaves no files.
    #expect(!FileManager.default.fileExists(atPath: sandbox.workspace.path))
    try sandbox.runNight()
    let other = try reproduce(sandbox, "2026-03-31")
    #expect(other.status == 66)
    #expect(other.error.contains("There is no night of 2026-03-31"))
    for file in ["runs/2026-04-01/recipe.json", "published/2026-04-01/.recipe.json"] {
      try FileManager.default.removeItem(at: sandbox.workspace.appending(path: file))
    }
    let unrecorded = try reproduce(sandbox)
    #expect(unrecorded.status == 66)
    #expect(unrecorded.error.contains("recipe.json"))
    // Whether the history is complete cannot be told without it.
    #expect(try sandbox.night().status == 1)
    #expect(try sandbox.runNight("--publish", "anyway")["publish"] == "built")
    #expect(try reproduce(sandbox).status == 0)
  }
}
