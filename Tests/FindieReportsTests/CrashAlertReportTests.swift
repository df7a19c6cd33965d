import FindieDomain
import FindieReports
import FindieTestSupport
import Foundation
import Testing

/// Alerts on crash-free shares, in every file of the team's report.
struct CrashAlertReportTests {
  private let world = ReportWorld()

  private func files() -> [ReportFile] {
    let metrics = (1...12).flatMap { daysAgo in
      ["", "2.<b>"].map { version in
        PartnerMetric(
          partner: "crashlytics", metric: "crashFreeUsers",
          day: ReportWorld.night.adding(days: -daysAgo), segment: version,
          value: daysAgo == 1 ? 900 : 995, total: 1000)
      }
    }
    let invites = PartnerMetric(
      partner: "plur", metric: "kFactor", day: ReportWorld.night.adding(days: -1), value: 12,
      total: 80)
    var findings = NightFindings()
    findings.partners = PartnerFindings(PartnerData(metrics: metrics + [invites]), [])
    return world.reports.teamFiles(findings)
  }

  private func text(_ path: String) throws -> String {
    try #require(files().first { $0.path == path }).text
  }

  @Test func `an alert is on the page, in the digest and in both documents`() throws {
    let all = "Crash-free users: 90.00% on"
    for path in ["kpi.json", "kpi.csv"] { #expect(try text(path).contains(all)) }
    let page = try text("index.html")
    // All versions and the version that crashes are one finding.
    #expect(page.components(separatedBy: " crashes more than before: ").count == 2)
    #expect(page.contains("Version <bdi>2.&lt;b&gt;</bdi> crashes") && !page.contains("2.<b>"))
    #expect(try text("digest.md").contains(" crashes more than before: "))
    #expect(page.contains("<td class=\"text\">All</td>"))
    #expect(try text("kpi.csv").contains(",alerts.rate,0.9,"))
  }

  @Test func `the k-factor is a mean, and has no interval of a share`() throws {
    #expect(try text("index.html").contains(/k-factor.{0,80}<td>0\.15<\/td><td>–</))
  }

  @Test func `the document follows the schema and has the page's numbers`() throws {
    let schema = try SchemaValidator(ReportSchema.kpi.document)
    let document = try #require(files().first { $0.path == "kpi.json" })
    #expect(try schema.problems(of: document.bytes) == [])
    let page = try text("index.html")
    #expect(page.contains("<data value=\"0.9\">90.00%</data>"))
  }
}
