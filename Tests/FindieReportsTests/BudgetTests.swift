import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// The sizes of pages.
@Suite struct BudgetTests {
  /// The last is the longest that a title can be in a page: each of its marks takes six bytes
  /// there.
  @Test(arguments: [
    "A rather long title of the game of number", String(repeating: "\"", count: 5000),
  ])
  func `pages of many games, players and nights stay within their budgets`(
    title: String
  ) throws {
    let night = ReportWorld.night
    let games = (0..<150).map { number in
      Game(
        id: "game-\(number)", title: "\(title) \(number)",
        developerId: "d", genres: [.rpg])
    }
    var random = SeededGenerator(seed: 3)
    var tables = [EventTable(.interactions), EventTable(.analytics)]
    for number in 0..<60_000 {
      let position = number % 2
      tables[position].kinds.append(UInt8.random(in: 0..<6, using: &random))
      tables[position].milliseconds.append(
        night.adding(days: -Int.random(in: 1...90, using: &random)).start.milliseconds)
      if position == 0 {
        tables[position][.cardPosition].append(.nan)
        tables[position][.viewSeconds].append(Float.random(in: 0..<30, using: &random))
      }
      let player = Int.random(in: 0..<300, using: &random)
      let texts: [TextColumn: String] = [
        .userId: "p\(player)", .gameId: games[number / 2 % 150].id, .sessionId: "s",
        .deviceType: ["iPhone", "iPad", "Pixel"][player % 3], .appVersion: "\(player % 4).0",
        .surface: ["personal", "trending", "new"][number % 3],
        .userGenrePreferences: ["rpg", "puzzle"][player % 2],
      ]
      for column in tables[position].collection.textColumns {
        tables[position][column].append((texts[column] ?? "").utf8.span)
      }
    }
    let workers = Workers(threads: 2)
    let reports = NightReports(
      of: Catalogue(
        games: games, developers: [Developer(id: "d", studioName: "Many Games")]),
      Activity(
        interactions: tables[0], analytics: tables[1], games: games, night: night,
        workers: workers),
      StudioCounting(
        interactions: tables[0], analytics: tables[1], games: games, night: night,
        workers: workers))
    var findings = ReportWorld(events: 0).findings
    findings.health = (0..<60).map { number in
      NightHealth(
        day: night.adding(days: number - 59), cutoff: 20, ndcg: 0.12345, recall: 0.23456,
        coverage: 0.34567, gini: 0.45678, lists: findings.lists)
    }
    findings.newReleases = NewReleases(minimumPlayers: 1).list(
      Activity(
        interactions: tables[0], analytics: tables[1], games: games, night: night,
        workers: workers), games: games)
    let team = try #require(reports.teamFiles(findings).first { $0.path == "index.html" })
    #expect(team.bytes.count < 150_000)
    let files = reports.studioFiles(for: 0)
    let page = files[0]
    #expect(page.bytes.count < 250_000)
    #expect(page.bytes.count > 60_000)
    #expect(page.text.contains("games with events."))
    #expect(page.text.contains("oo few players to show"))
    // Cells of each breakdown and what is suppressed add up to the same total, but for rounding.
    let table = records(ofCSV: files[2].text)
    let (cut, impressions) = try (
      #require(table[0].firstIndex(of: "cut")), #require(table[0].firstIndex(of: "impressions"))
    )
    func sum(_ name: String) -> Int {
      table.filter { $0[0] == "studio" && $0[cut] == name }
        .reduce(0) { $0 + (Int($1[impressions]) ?? 0) }
    }
    #expect(sum("deviceType") > 1000)
    for name in ["appVersion", "surface"] { #expect(abs(sum("deviceType") - sum(name)) < 50) }
  }

  @Test func `the index of ten thousand studios is light`() throws {
    let developers = (0..<10_000).map {
      Developer(id: "dev-\($0)", studioName: "Studio with a name, no. \($0)")
    }
    let world = ReportWorld(events: 0)
    let activity = Activity(
      interactions: EventTable(.interactions), analytics: EventTable(.analytics), games: [],
      night: ReportWorld.night, workers: Workers(threads: 1))
    let reports = NightReports(
      of: Catalogue(developers: developers), activity,
      StudioCounting(
        interactions: EventTable(.interactions), analytics: EventTable(.analytics), games: [],
        night: ReportWorld.night, workers: Workers(threads: 1)))
    let files = reports.teamFiles(world.findings)
    let index = try #require(files.first { $0.path == "studios/index.html" })
    #expect(index.bytes.count < 30_000)
    let letter = try #require(files.first { $0.path == "studios/letter-s.html" })
    #expect(letter.text.components(separatedBy: "<a href=\"no-games.html\">").count - 1 == 10_000)
    let search = try #require(files.first { $0.path == "studios/search.js" })
    #expect(search.bytes.count < 500_000)
  }
}
