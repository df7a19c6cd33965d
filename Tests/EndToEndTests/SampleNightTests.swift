import FindieTestSupport
import Foundation
import Testing

/// The night over the sample, checked against the sample's own lines.
@Suite struct SampleNightTests {
  let night: SampleNight

  init() throws {
    night = try SampleNight.shared.get()
  }

  @Test func `the night succeeds and prints what it published`() {
    #expect(night.result.status == 0, "\(night.result.error)")
    #expect(night.result.out.contains("  5,978 lists · 3,301 similar · 320 new · 164 announced · "))
    #expect(night.result.out.hasSuffix("  reports/2016-01-01/index.html\n"))
  }

  @Test(arguments: [
    "workspace/published/current/recommendations.ndjson",
    "workspace/published/current/similar.ndjson", "workspace/published/current/trending.ndjson",
    "workspace/published/current/popular.ndjson",
    "workspace/published/current/new-releases.ndjson",
    "workspace/published/current/announced.ndjson",
    "workspace/published/current/findie.sqlite", "workspace/findie.sqlite",
    "reports/2016-01-01/index.html", "reports/2016-01-01/kpi.json", "reports/2016-01-01/kpi.csv",
    "reports/2016-01-01/studios.json", "workspace/runs/2016-01-01/run.json",
  ])
  func `all documented output files exist`(path: String) throws {
    let data = try Data(contentsOf: night.folder.url.appending(path: path))
    #expect(!data.isEmpty)
  }

  @Test func `nothing is clearly rising in the sample, and everything says so`() throws {
    let lists = try night.list("trending.ndjson")
    #expect(lists.count == 16)
    #expect(lists.allSatisfy { ($0["games"] as? [Any])?.isEmpty == true })
    let nothing = "Nothing is clearly rising."
    let printed = try Binary.run(["trending", "--workspace", "workspace"], in: night.folder.url)
    #expect(printed.status == 0 && printed.out.contains(nothing), "\(printed.error)")
    for name in ["index.html", "digest.md"] {
      let page = try String(
        contentsOf: night.folder.url.appending(path: "reports/2016-01-01/\(name)"),
        encoding: .utf8)
      #expect(page.contains(nothing), "\(name)")
    }
  }

  @Test func `popular games are listed in a quiet week too`() throws {
    let lists = try night.list("popular.ndjson")
    #expect(lists.count == 16)
    let players = try #require(lists[0]["games"] as? [[String: Any]])
      .compactMap { $0["players"] as? Int }
    #expect(players.count >= 10 && players.allSatisfy { $0 > 0 && $0.isMultiple(of: 10) })
  }

  @Test func `every player has a list, sorted by id, without seen games`()
    throws
  {
    var seen: [String: Set<String>] = [:]
    let months = try FileManager.default.contentsOfDirectory(
      at: Binary.sample.appending(path: "interactions"), includingPropertiesForKeys: nil)
    for month in months {
      for line in try lines(of: month) {
        let user = try #require(line["userId"] as? String)
        seen[user, default: []].insert(try #require(line["gameId"] as? String))
      }
    }
    for line in try lines(of: Binary.sample.appending(path: "wishlists.ndjson.gz")) {
      let user = try #require(line["userId"] as? String)
      for item in line["items"] as? [[String: Any]] ?? [] {
        seen[user, default: []].insert(try #require(item["gameId"] as? String))
      }
    }
    let out = Set(
      try lines(of: Binary.sample.appending(path: "games.ndjson.gz")).filter { game in
        // For the night of 2016-01-01, a game is available if it was released before that day or
        // has no date.
        ["released", "earlyAccess"].contains(game["releaseStatus"] as? String ?? "")
          && game["isActive"] as? Bool != false
          && (game["releaseDate"] as? String ?? "0") < "2016-01-01"
      }.compactMap { $0["id"] as? String })

    let lists = try night.list("recommendations.ndjson")
    let users = lists.compactMap { $0["userId"] as? String }
    #expect(users == users.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(users.count == 5978)
    for list in lists {
      let user = try #require(list["userId"] as? String)
      let games = try #require(list["games"] as? [[String: Any]])
      let ids = games.compactMap { $0["gameId"] as? String }
      #expect(ids.count == 50)
      #expect(Set(ids).count == ids.count)
      #expect(Set(ids).isDisjoint(with: seen[user] ?? []))
      #expect(out.isSuperset(of: ids))
      #expect(games.compactMap { $0["rank"] as? Int } == Array(1...50))
      for game in games {
        let reasons = game["reasons"] as? [[String: Any]] ?? []
        let weights = reasons.compactMap { $0["weight"] as? Double }
        #expect(!weights.isEmpty && weights.count == reasons.count)
        #expect(weights == weights.sorted(by: >))
      }
    }
  }

  @Test func `the counts of lines balance`() throws {
    let stages = try #require(try night.record()["stages"] as? [[String: Any]])
    let intake = try #require(stages.first { $0["stage"] as? String == "intake" })
    let counts = try #require(intake["counts"] as? [String: Int])
    // The sample's README: 7,352 interactions.
    #expect(counts["read"] == 7_352)
    #expect(counts["accepted"] == 7_352)
    #expect(counts["rejected"] == 0)
  }

  @Test func `the record has the evaluation`() throws {
    let stages = try #require(try night.record()["stages"] as? [[String: Any]])
    let evaluation = try #require(stages.first { $0["stage"] as? String == "evaluation" })
    let measures = try #require(evaluation["measures"] as? [String: Double])
    for model in ["popularity", "tag similarity", "item-kNN", "ALS"] {
      for measure in ["recall@20", "nDCG@20", "coverage"] {
        let value = try #require(measures["\(model) \(measure)"])
        #expect((0...1).contains(value))
      }
    }
    #expect((evaluation["conclusion"] as? String)?.contains("ALS") == true)
  }

  @Test func `the keys of a line are in the documented order`() throws {
    let url = night.published.appending(path: "recommendations.ndjson")
    let text = try String(contentsOf: url, encoding: .utf8)
    let pattern =
      #/\{"userId":"[^"]+","listId":"[0-9a-f]{16}","source":"(?:personal|genres|popular)","games":\[\{"gameId":"[^"]+","rank":1,"score":[-0-9.e]+,"reasons":\[.*/#
    let first = try #require(text.split(separator: "\n").first)
    #expect(try pattern.wholeMatch(in: first) != nil)
  }

  @Test func `a second run computes and changes nothing`() throws {
    let other = try SampleNight(copying: night)
    let before = try other.bytes()
    let again = try Binary.run(
      SampleNight.arguments(input: Binary.sample.path) + ["--json"], in: other.folder.url)
    #expect(again.status == 0)
    let record =
      try JSONSerialization.jsonObject(with: Data(again.out.utf8)) as? [String: Any] ?? [:]
    let made = (record["stages"] as? [[String: Any]] ?? [])
      .filter { $0["outcome"] as? String == "built" }.compactMap { $0["stage"] as? String }
    // Eleven stages check external files on every night; nothing else is computed.
    #expect(
      made.sorted() == [
        "anchor", "annotations", "catalogue-update", "champion", "edition", "history", "intake",
        "partner-update", "previous-nights", "promotions", "suggestions",
      ])
    #expect(try other.bytes() == before)
  }

  @Test func `one thread and two give the same bytes`() throws {
    let nights = try ["1", "2"].map { threads in
      let sandbox = try Sandbox.withGeneratedWorld()
      try sandbox.runNight("--date", "2026-01-27", "--threads", threads)
      return sandbox
    }
    #expect(try nights[0].products().count > 50)
    #expect(try nights[0].differences(from: nights[1]) == [])
    guard Tier.isCampaign else { return }
    let other = try SampleNight(threads: 1)
    #expect(try other.bytes() == night.bytes())
  }
}
