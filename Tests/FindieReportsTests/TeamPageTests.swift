import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieWorkers
import Foundation
import Testing

/// What the team's page says besides its figures.
@Suite struct TeamPageTests {
  private let world = ReportWorld()

  private func text(_ findings: NightFindings? = nil, _ path: String = "index.html") throws
    -> String
  {
    let files = world.reports.teamFiles(findings ?? world.findings)
    return try #require(files.first { $0.path == path }).text
  }

  private func findings(failed: Int = 0) -> NightFindings {
    var findings = NightFindings()
    findings.gate = GateFixtures.gate(checks: 17, failed: failed)
    return findings
  }

  @Test func `the summary says whether the lists are published`() throws {
    let closed = findings(failed: 2)
    for path in ["index.html", "kpi.json", "digest.md"] {
      #expect(
        try text(nil, path).contains("The night’s lists are published: none of 17 checks failed."))
      #expect(try text(closed, path).contains("The night’s lists are not published: "))
    }
  }

  @Test func `the contents link to every section but the definitions`() throws {
    let page = try text()
    let contents = try #require(page.firstMatch(of: #/<nav class="toc".*?<\/nav>/#)).output
    let linked = contents.matches(of: #/href="#h-([a-z]+)"/#).map { String($0.output.1) }
    let sections = page.matches(of: #/<section aria-labelledby="h-([a-z]+)"/#)
      .map { String($0.output.1) }
    #expect(linked + ["words"] == sections)
  }

  @Test func `the discovery of the published lists is marked`() throws {
    #expect(try text().contains("<th scope=\"row\">0<small>published</small></th>"))
    #expect(try text().contains("<th scope=\"row\">0.5</th>"))
  }

  @Test func `a new release links to its studio's page`() throws {
    let release = try #require(
      world.findings.newReleases.first { ["g2", "g3"].contains($0.gameId) })
    let page = try text()
    let link = page.firstMatch(
      of: #/<a href="studios\/[^"]+\/index.html"><bdi>Game (\d)<\/bdi><\/a>/#)
    #expect(link.map { "g\($0.output.1)" } == release.gameId)
  }

  /// Forty players who like a game on one day, and a studio without a name.
  private func reports(likes: Int, of cards: Int) -> NightReports {
    let night = ReportWorld.night
    let games = [
      Game(id: "pushed", title: "Pushed", developerId: "d"),
      Game(id: "orphan", title: "Orphan", developerId: "u"),
    ]
    var table = EventTable(.interactions)
    func append(_ game: String, _ player: Int, _ action: SwipeAction) {
      table.kinds.append(action.code)
      table.milliseconds.append(night.adding(days: -3).start.milliseconds)
      table[.cardPosition].append(.nan)
      table[.viewSeconds].append(.nan)
      let texts: [TextColumn: String] = [.userId: "p\(player)", .gameId: game]
      for column in table.collection.textColumns {
        table[column].append((texts[column] ?? "").utf8.span)
      }
    }
    for number in 0..<cards { append("pushed", number, number < likes ? .like : .dislike) }
    for number in 0..<100 { append("orphan", number, number < 50 ? .like : .dislike) }
    let (workers, analytics) = (Workers(threads: 1), EventTable(.analytics))
    return NightReports(
      of: Catalogue(
        games: games,
        developers: [
          Developer(id: "d", studioName: "D"), Developer(id: "u", studioName: "Unknown Studio"),
        ]),
      Activity(
        interactions: table, analytics: analytics, games: games, night: night, workers: workers),
      StudioCounting(
        EventsByGame([table, analytics]), games: games, night: night, workers: workers))
  }

  @Test(arguments: [(40, 40, true), (30, 40, false), (20, 20, false)])
  func `a day on which nearly all cards led to a like is named`(
    likes: Int, cards: Int, isNamed: Bool
  ) throws {
    let reports = reports(likes: likes, of: cards)
    let files = reports.teamFiles(findings())
    let page = try #require(files.first { $0.path == "index.html" }).text
    #expect(page.contains("Days on which nearly all cards") == isNamed)
    let document = try #require(files.first { $0.path == "kpi.json" }).text
    #expect(
      document.contains(
        #"{"gameId":"pushed","day":"2016-07-15","likesAndSuperLikes":40,"cards":40}"#)
        == isNamed)
  }

  @Test func `a placeholder for unknown studios is not ranked`() throws {
    let files = reports(likes: 1, of: 2).teamFiles(world.findings)
    let page = try #require(files.first { $0.path == "index.html" }).text
    #expect(page.contains(", without games of unknown studios"))
    #expect(!page.contains("<bdi>Unknown Studio</bdi>"))
  }
}
