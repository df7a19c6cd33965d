import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The report of a studio without impressions in the period.
@Suite struct QuietStudioTests {
  /// Monday, 18 July 2016.
  private static let night = ReportWorld.night

  /// Sixty cards of a studio's game, the last of them forty days before the night, and each day one
  /// of another studio's.
  private func report(nightsLater: Int = 0, over kind: ReportPeriod.Kind) throws -> ReportFile {
    let games = [
      Game(id: "g", title: "Star", developerId: "d"),
      Game(id: "o", title: "Other", developerId: "e"),
    ]
    var table = EventTable(.interactions)
    func append(_ game: String, _ player: Int, _ action: SwipeAction, daysBefore: Int) {
      table.kinds.append(action.code)
      table.milliseconds.append(Self.night.adding(days: -daysBefore).start.milliseconds)
      table[.cardPosition].append(.nan)
      table[.viewSeconds].append(.nan)
      let texts: [TextColumn: String] = [.userId: "p\(player)", .gameId: game]
      for column in table.collection.textColumns {
        table[column].append((texts[column] ?? "").utf8.span)
      }
    }
    for number in 0..<60 {
      append("g", number, number % 3 == 0 ? .dislike : .like, daysBefore: 40 + number % 21)
    }
    for day in 1...70 { append("o", day, .dislike, daysBefore: day) }
    let workers = Workers(threads: 1)
    let night = Self.night.adding(days: nightsLater)
    let analytics = EventTable(.analytics)
    let reports = NightReports(
      of: Catalogue(games: games),
      Activity(
        interactions: table, analytics: analytics, games: games, night: night, workers: workers),
      StudioCounting(
        EventsByGame([table, analytics]), games: games, night: night, workers: workers))
    return try #require(reports.studios.developerReport("d", over: kind, format: .json))
  }

  private func sentences(_ file: ReportFile) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any]
    return try #require(object?["sentences"] as? [String])
  }

  /// The findings of a period, each with its numbers.
  private func findings(
    _ file: ReportFile, _ kind: ReportPeriod.Kind
  ) throws -> [(kind: String, numbers: [String: Double])] {
    let object = try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any]
    let periods = try #require(object?["periods"] as? [[String: Any]])
    let period = try #require(periods.first { $0["kind"] as? String == kind.rawValue })
    return try #require(period["findings"] as? [[String: Any]]).map { finding in
      (
        try #require(finding["kind"] as? String),
        try #require(finding["numbers"] as? [String: Double])
      )
    }
  }

  @Test func `three sentences come from three findings`() throws {
    let file = try report(over: .last4Weeks)
    #expect(
      try sentences(file) == [
        "Your games had no verdicts in the 4 weeks of 20 June – 17 July 2016, after 51 in the 4 weeks before.",
        "Since 9 May 2016, the first day of the data, they had 60 verdicts and 40 likes.",
        "Last activity: 8 June 2016, 39 days ago.",
      ])
    let findings = try findings(file, .last4Weeks)
    #expect(findings.map(\.kind) == ["quiet", "ever", "lastEvent"])
    #expect(
      findings.map(\.numbers) == [
        ["impressions": 0, "impressionsBefore": 51],
        ["impressions": 60, "likesAndSuperLikes": 40], ["daysSinceLastEvent": 39],
      ])
  }

  @Test(arguments: [0, 60, 400])
  func `every period without impressions has three findings, also for an inactive studio`(
    nights: Int
  ) throws {
    let schema = try SchemaValidator(ReportSchema.report.document)
    for kind in ReportPeriod.Kind.allCases {
      let file = try report(nightsLater: nights, over: kind)
      #expect(try schema.problems(of: file.bytes) == [])
      let (sentences, findings) = try (sentences(file), findings(file, kind))
      // Of one game there is no sentence besides.
      #expect(sentences.count == (findings.last?.kind == "noGames" ? 2 : 3), "\(kind)")
      #expect(Set(sentences).count == sentences.count, "\(kind)")
      guard findings[0].kind == "quiet" else { continue }
      #expect(findings.map(\.kind) == ["quiet", "ever", "lastEvent"])
      #expect(findings[2].numbers["daysSinceLastEvent"] ?? -1 >= 0)
    }
  }
}
