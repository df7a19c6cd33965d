import FindieAnalytics
import FindieDomain
import FindieReports
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Reports of studios without new events.
@Suite struct RestingTests {
  @Test func `the pages of reasons are the same in every run`() throws {
    func pages(_ nightsLater: Int) throws -> [ReportFile] {
      try ReportWorld(nightsLater: nightsLater).files().filter {
        ["studios/no-events-yet.html", "studios/no-games.html"].contains($0.path)
      }
    }
    #expect(try pages(0).count == 2)
    #expect(try pages(0) == pages(1))
  }

  @Test func `without events in 13 closed weeks and since, all studios share one page`() throws {
    // The night is a Monday, and the last event is on the day before: in the first of the 13 weeks
    // until 12 weeks and 7 days later.
    #expect(ReportWorld(nightsLater: 7 * 12 + 6).reports.studios.reported == 3)
    let world = ReportWorld(nightsLater: 7 * 13)
    #expect(world.reports.studios.reported == 0)
    let paths = try world.files().map(\.path)
    #expect(paths.contains("studios/no-recent-events.html"))
    #expect(!paths.contains { $0.hasSuffix("report.json") || $0.hasSuffix("report.csv") })
  }

  @Test func `a studio's page has the same bytes within a week without events`() throws {
    let (tonight, tomorrow) = (ReportWorld(), ReportWorld(nightsLater: 1))
    let studio = try #require(tonight.reports.studios.all.firstIndex { $0.developerId == "a/b" })
    let pages = [tonight, tomorrow].map { $0.reports.studios.files(of: studio)[0] }
    #expect(pages[0].path.hasSuffix("index.html"))
    #expect(pages[0] == pages[1])
  }
}
