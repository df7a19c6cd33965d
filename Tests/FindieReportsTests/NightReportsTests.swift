import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieWorkers
import Foundation
import Testing

@Suite struct NightReportsTests {
  private let world = ReportWorld()

  private func json(_ file: ReportFile) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
  }

  @Test func `one thread and two write the same bytes`() throws {
    #expect(try world.files(threads: 1) == world.files(threads: 2))
  }

  @Test func `a second rendering writes the same bytes`() throws {
    #expect(try world.files() == ReportWorld().files())
  }

  /// The games of 🎮 have no event, and "quiet" has no game.
  private let pages = ["🎮": "no-events-yet.html", "quiet": "no-games.html"]

  @Test func `a studio with events has a page, a table and a document, others share a page`()
    throws
  {
    let paths = Set(try world.files().map(\.path))
    for studio in world.reports.studios.all {
      let page = pages[studio.developerId]
      for name in ["index.html", "report.json", "report.csv", "digest.md"] {
        #expect(paths.contains("studios/\(studio.safeName)/\(name)") == (page == nil))
      }
      if let page { #expect(paths.contains("studios/" + page)) }
    }
    #expect(world.reports.studios.reported == 3)
  }

  @Test func `studios.json and the letters' pages have the path of each studio's page`() throws {
    let files = try world.files()
    let map = try json(world.reports.studios.paths)
    let letters = files.filter { $0.path.contains("/letter-") }.map(\.text).joined()
    #expect(map.count == world.catalogue.developers.count)
    for studio in world.reports.studios.all {
      let page = pages[studio.developerId] ?? "\(studio.safeName)/index.html"
      #expect(map[studio.developerId] as? String == "studios/" + page)
      #expect(letters.contains("<a href=\"\(page)\">"))
    }
  }

  @Test func `each link between pages leads to a file, the previous night's to its folder`() throws
  {
    let files = try world.files()
    let paths = Set(files.map(\.path))
    var previous: Set<String> = []
    for file in files where file.path.hasSuffix(".html") {
      let folder = file.path.split(separator: "/").dropLast().map(String.init)
      let links = file.text.matches(of: #/href="([^"#]+)"/#).map { String($0.output.1) }
      // A studio gets its own folder only.
      let isOfStudio = folder.first == "studios" && !file.isOfIndex
      #expect(links.isEmpty == isOfStudio, "\(file.path)")
      for link in links {
        var target = folder
        for part in link.split(separator: "/") {
          if part == ".." {
            target = target.isEmpty ? [".."] : Array(target.dropLast())
          } else {
            target.append(String(part))
          }
        }
        let path = target.joined(separator: "/")
        if path.hasPrefix("../") {
          previous.insert(path)
        } else {
          #expect(paths.contains(path), "\(link) in \(file.path)")
        }
      }
    }
    let night = ReportWorld.night.adding(days: -1)
    #expect(previous == ["../\(night)/index.html", "../\(night)/studios/index.html"])
  }

  @Test func `tonight's date is on the team's pages only`() throws {
    let night = ReportWorld.night
    for file in try world.files() where file.path.hasSuffix(".html") {
      let isTeam = ["index.html", "studios/index.html"].contains(file.path)
      let texts = ["18 July 2016", night.description]
      #expect(texts.contains { file.text.contains($0) } == isTeam, "\(file.path)")
    }
  }

  @Test func `a studio's page has three numbers, a chart and suggestions before the details`()
    throws
  {
    let page = world.reports.studios.files(of: 1)[0].text
    let first = try #require(page.components(separatedBy: "</section>").first)
    #expect(first.components(separatedBy: "<dt>").count - 1 == 3)
    #expect(first.components(separatedBy: "<figure").count - 1 == 1)
    let document = try json(world.reports.studios.files(of: 1)[1])
    let periods = try #require(document["periods"] as? [[String: Any]])
    let period = try #require(periods.first { $0["kind"] as? String == "last4Weeks" })
    let suggestions = try #require(period["suggestions"] as? [[String: Any]])
    let hints = first.components(separatedBy: "<h3>Suggestions</h3>").dropFirst().joined()
    #expect(hints.components(separatedBy: "<li>").count - 1 == suggestions.count)
    // The first sentence leads the page, the document and, of the week, the digest.
    let sentences = try #require(document["sentences"] as? [String])
    let lead = first.components(separatedBy: "<p>")[1].components(separatedBy: "</p>")[0]
    #expect(lead.replacing(#/<[^>]*>/#, with: "") == sentences[0])
    #expect(first.contains("<h3>Suggestions</h3>") == !suggestions.isEmpty)
    // No views are recorded.
    #expect(first.contains("<dt>Verdicts</dt>") && !page.contains("<dt>Impressions</dt>"))
  }

  @Test
  func `the team's tiles say up or down only where the change's interval does, from 30 on`() throws
  {
    let period = DayRange(lastDays: 56, before: ReportWorld.night)
    let page = world.reports.kpiReport(over: period, format: .html).text
    let document = try json(world.reports.kpiReport(over: period, format: .json))
    let changes = try #require(document["changes"] as? [String: Any])
    #expect(changes.count == 13)
    let periods = try ["current", "previous"].map {
      try #require(document[$0] as? [String: Any])
    }
    var (up, down, none) = (0, 0, 0)
    for key in [
      "activePlayers", "signUps", "impressions", "sessions", "likes", "superLikes",
      "wishlistAdds", "shares",
    ] {
      guard let change = changes[key] as? [String: Double],
        periods.allSatisfy({ $0[key] as? Int ?? 0 >= 30 })
      else { continue }
      let (lower, upper) = try (#require(change["lower"]), #require(change["upper"]))
      if lower > 1 { up += 1 } else if upper < 1 { down += 1 } else { none += 1 }
    }
    #expect(none > 0)
    #expect(page.components(separatedBy: "▲ up").count - 1 == up)
    #expect(page.components(separatedBy: "▼ down").count - 1 == down)
    #expect(page.components(separatedBy: "no clear change from").count - 1 == none)
  }

  @Test func `a chart has gaps where weeks have too few players, and says how many`() throws {
    let reports = world.reports.studios
    for studio in reports.all {
      func file(_ format: ReportFormat) throws -> ReportFile {
        try #require(
          reports.developerReport(
            studio.developerId, over: .last4Weeks, format: format))
      }
      let weeks = try #require(try json(file(.json))["weeks"] as? [[String: Any]])
      let hidden = weeks.count { $0["newPlayers"] as? String == "suppressed" }
      let page = try file(.html).text
      guard page.contains("id=\"c-new-all-t\"") else { continue }
      #expect(page.contains("class=\"gap\"") == (hidden > 0))
      #expect(
        page.contains("\(hidden) of \(weeks.count) are left out: too few players to show.")
          == (hidden > 0))
    }
  }

  @Test func `each point of a chart has its values for a pointer and for a keyboard`() throws {
    let page = world.reports.studios.files(of: 1)[0].text
    let weeks = page.matches(of: #/name="v-c-weeks-all"><span><b>7 days to/#)
    #expect(weeks.count == 13)
    // A table has the values of the chart by day.
    let charts = page.components(separatedBy: "<figure class=\"chart").count - 2
    #expect(page.components(separatedBy: "role=\"radiogroup\"").count - 1 == charts)
  }

  @Test func `JSON, table and page have the same number in the same digits`() throws {
    let files = world.reports.studios.files(of: 1)
    let table = records(ofCSV: files[2].text)
    let header = table[0]
    let row = try #require(table.first { $0[0] == "last4Weeks" && $0[1] == "" })
    let current = try lastWeeks(of: files[1])
    let counts = try #require(current["counts"] as? [String: Int])
    for column in ["impressions", "likes", "superLikes", "dislikes", "skips", "detailOpens"] {
      let digits = row[try #require(header.firstIndex(of: column))]
      #expect(counts[column].map { String($0) } == digits, "\(column)")
    }
    let rate = row[try #require(header.firstIndex(of: "likeRate"))]
    #expect((current["likeRate"] as? [String: Double])?["estimate"] == Double(rate))
    #expect(files[0].text.contains("<data value=\"\(rate)\">"))
    let lower = row[try #require(header.firstIndex(of: "likeRateLower"))]
    #expect(files[0].text.contains("<data value=\"\(lower)\">"))
  }

  /// The numbers of all games in the last 4 weeks.
  private func lastWeeks(of file: ReportFile) throws -> [String: Any] {
    let periods = try #require(try json(file)["periods"] as? [[String: Any]])
    return try #require(
      periods.first { $0["kind"] as? String == "last4Weeks" }?["studio"] as? [String: Any])
  }

  @Test func `the numbers are the activity's`() throws {
    let reports = world.reports
    let studio = reports.studios.all[1]
    let indices = try studio.games.map { try #require(world.activity.index(of: $0.id)) }
    let tally = indices.reduce(into: Tally()) {
      $0 += world.activity.tally(of: $1, in: reports.period)
    }
    let counts = try #require(
      try lastWeeks(of: reports.studios.files(of: 1)[1])["counts"] as? [String: Int])
    for measure in Measure.allCases {
      #expect(counts[measure.rawValue, default: 0] == tally[measure])
    }
  }

  @Test func `the studio's impressions are its games' together`() throws {
    let report = try json(world.reports.studios.files(of: 1)[1])
    let games = try #require(report["games"] as? [[String: Any]])
    let own = games.compactMap { ($0["allTime"] as? [String: Any])?["impressions"] as? Int }
    let all = (report["allTime"] as? [String: Any])?["counts"] as? [String: Int]
    #expect(own.count == 2)
    #expect(all?["impressions"] == own.reduce(0, +))
  }

  @Test func `few players are suppressed in all three formats`() throws {
    let sparse = ReportWorld(events: 20)
    let files = sparse.reports.studios.files(of: 1)
    #expect(files[0].text.contains("too few to show"))
    #expect(files[1].text.contains("\"unique\":\"suppressed\""))
    let table = records(ofCSV: files[2].text)
    for column in table[0].indices where table[0][column].hasPrefix("players.unique") {
      #expect(table.dropFirst().allSatisfy { $0[column].isEmpty || $0[column] == "0" })
    }
    for file in files.dropFirst() { #expect(!file.text.contains("<10")) }
  }

  @Test func `a studio without an event gets a page that says what will appear and when`() throws {
    let page = try #require(
      world.files().first { $0.path == "studios/no-events-yet.html" }
    ).text
    #expect(page.contains("What a studio’s page shows"))
    #expect(page.contains("on the morning after"))
  }

  @Test func `generated data is marked on every page`() throws {
    let (catalogue, generated) = (world.catalogue, User(id: "gen-1"))
    let reports = NightReports(
      of: Catalogue(
        games: catalogue.games, developers: catalogue.developers,
        users: catalogue.users + [generated]), world.activity, world.counting)
    var files = reports.teamFiles(world.findings)
    try reports.studios.each(Workers(threads: 1)) {
      $0
    } take: {
      files += $0
    }
    for file in files where file.path.hasSuffix(".html") {
      #expect(file.text.contains("Generated data."), "\(file.path)")
    }
  }

  @Test func `measured data is not called generated`() throws {
    for file in try world.files() where file.path.hasSuffix(".html") {
      #expect(!file.text.contains("Generated data."))
    }
  }

  @Test func `missing measures are noted once, not shown as zeros`() {
    // The data has no analytics events, so there are no shop clicks.
    let page = world.reports.studios.files(of: 1)[0].text
    #expect(page.contains("Not recorded in this data: shop clicks."))
    #expect(!page.contains("<dt>Shop clicks</dt>"))
  }

  @Test(arguments: ReportPeriod.Kind.allCases)
  func `a studio's report over a fixed period covers that period`(kind: ReportPeriod.Kind) throws {
    let file = try #require(world.reports.studios.developerReport("a/b", over: kind, format: .json))
    let period = try #require(try json(file)["period"] as? [String: Any])
    let range = ReportPeriod(kind, before: ReportWorld.night).range
    #expect(period["from"] as? String == range.first.description)
    #expect(period["days"] as? Int == range.count)
  }

  @Test(arguments: ReportFormat.allCases)
  func `one game has a report in every format`(format: ReportFormat) throws {
    let file = try #require(
      world.reports.studios.gameReport("g2", over: .last13Weeks, format: format))
    #expect(file.text.contains("Game 2"))
    #expect(world.reports.studios.gameReport("none", over: .last13Weeks, format: format) == nil)
  }

  @Test func `an unknown studio has no report`() {
    #expect(world.reports.studios.developerReport("nobody", over: .month, format: .html) == nil)
  }

  @Test(arguments: ReportFormat.allCases)
  func `KPIs of any range are written in every format`(format: ReportFormat) {
    let range = DayRange(
      first: ReportWorld.night.adding(days: -400), last: ReportWorld.night.adding(days: -1))
    #expect(!world.reports.kpiReport(over: range, format: format).bytes.isEmpty)
  }

  @Test func `KPI table and document have the same digits`() throws {
    let files = world.reports.teamFiles(world.findings)
    let table = records(ofCSV: try #require(files.first { $0.path == "kpi.csv" }).text)
    let document = try json(try #require(files.first { $0.path == "kpi.json" }))
    let current = try #require(document["current"] as? [String: Any])
    #expect(current.count > 20)
    for (key, value) in current {
      let row = try #require(table.first { $0[0] == "current" && $0[4] == key }, "\(key)")
      let number = value as? Double ?? (value as? [String: Any])?["estimate"] as? Double
      #expect(Double(row[5]) == number && (number != nil || row[11] == value as? String), "\(key)")
    }
  }

  @Test func `each number of the team's document is defined, and in the page's glossary`() throws {
    let files = world.reports.teamFiles(world.findings)
    func file(_ path: String) throws -> ReportFile {
      try #require(files.first { $0.path == path })
    }
    let definitions = try #require(
      try JSONSerialization.jsonObject(with: Data(file("definitions.json").bytes))
        as? [[String: String]])
    let ids = Set(definitions.compactMap { $0["id"] })
    #expect(ids.count == definitions.count)
    let document = try json(file("kpi.json"))
    let day = try #require((document["days"] as? [[String: Any]])?.first)
    for part in [document["current"], document["catalogue"]] {
      #expect(Set(try #require(part as? [String: Any]).keys).subtracting(ids) == [])
    }
    #expect(Set(day.keys).subtracting(ids) == [])
    let others = ["retention", "ndcg", "recall", "coverage", "gini", "lift", "late"]
    #expect(ids.isSuperset(of: others))
    let page = try file("index.html").text
    for definition in Definition.team {
      #expect(page.contains("<dt>\(definition.name)</dt>"), "\(definition.id)")
    }
  }

  @Test func `the team's page and lineage.json have the stages`() throws {
    let files = world.reports.teamFiles(world.findings)
    let document = try json(try #require(files.first { $0.path == "lineage.json" }))
    let stages = try #require(document["stages"] as? [[String: Any]])
    #expect(stages.map { $0["stage"] as? String } == ReportWorld.lineage.map(\.name))
    #expect(stages.map { $0["inputs"] as? [String] } == ReportWorld.lineage.map(\.inputs))
    #expect(stages[1]["counts"] as? [String: Int] == ["elements": 12_345])
    let page = try #require(files.first { $0.path == "index.html" }).text
    #expect(page.contains("matrix</th><td class=\"text\">events</td>"))
    #expect(page.contains("one row per player &amp; game"))
    #expect(page.contains("elements 12,345"))
  }

  @Test func `empty data has pages too`() throws {
    let activity = Activity(
      interactions: EventTable(.interactions), analytics: EventTable(.analytics), games: [],
      night: ReportWorld.night, workers: Workers(threads: 1))
    let counting = StudioCounting(
      EventsByGame([EventTable(.interactions), EventTable(.analytics)]), games: [],
      night: ReportWorld.night, workers: Workers(threads: 1))
    let reports = NightReports(of: Catalogue(), activity, counting)
    #expect(reports.teamFiles(NightFindings()).allSatisfy { !$0.bytes.isEmpty })
  }

  @Test func `the ids of generated games and players mark a catalogue`() {
    #expect(!world.catalogue.isGenerated)
    #expect(Catalogue(users: [User(id: "gen-1")]).isGenerated)
    #expect(Catalogue(games: [Game(id: "gen-1", title: "", developerId: "")]).isGenerated)
  }
}
