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
    let world = SizedWorld(studios: [150], title: title)
    let team = try #require(
      world.reports.teamFiles(world.findings).first { $0.path == "index.html" })
    #expect(team.bytes.count < 150_000)
    let files = world.reports.studios.files(of: 0)
    let page = files[0]
    #expect(page.bytes.count < 250_000)
    #expect(page.bytes.count > 60_000)
    #expect(page.text.contains("games with events."))
    #expect(page.text.contains("oo few players to show"))
    // Cells of each breakdown and what is suppressed add up to the same total, but for rounding.
    let table = records(ofCSV: files[2].text)
    let columns = table[0].indices.filter {
      ["impressions", "suppressed.impressions"].contains(table[0][$0])
    }
    #expect(columns.count == 2)
    func sum(_ name: String) -> Int {
      table.filter { $0[0] == "breakdowns" && $0[1].hasPrefix(name) }
        .reduce(0) { sum, row in columns.reduce(sum) { $0 + (Int(row[$1]) ?? 0) } }
    }
    #expect(sum("deviceType") > 1000)
    for name in ["appVersion", "surface"] { #expect(abs(sum("deviceType") - sum(name)) < 50) }
  }

  /// As many games as in the median studios of a generated catalogue.
  @Test func `the median studio's page takes at most 60 kB`() throws {
    let games = [1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 9, 20]
    let reports = SizedWorld(studios: games).reports
    let sizes = games.indices.map { reports.studios.files(of: $0)[0].bytes.count }.sorted()
    #expect(sizes[sizes.count / 2] <= 60_000, "\(sizes)")
    // A page with all parts, not one that lacks numbers.
    #expect(sizes[0] > 30_000)
  }

  @Test func `the index of ten thousand studios and its search take at most 300 kB`() throws {
    var random = SeededGenerator(seed: 11)
    let syllables = ["ka", "lor", "mi", "ten", "vor", "sha", "du", "rin", "el", "go", "pix", "ar"]
    let words = (0..<4000).map { _ in
      (0..<Int.random(in: 2...3, using: &random)).map { _ in
        syllables[Int.random(in: 0..<syllables.count, using: &random)]
      }.joined().capitalized
    }
    func name(_ count: Int) -> String {
      (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }
        .joined(separator: " ")
    }
    let developers = (0..<10_000).map { Developer(id: "dev-\($0)", studioName: name(2)) }
    let games = (0..<20_000).map {
      Game(id: "game-\($0)", title: name(2 + $0 % 2), developerId: "dev-\($0 / 2)")
    }
    // Each studio has an impression, so that its page has a path of its own.
    var table = EventTable(.analytics)
    for studio in 0..<10_000 {
      table.kinds.append(0)
      table.milliseconds.append(ReportWorld.night.adding(days: -8).start.milliseconds)
      for column in table.collection.textColumns {
        let text = column == .gameId ? "game-\(2 * studio)" : column == .userId ? "p" : ""
        table[column].append(text.utf8.span)
      }
    }
    let (swipes, workers) = (EventTable(.interactions), Workers(threads: 2))
    let reports = NightReports(
      of: Catalogue(games: games, developers: developers),
      Activity(
        interactions: swipes, analytics: table, games: games, night: ReportWorld.night,
        workers: workers),
      StudioCounting(
        EventsByGame([swipes, table]), games: games, night: ReportWorld.night,
        workers: workers))
    let files = reports.teamFiles(ReportWorld(events: 0).findings)
    let index = try #require(files.first { $0.path == "studios/index.html" })
    #expect(index.bytes.count < 30_000)
    let search = try #require(files.first { $0.path == "studios/search.js" })
    #expect(index.bytes.count + search.bytes.count <= 300_000)
    let letters = files.filter { $0.path.hasPrefix("studios/letter-") }.map(\.text).joined()
    #expect(letters.components(separatedBy: "/index.html\">").count - 1 >= 10_000)
    #expect(letters.components(separatedBy: "<a href=\"no-").count == 1)
  }
}
