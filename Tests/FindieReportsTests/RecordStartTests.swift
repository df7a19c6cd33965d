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
    // WAU and MAU from the 7th and the 28th recorded day on.
    #expect(page.matches(of: #/name="v-c-windows">/#).count == 34)
    #expect(page.contains("; those of 28 days from the 28th recorded day on"))
    // The table has the last 28 days, or those of the record.
    let last = ReportWorld.night.adding(days: -28)
    #expect(page.contains(">\(last)</th>") && !page.contains(">\(last.adding(days: -1))</th>"))
  }

  @Test func `with fewer than 28 days the headings name them, and nothing is of 28 days`() throws {
    let world = ReportWorld(days: 20)
    let files = world.reports.teamFiles(world.findings)
    let page = try #require(files.first { $0.path == "index.html" }).text
    #expect(page.contains(">28 June – 17 July 2016. There is no earlier period to compare with"))
    #expect(page.contains(">28 June – 17 July 2016. The data does not cover the days before</h3>"))
    #expect(page.contains("were active from 28 June to 17 July 2016."))
    let tooEarly = "<dt>Stickiness</dt><dd><b class=\"words\">too early</b>"
    #expect(page.contains(tooEarly + "from the 28th recorded day on"))
    #expect(page.contains("Active in 7 days") && !page.contains("Active in 28 days"))
    let json = try #require(files.first { $0.path == "kpi.json" }).text
    #expect(json.contains("\"monthlyActive\": \"tooEarly\""))
    #expect(json.contains("\"stickiness\": \"tooEarly\""))
    let lacking = json.matches(of: #/"notRecorded": \[[^\]]*\]/#).first.map { String($0.output) }
    #expect(lacking?.contains("\"monthlyActive\"") == true)
  }

  @Test func `every shade of retention can be read, and differs from its neighbour`() throws {
    func luminance(_ colour: [Double]) -> Double {
      zip([0.2126, 0.7152, 0.0722], colour).reduce(0) { sum, part in
        let value = part.1 / 255
        return sum + part.0 * (value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
      }
    }
    func contrast(_ one: [Double], _ other: [Double]) -> Double {
      let both = [luminance(one), luminance(other)].sorted()
      return (both[1] + 0.05) / (both[0] + 0.05)
    }
    let page = ReportWorld().reports.kpiReport(
      over: ReportWorld().reports.period, format: .html
    ).text
    // The first block of colours is the light theme, the second the dark one.
    func colours(_ name: String) -> [[Double]] {
      page.matches(
        of: try! Regex("--\(name):#([0-9a-f]{3,6})[;}]", as: (Substring, Substring).self)
      )
      .map { match in
        let digits =
          match.output.1.count == 3
          ? match.output.1.flatMap { [$0, $0] } : Array(match.output.1)
        return stride(from: 0, to: 6, by: 2).map {
          Double(Int(String(digits[$0...$0 + 1]), radix: 16) ?? 0)
        }
      }
    }
    let shades = page.matches(of: #/\.h\d\{--h:(\d+)%(;color:var\(--card\))?/#).map {
      (share: (Double($0.output.1) ?? 0) / 100, isInverse: $0.output.2 != nil)
    }
    try #require(shades.count == 4)
    for theme in 0..<2 {
      let (card, hue, ink) = (colours("card")[theme], colours("a")[theme], colours("ink")[theme])
      var before = card
      for shade in shades {
        let fill = zip(hue, card).map { $0 * shade.share + $1 * (1 - shade.share) }
        #expect(contrast(shade.isInverse ? card : ink, fill) >= 4.5)
        #expect(contrast(fill, before) >= 1.2)
        before = fill
      }
    }
  }
}
