import FindieAnalytics
import FindieDomain
import FindieReports
import FindieTestSupport
import Foundation
import Testing

/// Counts every number of studios' reports in Python from the same lines, and validates every
/// document against its schema.
@Suite struct CountAgainTests {
  static let hasPython = ["/usr/bin/python3", "/usr/local/bin/python3"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private static var here: URL { URL(filePath: #filePath).deletingLastPathComponent() }

  /// Writes the reports of a folder of lines, and counts them again in Python.
  private func count(
    _ input: URL, _ night: Day, calendar: ReportCalendar, minimumPlayers: Int
  ) throws -> (status: Int32, text: String) {
    let folder = try TemporaryFolder()
    try LineWorld(input).writeReports(
      of: night, calendar: calendar, minimumPlayers: minimumPlayers, to: folder.url)
    let schema = try SchemaValidator(ReportSchema.report.document)
    for studio in try FileManager.default.contentsOfDirectory(
      at: folder.url.appending(path: "studios"), includingPropertiesForKeys: nil)
    {
      let document = try Data(contentsOf: studio.appending(path: "report.json"))
      #expect(try schema.problems(of: Array(document)) == [], "\(studio.lastPathComponent)")
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", Self.here.appending(path: "count_reports.py").path, input.path,
      folder.url.path, night.description, calendar.timeZone,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    return (process.terminationStatus, text)
  }

  @Test(
    .enabled(if: hasPython, "there is no python3 to count with"),
    .enabled(if: Tier.isCampaign, "a campaign counts the sample"))
  func `the sample's numbers are those that Python counts`() throws {
    let sample = Self.here.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Data/sample")
    let (status, text) = try count(
      sample, try #require(Day("2016-01-01")), calendar: .utc, minimumPlayers: 10)
    #expect(status == 0, "\(text)")
    #expect(text.contains("400 reports"), "\(text)")
  }

  /// New York's clocks went forward on 2016-03-13 at 07:00 UTC, and back on 2016-11-06 at 06:00.
  static let newYork = ReportCalendar(
    timeZone: "America/New_York",
    changes: [
      .init(since: .min, offset: -18_000_000),
      .init(since: 1_457_852_400_000, offset: -14_400_000),
      .init(since: 1_478_412_000_000, offset: -18_000_000),
    ])
  static let kolkata = ReportCalendar(
    timeZone: "Asia/Kolkata", changes: [.init(since: .min, offset: 19_800_000)])

  @Test(
    .enabled(if: hasPython, "there is no python3 to count with"),
    arguments: [UInt64(1), 2])
  func `generated numbers are those that Python counts, in any time zone`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let night = try #require(Day("2016-11-17"))
    try LineWorld.write(to: folder.url, before: night, seed: seed)
    let calendars = [Self.newYork, Self.kolkata, .utc]
    for calendar in Tier.isCampaign ? calendars : [calendars[Int(seed) - 1]] {
      let (status, text) = try count(
        folder.url, night, calendar: calendar, minimumPlayers: seed == 1 ? 10 : 3)
      #expect(status == 0, "\(calendar.timeZone): \(text)")
      #expect(text.contains("5 reports"), "\(calendar.timeZone): \(text)")
    }
  }
}
