import FindieTestSupport
import Foundation
import Testing

/// Whether damaged reports are found, named and repaired.
struct VerifyReportsTests {
  private static let day = "2026-04-01"
  private let sandbox: Sandbox
  private let reports: URL
  /// The path of a studio's folder from the night's.
  private let studio: String

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    try sandbox.runNight()
    reports = sandbox.folder.url.appending(path: "reports/\(Self.day)")
    let studios = reports.appending(path: "studios")
    let names = try FileManager.default.contentsOfDirectory(atPath: studios.path)
    studio = "studios/" + (try #require(names.sorted().first { !$0.contains(".") }))
  }

  private func text() throws -> String {
    try sandbox.findie(["verify", "--workspace", "workspace", "--reports", "reports"]).out
  }

  @Test func `all reports of a night are verified`() throws {
    // Ten of the team, with the index of studios, and six of each of three studios.
    #expect(try text().contains("28 reports of 1 night"))
  }

  @Test(arguments: VerifyTests.Damage.allCases)
  func `a damaged report is named, and the remedy repairs it`(
    damage: VerifyTests.Damage
  ) throws {
    let before = try sandbox.products()
    for name in ["kpi.json", "\(studio)/index.html", "\(studio)/report.json"] {
      try damage.apply(to: reports.appending(path: name))
      let (status, problems) = try sandbox.verify()
      #expect(status == 1, "\(name)")
      #expect(problems.map(\.path) == [reports.appending(path: name).path])
      #expect(problems.allSatisfy { $0.remedy.contains("--date \(Self.day) --force reports") })
      try sandbox.runNight("--date", Self.day, "--force", "reports")
      #expect(try sandbox.products() == before, "\(name)")
      #expect(try sandbox.verify().status == 0)
    }
  }

  @Test(arguments: [VerifyTests.Damage.cut, .flipped])
  func `damaged checksums are found`(damage: VerifyTests.Damage) throws {
    try damage.apply(to: reports.appending(path: "SHA256SUMS"))
    #expect(try sandbox.verify().status == 1)
  }

  @Test func `an additional file in a studio's folder is named`() throws {
    try sandbox.folder.write("", to: "reports/\(Self.day)/\(studio)/notes.txt")
    let (status, problems) = try sandbox.verify()
    #expect(status == 1)
    #expect(problems.map(\.path) == [reports.appending(path: "\(studio)/notes.txt").path])
  }

  @Test func `a damaged file of two nights is named in both, and each remedy repairs it`() throws {
    let earlier = "2026-03-31"
    // The later one again, so that its files are those of the earlier one.
    try sandbox.runNight("--date", earlier, "--publish", "anyway")
    try sandbox.runNight("--date", Self.day, "--force", "reports")
    try VerifyTests.Damage.flipped.apply(to: reports.appending(path: "definitions.json"))
    let (status, problems) = try sandbox.verify()
    #expect(status == 1)
    try #require(problems.count == 2)
    #expect(problems[0].remedy.contains("backfill --from \(earlier) --to \(earlier)"))
    #expect(problems[1].remedy.contains("--date \(Self.day) --force reports"))

    try FileManager.default.removeItem(
      at: sandbox.folder.url.appending(path: "reports/\(earlier)"))
    let made = try sandbox.findie(
      ["backfill", "--from", earlier, "--to", earlier] + sandbox.options)
    #expect(made.status == 0, "\(made.error)")
    try sandbox.runNight("--date", Self.day, "--force", "reports")
    #expect(try sandbox.verify().status == 0)
    #expect(try text().contains("56 reports of 2 nights"))
  }

  @Test func `the reports of a night that the gate stopped are verified and can be repaired`()
    throws
  {
    let sandbox = try Sandbox.withSmallWorld(days: 0..<60)
    try sandbox.runNight()
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nadvanced: {gate: {minimumPlayers: 1, maximumChanged: 0}}\n",
      to: "night.yaml")
    try sandbox.put(SmallWorld.interactions(days: 60..<90), in: "interactions/second.ndjson")
    #expect(try sandbox.night().status == 1)
    let page = sandbox.folder.url.appending(path: "reports/\(Self.day)/index.html")
    try VerifyTests.Damage.flipped.apply(to: page)
    let (status, problems) = try sandbox.verify()
    #expect(status == 1)
    #expect(problems.map(\.path) == [page.path])
    #expect(
      problems.allSatisfy {
        $0.remedy.contains("--date \(Self.day) --until reports --force reports")
      })
    try sandbox.runNight("--date", Self.day, "--until", "reports", "--force", "reports")
    #expect(try sandbox.verify().status == 0)
    #expect(try sandbox.publishedDay == "2026-03-02")
  }

  @Test func `reports that cannot be verified are listed`() throws {
    try FileManager.default.removeItem(at: reports.appending(path: "SHA256SUMS"))
    #expect(
      try text().contains(
        "SHA256SUMS: the file is missing, so the files of this folder cannot be compared"))
    // It exists after the next night.
    try sandbox.runNight()
    #expect(try text().contains("28 reports of 1 night"))
    try FileManager.default.removeItem(at: reports)
    #expect(
      try text().contains(
        "Nights without reports in \(reports.deletingLastPathComponent().path): \(Self.day). "))
    try FileManager.default.removeItem(at: sandbox.folder.url.appending(path: "reports"))
    #expect(try text().contains("The reports were not checked"))
    #expect(try sandbox.verify().status == 0)
  }
}
