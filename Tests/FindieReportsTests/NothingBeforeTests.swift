import FindieAnalytics
import FindieDomain
import FindieReports
import FindieTestSupport
import Foundation
import Testing

/// The team's period, if the data covers the previous one partly or not at all.
@Suite struct NothingBeforeTests {
  private let world = ReportWorld()

  /// The days that end with the last before the night.
  private func file(days: Int, _ format: ReportFormat) -> ReportFile {
    world.reports.kpiReport(
      over: DayRange(lastDays: days, before: ReportWorld.night), format: format)
  }

  private func json(days: Int) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(file(days: days, .json).bytes))
        as? [String: Any])
  }

  /// The longest period whose previous one is covered completely.
  private var longest: Int {
    get throws {
      try ReportWorld.night.days(since: #require(world.activity.firstDay)) / 2
    }
  }

  private let nothing = "There is no earlier period to compare with: the data starts on "

  @Test func `an earlier period is compared if the data covers it`() throws {
    let days = try longest
    #expect(try json(days: days)["previous"] is [String: Any])
    #expect(file(days: days, .md).text.contains("| Before |"))
    for format in [ReportFormat.md, .html] {
      #expect(!file(days: days, format).text.contains(nothing))
    }
  }

  @Test
  func
    `a period that the data covers in part is not compared with, and every format says why`()
    throws
  {
    let days = try longest + 1
    let document = try json(days: days)
    #expect(document["previous"] is NSNull)
    #expect(document["previousPeriod"] is NSNull)
    let sentences = try #require(document["sentences"] as? [String])
    #expect(sentences[0].contains(nothing))
    let digest = file(days: days, .md).text
    #expect(digest.contains(nothing))
    #expect(!digest.contains("Before") && !digest.contains(" up from "))
    let page = file(days: days, .html).text
    #expect(page.contains(nothing))
    #expect(!page.contains("▲ up") && !page.contains("▼ down") && !page.contains("Before"))
    let table = records(ofCSV: file(days: days, .csv).text)
    #expect(table.contains { $0[0] == "current" })
    #expect(!table.contains { $0[0] == "previous" })
  }

  @Test func `the document follows the schema`() throws {
    let schema = try SchemaValidator(ReportSchema.kpi.document)
    #expect(try schema.problems(of: file(days: longest + 1, .json).bytes) == [])
  }

  @Test func `without events there is no comparison`() {
    let page = ReportWorld(events: 0).reports.kpiReport(
      over: world.reports.period, format: .html)
    #expect(
      page.text.contains("There is no earlier period to compare with: the data has no events yet."))
  }
}
