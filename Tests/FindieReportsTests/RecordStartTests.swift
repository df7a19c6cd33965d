import FindieAnalytics
import FindieDomain
import FindieReports
import Foundation
import Testing

/// Reports of data that begins within their charts: 40 days before the night, on 8 June 2016.
@Suite struct RecordStartTests {
  private let world = ReportWorld(days: 40)

  @Test func `a studio's charts begin with the first recorded week and say so`() {
    let page = world.reports.studios.files(of: 1)[0].text
    // The night is a Monday: the 40 days are in six weeks, of which the first has 5.
    let points = page.matches(of: #/name="v-c-weeks-all"><span><b>(\d) days to/#)
    #expect(points.map(\.output.1) == ["5", "7", "7", "7", "7", "7"])
    #expect(page.matches(of: #/name="v-c-rate-all"><span><b>Week to/#).count == 6)
    #expect(page.ranges(of: "<span>per week, since 8 Jun</span>").count == 2)
    #expect(page.ranges(of: "<div class=\"xs\" aria-hidden=\"true\"><span>8 Jun</span>").count == 2)
    #expect(page.contains("class=\"bar s0 part\""))
  }

  @Test func `the chart and the table of days have the last 28 days`() throws {
    let page = world.reports.studios.files(of: 1)[0].text
    let last = ReportWorld.night.adding(days: -28)
    #expect(page.contains("<span>per day</span>"))
    let table = try #require(
      page.components(separatedBy: "aria-label=\"Days, table\"").last?
        .components(separatedBy: "</table>").first)
    #expect(table.contains(">\(last)</th>") && !table.contains(">\(last.adding(days: -1))</th>"))
    let later = ReportWorld(days: 26).reports.studios.files(of: 1)[0].text
    #expect(later.contains("<span>per day, since 22 Jun</span>"))
  }

  @Test func `weeks before the record are left out`() throws {
    let page = world.reports.studios.files(of: 1)[0].text
    let table = try #require(
      page.components(separatedBy: "aria-label=\"Weeks, table\"").last?
        .components(separatedBy: "</table>").first)
    let rows = table.components(separatedBy: "<tr><th scope=\"row\">").dropFirst()
    #expect(rows.count == 6)
    #expect(rows.allSatisfy { !$0.contains("not recorded") })
  }

  @Test func `a period that ended before the record is left out, and a partial one is marked`()
    throws
  {
    // The data begins on 8 June; the second quarter ends on 30 June, the month is June.
    let file = world.reports.studios.files(of: 1)
    #expect(file[0].text.contains("Quarter<small>8 Jun – 30 Jun</small>"))
    #expect(file[1].text.contains("\"coverage\": \"partial\""))
    // From 5 July on, no quarter and no month is recorded.
    let later = ReportWorld(days: 12).reports.studios.files(of: 1)
    #expect(later[1].text.contains("\"coverage\": \"none\""))
    let page = later[0].text
    #expect(page.contains("4 weeks<small>") && !page.contains("Quarter<small>"))
    #expect(!later[2].text.contains(",quarter,"))
  }

  @Test func `the periods have no row for players that the record does not reach back to`() {
    let page = world.reports.studios.files(of: 1)[0].text
    for name in ["New players", "Returning players"] {
      #expect(!page.contains("<th scope=\"row\">\(name)</th>"), "\(name)")
    }
  }

  @Test func `charts over the whole record do not say since`() {
    #expect(!ReportWorld().reports.studios.files(of: 1)[0].text.contains("since 21 Mar"))
    #expect(!ReportWorld().reports.studios.files(of: 1)[0].text.contains(">per week, since"))
  }

  @Test func `the team's charts and table of days begin with the record`() throws {
    let files = world.reports.teamFiles(world.findings)
    let page = try #require(files.first { $0.path == "index.html" }).text
    #expect(page.contains("<span>per day, since 8 Jun</span>"))
    #expect(page.matches(of: #/name="v-c-players">/#).count == 40)
    // The table has the last 28 days, or those of the record.
    let last = ReportWorld.night.adding(days: -28)
    #expect(page.contains(">\(last)</th>") && !page.contains(">\(last.adding(days: -1))</th>"))
  }
}
