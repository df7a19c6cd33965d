import FindieAnalytics
import FindieDomain
import FindieReports
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Reports of studios without new events.
@Suite struct RestingTests {
  @Test func `a studio without events has the same files in every run`() throws {
    let (tonight, tomorrow) = (ReportWorld(), ReportWorld(nightsLater: 1))
    let quiet = try #require(tonight.reports.studios.firstIndex { $0.developerId == "quiet" })
    #expect(tonight.reports.studioFiles(for: quiet) == tomorrow.reports.studioFiles(for: quiet))
    let met = try #require(tonight.reports.studios.firstIndex { $0.developerId == "a/b" })
    #expect(tonight.reports.studioFiles(for: met) != tomorrow.reports.studioFiles(for: met))
  }

  @Test func `an inactive studio has the same files from run to run`() throws {
    let nights = [300, 301, 390].map { ReportWorld(nightsLater: $0) }
    let met = try #require(nights[0].reports.studios.firstIndex { $0.developerId == "a/b" })
    let files = nights.map { $0.reports.studioFiles(for: met) }
    #expect(files[0] == files[1])
    #expect(files[0] == files[2])
    #expect(files[0][0].text.contains("No change since."))
  }
}
