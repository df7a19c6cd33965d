import FindieAnalytics
import FindieDomain
import FindieReports
import FindieTestSupport
import Foundation
import Testing

@Suite struct SchemaTests {
  @Test(arguments: [0, 20, 3000])
  func `every studio's document follows the schema`(events: Int) throws {
    let schema = try SchemaValidator(ReportSchema.report.document)
    for file in try ReportWorld(events: events).files() where file.path.hasSuffix("report.json") {
      #expect(try schema.problems(of: file.bytes) == [])
    }
  }

  @Test func `the team's document follows the schema, with and without the run's results`() throws {
    let world = ReportWorld()
    let schema = try SchemaValidator(ReportSchema.kpi.document)
    let night = try #require(
      world.reports.teamFiles(world.findings).first { $0.path == "kpi.json" })
    #expect(try schema.problems(of: night.bytes) == [])
    var findings = world.findings
    findings.experiments = ["now", "soon"].map { name in
      var numbers = ExperimentNumbers()
      for player in 0..<200 {
        numbers[.likes, player % 2 == 0].add(player % 3, of: 4)
        numbers[.wishes, player % 2 == 0].add(player % 5, of: 1)
      }
      let from = world.reports.period.first.adding(days: name == "now" ? 1 : 28)
      return ExperimentResult(
        of: Experiment(name: name, share: 0.5, from: from, parameters: ["ranker": "off"]), numbers,
        before: world.reports.period.last.adding(days: 1))
    }
    let files = world.reports.teamFiles(findings)
    let tested = try #require(files.first { $0.path == "kpi.json" })
    #expect(try schema.problems(of: tested.bytes) == [])
    let page = try #require(files.first { $0.path == "index.html" }).text
    #expect(page.contains("The arm has its first lists tonight.") && page.contains("Go on: "))
    let kpis = world.reports.kpiReport(over: world.reports.period, format: .json)
    #expect(try schema.problems(of: kpis.bytes) == [])
  }

  @Test(arguments: [
    ("\"likes\":", "\"likes\":0.5,\"more\":"), ("\"studio\": ", "\"studioName\": "),
    ("\"generated\": false", "\"generated\": 0"), ("\"date\": \"", "\"date\": \"x"),
    ("\"kind\": \"isoWeek\"", "\"kind\": \"fortnight\""),
  ])
  func `the schema rejects other documents`(change: (String, String)) throws {
    let text = ReportWorld().reports.studios.files(of: 1)[1].text
      .replacingOccurrences(of: change.0, with: change.1)
    #expect(
      try !SchemaValidator(ReportSchema.report.document).problems(of: Array(text.utf8)).isEmpty)
  }

  @Test func `a game's document follows the schema`() throws {
    let schema = try SchemaValidator(ReportSchema.game.document)
    for game in ["g0", "g2", "g7"] {
      let file = try #require(
        ReportWorld().reports.studios.gameReport(game, over: .last13Weeks, format: .json))
      #expect(try schema.problems(of: file.bytes) == [])
    }
  }

  @Test(arguments: ReportSchema.allCases)
  func `schemas refer to defined types only, and say what each number means`(
    schema: ReportSchema
  ) throws {
    let text = String(decoding: schema.document, as: UTF8.self)
    for match in text.matches(of: #/#\/\$defs\/([A-Za-z]+)/#) {
      #expect(text.contains("\"\(match.output.1)\":"), "\(match.output.1)")
    }
    for measure in Measure.allCases { #expect(text.contains(measure.sentence)) }
    #expect(text.contains("\"unit\":\"share from 0 to 1\""))
  }
}
