import FindieTestSupport
import Foundation
import Testing

/// Whether damage of the reports is found, named, and made good.
struct VerifyReportsTests {
  private static let day = "2026-04-01"
  private let place: Place
  private let reports: URL
  /// The path of a studio's folder from the night's.
  private let studio: String

  init() throws {
    place = try Place.withSmallWorld()
    try place.goodNight()
    reports = place.folder.url.appending(path: "reports/\(Self.day)")
    let studios = reports.appending(path: "studios")
    let names = try FileManager.default.contentsOfDirectory(atPath: studios.path)
    studio = "studios/" + (try #require(names.sorted().first { $0 != "index.html" }))
  }

  private func text() throws -> String {
    try place.findie(["verify", "--workspace", "workspace", "--reports", "reports"]).out
  }

  @Test func `all reports of a night are looked at`() throws {
    // Eight of the team, and three of each of three studios.
    #expect(try text().contains("17 reports of 1 night"))
  }

  @Test(arguments: VerifyTests.Damage.allCases)
  func `a damaged report is named, and the remedy makes it good`(
    damage: VerifyTests.Damage
  ) throws {
    let before = try place.products()
    for name in ["kpi.json", "\(studio)/index.html", "\(studio)/report.json"] {
      try damage.apply(to: reports.appending(path: name))
      let (status, problems) = try place.verify()
      #expect(status == 1, "\(name)")
      #expect(problems.map(\.path) == [reports.appending(path: name).path])
      #expect(problems.allSatisfy { $0.remedy.contains("--date \(Self.day) --force reports") })
      try place.goodNight("--date", Self.day, "--force", "reports")
      #expect(try place.products() == before, "\(name)")
      #expect(try place.verify().status == 0)
    }
  }

  @Test(arguments: [VerifyTests.Damage.cut, .flipped])
  func `damaged checksums are found`(damage: VerifyTests.Damage) throws {
    try damage.apply(to: reports.appending(path: "SHA256SUMS"))
    #expect(try place.verify().status == 1)
  }

  @Test func `a file too many in a studio's folder is named`() throws {
    try place.folder.write("", to: "reports/\(Self.day)/\(studio)/notes.txt")
    let (status, problems) = try place.verify()
    #expect(status == 1)
    #expect(problems.map(\.path) == [reports.appending(path: "\(studio)/notes.txt").path])
  }

  @Test func `a file of two nights is named in both, and each remedy makes it good`() throws {
    let earlier = "2026-03-31"
    // The later one again, so that its files are those of the earlier one.
    try place.goodNight("--date", earlier)
    try place.goodNight("--date", Self.day, "--force", "reports")
    try VerifyTests.Damage.flipped.apply(to: reports.appending(path: "definitions.json"))
    let (status, problems) = try place.verify()
    #expect(status == 1)
    try #require(problems.count == 2)
    #expect(problems[0].remedy.contains("backfill --from \(earlier) --to \(earlier)"))
    #expect(problems[1].remedy.contains("--date \(Self.day) --force reports"))

    try FileManager.default.removeItem(
      at: place.folder.url.appending(path: "reports/\(earlier)"))
    let made = try place.findie(["backfill", "--from", earlier, "--to", earlier] + place.options)
    #expect(made.status == 0, "\(made.error)")
    try place.goodNight("--date", Self.day, "--force", "reports")
    #expect(try place.verify().status == 0)
    #expect(try text().contains("34 reports of 2 nights"))
  }

  @Test func `the reports of a night that the gate stopped are looked at, and made again`() throws {
    let place = try Place.withSmallWorld(days: 0..<60)
    try place.goodNight()
    try place.folder.write(
      "als: {rank: 4, iterations: 2}\nadvanced: {gate: {minimumPlayers: 1, maximumChanged: 0}}\n",
      to: "night.yaml")
    try place.put(SmallWorld.interactions(days: 60..<90), in: "interactions/second.ndjson")
    #expect(try place.night().status == 1)
    let page = place.folder.url.appending(path: "reports/\(Self.day)/index.html")
    try VerifyTests.Damage.flipped.apply(to: page)
    let (status, problems) = try place.verify()
    #expect(status == 1)
    #expect(problems.map(\.path) == [page.path])
    #expect(
      problems.allSatisfy {
        $0.remedy.contains("--date \(Self.day) --until reports --force reports")
      })
    try place.goodNight("--date", Self.day, "--until", "reports", "--force", "reports")
    #expect(try place.verify().status == 0)
    #expect(try place.list("recommendations").first?["date"] as? String == "2026-03-02")
  }

  @Test func `what cannot be looked at is said`() throws {
    try FileManager.default.removeItem(at: reports.appending(path: "SHA256SUMS"))
    #expect(
      try text().contains(
        "SHA256SUMS: the file is missing, so the files of this folder cannot be compared"))
    // It is there after the next night.
    try place.goodNight()
    #expect(try text().contains("17 reports of 1 night"))
    try FileManager.default.removeItem(at: reports)
    #expect(try text().contains("Nights without reports: \(Self.day)"))
    try FileManager.default.removeItem(at: place.folder.url.appending(path: "reports"))
    #expect(try text().contains("The reports were not checked"))
    #expect(try place.verify().status == 0)
  }
}
