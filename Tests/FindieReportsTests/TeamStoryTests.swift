import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The findings on the top of the team's page, in worlds where the cause is known.
@Suite struct TeamStoryTests {
  private static let night = ReportWorld.night
  private static let names = ["a", "b", "c", "d"]

  /// What the players did with a game on a day.
  private struct GameDay {
    var likes = 10
    var dislikes = 10
    /// By the players who like the game, the first ones several times.
    var shares = 0
  }

  /// Four games with ten likes and ten dislikes on each of 63 days, each of another player.
  private func reports(
    released: Int? = nil, annotations: [Annotation] = [],
    _ change: (_ game: String, _ daysBefore: Int) -> GameDay?
  ) -> NightReports {
    let games = Self.names.map { id in
      var game = Game(id: id, title: "Game \(id)", developerId: "dev-\(id)")
      if id == "b" {
        game.releaseDate = Self.night.adding(days: -(released ?? 300)).start
      }
      return game
    }
    var table = EventTable(.interactions)
    func append(_ game: String, _ player: Int, _ action: SwipeAction, _ day: Day) {
      table.kinds.append(action.code)
      table.milliseconds.append(day.start.milliseconds)
      table[.cardPosition].append(.nan)
      table[.viewSeconds].append(.nan)
      let texts: [TextColumn: String] = [.userId: "\(game)-\(player)", .gameId: game]
      for column in table.collection.textColumns {
        table[column].append((texts[column] ?? "").utf8.span)
      }
    }
    for before in (1...63).reversed() {
      for game in Self.names {
        let counts = change(game, before) ?? GameDay()
        let day = Self.night.adding(days: -before)
        for player in 0..<counts.likes { append(game, player, .like, day) }
        for player in 0..<counts.dislikes { append(game, 10_000 + player, .dislike, day) }
        for share in 0..<counts.shares { append(game, share % counts.likes, .share, day) }
      }
    }
    let (workers, analytics) = (Workers(threads: 1), EventTable(.analytics))
    return NightReports(
      of: Catalogue(
        games: games,
        developers: games.map { Developer(id: $0.developerId, studioName: "Studio \($0.id)") },
        annotations: annotations),
      Activity(
        interactions: table, analytics: analytics, games: games, night: Self.night,
        workers: workers),
      StudioCounting(
        EventsByGame([table, analytics]), games: games, night: Self.night,
        workers: workers))
  }

  private struct Document: Decodable {
    struct Finding: Decodable {
      struct Contributor: Decodable {
        let gameId: String
        let share: Double
      }
      let kind: String
      let what: String
      let cause: String
      let page: String?
      let contributors: [Contributor]
      let alerts: [[String: String]]
      let direction: String?
      let posted: Bool
      let days: Days
      struct Days: Decodable {
        let days: Int
      }
    }
    let findings: [Finding]
  }

  private func findings(
    _ reports: NightReports, _ night: NightFindings = NightFindings()
  ) throws -> [Document.Finding] {
    let files = reports.teamFiles(night)
    let document = try #require(files.first { $0.path == "kpi.json" })
    return try JSONDecoder().decode(Document.self, from: Data(document.bytes)).findings
  }

  @Test func `a quiet week has no finding, and the page says what changed`() throws {
    let reports = reports { _, _ in nil }
    #expect(try findings(reports).isEmpty)
    let page = try #require(reports.teamFiles(NightFindings()).first { $0.path == "index.html" })
    #expect(page.text.contains("What changed") && !page.text.contains("class=\"finding\""))
    #expect(page.text.contains("No number changed clearly from "))
  }

  @Test func `a game that was pushed is one finding with all alerts of the day`() throws {
    let reports = reports { game, before in
      game == "b" && before == 2 ? GameDay(likes: 250, dislikes: 0) : nil
    }
    let found = try findings(reports)
    #expect(found.map(\.cause) == ["extremeLikeRate"])
    let first = try #require(found.first)
    #expect(first.kind == "extremeLikeRate" && first.days.days == 1)
    #expect(first.posted && first.direction == "up")
    #expect(Set(first.alerts.compactMap { $0["kpi"] }).isSuperset(of: ["likes", "dailyActive"]))
    #expect(first.contributors.map(\.gameId) == ["b"])
    #expect(first.contributors.allSatisfy { $0.share > 0.9 })
    #expect(first.page?.hasPrefix("studios/") ?? false)
    let files = reports.teamFiles(NightFindings())
    let page = try #require(files.first { $0.path == "index.html" }).text
    #expect(page.contains("possibly by fake accounts"))
    #expect(!page.contains("median absolute deviation") && !page.contains("1.4826"))
    #expect(try #require(files.first { $0.path == "digest.md" }).text.contains("Game b"))
  }

  /// With one share on usual days, many of them deviate most.
  @Test func `of the numbers that one game explains, the one that readers look at first leads`()
    throws
  {
    func first(shares: Int) throws -> Document.Finding {
      let found = try findings(
        reports { game, before in
          game == "b" && before == 2
            ? GameDay(likes: 90, dislikes: 90, shares: shares) : GameDay(shares: 1)
        })
      #expect(found.count == 1)
      return try #require(found.first)
    }
    func keys(_ finding: Document.Finding) -> [String] { finding.alerts.compactMap { $0["kpi"] } }
    let some = try first(shares: 30)
    #expect(keys(some).contains("shares") && keys(some).contains("likes"))
    #expect(keys(some).first == "dailyActive" && some.what.contains("240 daily players"))
    #expect(some.contributors.map(\.gameId) == ["b"])
    // The other numbers have less than half of this deviation.
    let many = try first(shares: 600)
    #expect(keys(many).first == "shares" && many.what.contains("603 shares"))
    #expect(keys(many).contains("dailyActive"))
  }

  @Test func `a game that players of other games join is a cause without accusing it`() throws {
    let found = try findings(
      reports { game, before in
        game == "b" && before == 1 ? GameDay(likes: 120, dislikes: 120) : nil
      })
    #expect(found.map(\.cause) == ["oneGame"])
  }

  @Test func `a release is named`() throws {
    let found = try findings(
      reports(released: 2) { game, before in
        game == "b" && before <= 2 ? GameDay(likes: 120, dislikes: 120) : nil
      })
    #expect(found.map(\.cause) == ["release"])
    // Two days with the same cause are one finding.
    #expect(found.map(\.days.days) == [2])
  }

  @Test func `an annotation of the day is the probable cause, and is in the charts`() throws {
    let day = Self.night.adding(days: -1)
    let reports = reports(annotations: [
      Annotation(id: "1", day: day, text: "Festival & more"),
      Annotation(id: "2", day: day, text: "Of a game without a rise", gameId: "c"),
      Annotation(id: "3", day: day.adding(days: -3), text: "Version 2"),
      Annotation(id: "4", day: day, text: "Withdrawn", isActive: false),
    ]) { _, before in before == 1 ? GameDay(likes: 40, dislikes: 40) : nil }
    #expect(try findings(reports).map(\.cause) == ["annotation"])
    let page = try #require(reports.teamFiles(NightFindings()).first { $0.path == "index.html" })
    #expect(page.text.contains("<p><b>Probable cause:</b> “<bdi>Festival &amp; more</bdi>” on "))
    #expect(page.text.contains("<bdi>Version 2</bdi></li>"))
    #expect(page.text.contains("<i class=\"mark\"") && !page.text.contains("Withdrawn"))
  }

  @Test func `a general rise has no game`() throws {
    let found = try findings(
      reports { _, before in before == 1 ? GameDay(likes: 40, dislikes: 40) : nil })
    #expect(found.map(\.cause) == ["unknown"])
    #expect(found.map(\.contributors.count) == [0])
  }

  @Test func `a day without most of its events is missing data`() throws {
    let found = try findings(
      reports { _, before in before == 3 ? GameDay(likes: 1, dislikes: 1) : nil })
    #expect(found.map(\.kind) == ["missingEvents"] && found.map(\.cause) == ["missingEvents"])
  }

  @Test func `lists that were held back come first`() throws {
    var night = NightFindings()
    night.gate = GateFixtures.gate(checks: 17, failed: 2)
    let found = try findings(
      reports { _, before in before == 1 ? GameDay(likes: 40, dislikes: 40) : nil }, night)
    #expect(found.map(\.kind) == ["listsHeldBack", "unusualDay"])
  }

  /// A rise of one game and a fall of the like rate on one day.
  @Test func `opposite directions of a day are two findings`() throws {
    let found = try findings(
      reports { game, before in
        before == 1 ? GameDay(likes: 10, dislikes: game == "b" ? 200 : 10) : nil
      })
    #expect(found.map(\.direction).sorted { $0 ?? "" < $1 ?? "" } == ["down", "up"])
    #expect(found.allSatisfy { Set($0.alerts.compactMap { $0["day"] }).count == 1 })
    let down = try #require(found.first { $0.direction == "down" })
    #expect(down.alerts.map { $0["kpi"] } == ["likeRate"])
    #expect(down.what.contains("unusually low"))
  }

  @Test func `possible fraud and missing data come before unusual days`() throws {
    let found = try findings(
      reports { game, before in
        switch before {
        case 1: GameDay(likes: 60, dislikes: 60)
        case 4: GameDay(likes: 1, dislikes: 1)
        case 6: game == "b" ? GameDay(likes: 150, dislikes: 0) : nil
        default: nil
        }
      })
    #expect(found.map(\.kind) == ["extremeLikeRate", "missingEvents", "unusualDay"])
  }

  /// The late events of each night, of 1000 new ones.
  private func late(_ nights: Int...) throws -> [String] {
    var night = NightFindings()
    night.health = nights.indices.map { index in
      NightHealth(
        day: Self.night.adding(days: index + 1 - nights.count), cutoff: 20, ndcg: nil, recall: nil,
        coverage: nil, gini: nil, lists: night.lists, accepted: 1000 * (index + 1),
        late: nights[...index].reduce(0, +))
    }
    return try findings(reports { _, _ in nil }, night).map(\.kind)
  }

  @Test func `late events of the night are a finding from one hundredth on`() throws {
    #expect(try late(0, 9) == [])
    #expect(try late(0, 10) == ["lateEvents"])
  }

  @Test func `late events are found once, and a usual share is not`() throws {
    #expect(try late(0, 0, 940, 0) == [])
    #expect(try late(940) == [])
    #expect(try late(0, 20, 22, 21, 20) == [])
    #expect(try late(0, 20, 22, 21, 50) == ["lateEvents"])
  }
}
