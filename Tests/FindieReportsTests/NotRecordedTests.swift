import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Rates that the data does not record have neither a number nor 0% in any format.
@Suite struct NotRecordedTests {
  /// An app that logs cards seen and likes: no dislike, no detail view.
  private static let likes: [EventType] = [.gameView, .gameView, .gameLike]
  /// An app that logs cards seen and detail views: no verdict.
  private static let clicks: [EventType] = [.gameView, .gameView, .gameClick]

  private func reports(_ kinds: [EventType]) -> NightReports {
    reports(of: .analytics, kinds.map(\.code))
  }

  private func reports(of collection: EventCollection, _ kinds: [UInt8]) -> NightReports {
    let night = ReportWorld.night
    let games = (0..<12).map { number in
      Game(id: "g\(number)", title: "Game \(number)", developerId: "d", genres: [.rpg])
    }
    var table = EventTable(collection)
    for number in 0..<3600 {
      table.kinds.append(kinds[number % kinds.count])
      table.milliseconds.append(night.adding(days: -1 - number % 77).start.milliseconds)
      let texts: [TextColumn: String] = [
        .userId: "p\(number % 50)", .gameId: games[number / 3 % 12].id,
        .sessionId: "s\(number / 5)", .deviceType: "iPhone",
      ]
      for column in collection.textColumns {
        table[column].append((texts[column] ?? "").utf8.span)
      }
      for column in collection.numberColumns { table[column].append(.nan) }
    }
    let workers = Workers(threads: 1)
    let other = EventTable(collection == .analytics ? .interactions : .analytics)
    let (swipes, logs) = collection == .analytics ? (other, table) : (table, other)
    return NightReports(
      of: Catalogue(games: games, developers: [Developer(id: "d", studioName: "S")]),
      Activity(
        interactions: swipes, analytics: logs, games: games, night: night, workers: workers),
      StudioCounting(
        EventsByGame([swipes, logs]), games: games, night: night, workers: workers))
  }

  private func json(_ file: ReportFile) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
  }

  private func team(_ kinds: [EventType], _ format: ReportFormat) -> ReportFile {
    let reports = reports(kinds)
    return reports.kpiReport(over: reports.period, format: format)
  }

  private func studio(_ kinds: [EventType], _ format: ReportFormat) throws -> ReportFile {
    try #require(reports(kinds).studios.developerReport("d", over: .last4Weeks, format: format))
  }

  /// The number and the text of a row of `kpi.csv`.
  private func value(
    _ kinds: [EventType], _ measure: String, of item: String = "", in section: String = "current"
  ) throws -> [String] {
    let row = try #require(
      records(ofCSV: team(kinds, .csv).text).first {
        $0[0] == section && $0[1] == item && $0[4] == measure
      })
    return [row[5], row[11]]
  }

  @Test(arguments: [
    ([Measure.impressions, .likes], [Rate.likeRate]), ([.impressions, .superLikes], [.likeRate]),
    ([.impressions, .dislikes, .detailOpens], [.clickRate]),
    ([.impressions, .likes, .dislikes], [.likeRate, .approval]), ([.likes, .detailOpens], []),
  ])
  func `a rate is recorded where both its parts are`(measures: [Measure], rates: [Rate]) {
    #expect(Rate.allCases.filter { $0.isRecorded(in: Set(measures)) } == rates)
  }

  @Test func `the documents name the rates that the data does not record, and have none of them`()
    throws
  {
    for (kinds, rates) in [
      (Self.likes, ["clickRate", "approval"]), (Self.clicks, ["likeRate", "approval"]),
    ] {
      for document in [team(kinds, .json), try studio(kinds, .json)] {
        let object = try json(document)
        let lacking = try #require(object["notRecorded"] as? [String])
        #expect(lacking.filter { Rate(rawValue: $0) != nil } == rates)
        for rate in rates {
          #expect(!document.text.contains("\"\(rate)\": {"), "\(rate) in \(document.path)")
          #expect(!document.text.contains("\"\(rate)\":{"), "\(rate) in \(document.path)")
        }
      }
    }
    let current = try #require(try json(team(Self.clicks, .json))["current"] as? [String: Any])
    #expect(current["likesPerSession"] as? String == "notRecorded")
    #expect(current["discoveriesPerSession"] is Double)
  }

  @Test func `without recorded impressions no report claims that there were none`() throws {
    let opens: [EventType] = [.gameClick]
    let sentences = try #require(try json(studio(opens, .json))["sentences"] as? [String])
    #expect(
      sentences == [
        "Impressions are not recorded in this data.", "Likes are not recorded in this data.",
      ])
    let team = team(opens, .md).text
    #expect(team.contains("Impressions are not recorded in this data."))
    #expect(!team.contains("never shown"))
  }

  @Test func `neutral ratings are no detail opens, but their players played`() throws {
    let ratings = [SwipeAction.like, .neutral, .dislike].map(\.code)
    for kinds in [ratings, [SwipeAction.neutral.code]] {
      let reports = reports(of: .interactions, kinds)
      let file = try #require(
        reports.studios.developerReport("d", over: .last4Weeks, format: .json))
      for document in [file, reports.kpiReport(over: reports.period, format: .json)] {
        let lacking = try #require(json(document)["notRecorded"] as? [String])
        #expect(lacking.contains("detailOpens") && lacking.contains("clickRate"))
      }
      let periods = try #require(json(file)["periods"] as? [[String: Any]])
      let period = try #require(periods.first { $0["kind"] as? String == "last4Weeks" })
      let own = try #require(period["studio"] as? [String: Any])
      #expect((own["players"] as? [String: Any])?["unique"] as? Int == 50)
      let counts = try #require(own["counts"] as? [String: Int])
      #expect(
        Set(counts.keys) == (kinds.count > 1 ? ["impressions", "likes", "dislikes"] : []))
      let page = try #require(
        reports.studios.developerReport("d", over: .last4Weeks, format: .html)
      ).text
      #expect(page.contains("Not recorded in this data: ") == (kinds.count > 1))
      #expect(!page.contains("<dt>Detail opens</dt>"))
      #expect(!page.contains("From card to shop"))
    }
  }

  @Test func `without users there is no claim that no one signed up`() throws {
    let document = try json(team(Self.likes, .json))
    let lacking = try #require(document["notRecorded"] as? [String])
    #expect(Set(lacking).isSuperset(of: ["signUps", "steamSyncs", "itchioSyncs"]))
    let current = try #require(document["current"] as? [String: Any])
    #expect(current["signUps"] as? String == "notRecorded" && current["sessions"] is Int)
    let days = try #require(document["days"] as? [[String: Any]])
    #expect(days.allSatisfy { $0["signUps"] == nil })
    let digest = team(Self.likes, .md).text
    #expect(digest.contains("Sign-ups are not recorded in this data."))
    #expect(!digest.contains("signed up") && !digest.contains("| Sign-ups |"))
    let page = team(Self.likes, .html).text
    #expect(page.contains("<dt>Sign-ups</dt><dd><b class=\"words\">not recorded</b>"))
    #expect(page.contains("Not recorded in this data: sign-ups."))
    #expect(!page.contains("id=\"c-signUps-t\"") && !page.contains(">Sign-ups</th>"))
  }

  @Test func `a new release has no score without likes`() throws {
    let findings = ReportWorld(events: 0).findings
    try #require(!findings.newReleases.isEmpty)
    for (kinds, isRecorded) in [(Self.likes, true), (Self.clicks, false)] {
      let files = reports(kinds).teamFiles(findings)
      let document = try #require(files.first { $0.path == "kpi.json" })
      let releases = try #require(json(document)["newReleases"] as? [[String: Any]])
      #expect(releases.allSatisfy { ($0["score"] is Double) == isRecorded })
      let kpi = try SchemaValidator(ReportSchema.kpi.document)
      #expect(try kpi.problems(of: document.bytes) == [])
    }
  }

  @Test func `the documents follow their schemas`() throws {
    for kinds in [Self.likes, Self.clicks] {
      let kpi = try SchemaValidator(ReportSchema.kpi.document)
      #expect(try kpi.problems(of: team(kinds, .json).bytes) == [])
      let report = try SchemaValidator(ReportSchema.report.document)
      #expect(try report.problems(of: studio(kinds, .json).bytes) == [])
    }
  }

  @Test func `the tables have no rate that is not recorded`() throws {
    let none = ["", "notRecorded"]
    #expect(try Double(value(Self.likes, "likeRate")[0]) ?? 0 > 0)
    #expect(try value(Self.likes, "approval") == none)
    #expect(try value(Self.likes, "dislikes") == none)
    #expect(try value(Self.clicks, "likeRate") == none)
    #expect(try value(Self.clicks, "likesPerSession") == none)
    #expect(try value(Self.likes, "count", of: "detailOpens", in: "funnel") == none)
    for (name, kinds) in [("approvalLower", Self.likes), ("likeRate", Self.clicks)] {
      let table = records(ofCSV: try studio(kinds, .csv).text)
      #expect(table[0].contains("impressions") && !table[0].contains(name))
    }
  }

  @Test func `the digests say not recorded`() throws {
    #expect(team(Self.clicks, .md).text.contains("| Like rate | not recorded | not recorded |"))
    let digest = try studio(Self.clicks, .md).text
    #expect(digest.contains("- Like rate: not recorded\n"))
    #expect(!digest.contains("0.0%") && !digest.contains("Likes:"))
  }

  @Test func `the pages say not recorded, and have no chart of the rate`() throws {
    for page in [team(Self.clicks, .html), try studio(Self.clicks, .html)] {
      #expect(page.text.contains("<dt>Like rate</dt><dd><b class=\"words\">not recorded</b>"))
      #expect(!page.text.contains(">0.0%<"), "\(page.path)")
      #expect(!page.text.contains("Like rate by week"))
    }
    let page = try studio(Self.likes, .html).text
    #expect(!page.contains("<th scope=\"row\">Detail-open rate</th>"))
    let game = try #require(
      reports(Self.clicks).studios.gameReport("g3", over: .last4Weeks, format: .html))
    #expect(game.text.contains("Likes are not recorded in this data"))
    #expect(!game.text.contains(">0.0%<"))
  }
}
