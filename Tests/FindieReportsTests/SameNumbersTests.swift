import FindieAnalytics
import FindieReports
import Foundation
import Testing

/// All formats have the same numbers in the same digits.
@Suite struct SameNumbersTests {
  private let world = ReportWorld()

  private func shown(on page: ReportFile) -> Set<String> {
    Set(page.text.matches(of: #/<data value="([^"]*)">/#).map { String($0.output.1) })
  }

  /// The numbers of a document, not those within its texts.
  private func numbers(of document: ReportFile) -> Set<String> {
    Set(
      document.text.matches(of: #/[:\[,] ?\n? *(-?\d+(?:\.\d+)?)(?=[,\]}\n])/#).map {
        String($0.output.1)
      })
  }

  @Test(arguments: ReportPeriod.Kind.allCases)
  func `each number of a studio's page is in its document`(kind: ReportPeriod.Kind) throws {
    for studio in world.reports.studios.all {
      func file(_ format: ReportFormat) throws -> ReportFile {
        try #require(
          world.reports.studios.developerReport(studio.developerId, over: kind, format: format))
      }
      let (page, document) = (try file(.html), numbers(of: try file(.json)))
      for number in shown(on: page).subtracting(document) {
        let place = page.text.components(separatedBy: "<data value=\"\(number)\">")[0].suffix(300)
        Issue.record("\(studio.developerId): \(number) after \(place)")
      }
    }
    #expect(shown(on: world.reports.studios.files(of: 1)[0]).count > 50)
  }

  @Test func `each number of a game's page is in its document`() throws {
    for game in ["g0", "g2", "g7"] {
      func file(_ format: ReportFormat) throws -> ReportFile {
        try #require(world.reports.studios.gameReport(game, over: .last13Weeks, format: format))
      }
      #expect(shown(on: try file(.html)).subtracting(numbers(of: try file(.json))) == [])
    }
  }

  @Test func `counts and rates of a studio's document are in their line of its table`() throws {
    var compared = 0
    for studio in world.reports.studios.all {
      func file(_ format: ReportFormat) throws -> ReportFile {
        try #require(
          world.reports.studios.developerReport(
            studio.developerId, over: .last4Weeks, format: format))
      }
      let table = records(ofCSV: try file(.csv).text)
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(file(.json).bytes)) as? [String: Any])
      func compare(_ expected: [String: Any], _ isLine: ([String]) -> Bool) throws {
        guard !expected.isEmpty else { return }
        let lines = table.filter(isLine)
        try #require(lines.count == 1)
        for (key, number) in expected {
          let column = try #require(table[0].firstIndex(of: key))
          #expect(Double(lines[0][column]) == number as? Double, "\(lines[0]): \(key)")
          compared += 1
        }
      }
      for period in try #require(document["periods"] as? [[String: Any]])
      where period["coverage"] as? String != "none" {
        let kind = try #require(period["kind"] as? String)
        for game in try #require(period["games"] as? [[String: Any]]) {
          var expected = try #require(game["counts"] as? [String: Any])
          for (end, value) in game["likeRate"] as? [String: Any] ?? [:] {
            expected["likeRate" + (end == "estimate" ? "" : end.capitalized)] = value
          }
          try compare(expected) { $0[0] == kind && $0[1] == game["gameId"] as? String }
        }
      }
      for var day in try #require(document["days"] as? [[String: Any]]) {
        let name = day.removeValue(forKey: "day") as? String
        try compare(day) { $0[0] == "days" && $0[3] == name }
      }
    }
    #expect(compared > 500)
  }

  @Test func `each number of the team's page is in its document`() throws {
    let files = world.reports.teamFiles(world.findings)
    let page = shown(on: try #require(files.first { $0.path == "index.html" }))
    let document = numbers(of: try #require(files.first { $0.path == "kpi.json" }))
    #expect(page.count > 50)
    #expect(page.subtracting(document) == [])
  }

  @Test func `each number of the letters' pages is in some studio's document`() throws {
    let files = try world.files()
    let pages = files.filter { $0.path.contains("/letter-") }
    let index = pages.reduce(into: Set<String>()) { $0.formUnion(shown(on: $1)) }
    let documents = files.filter { $0.path.hasSuffix("report.json") }.map(numbers)
    #expect(index.subtracting(documents.reduce(into: []) { $0.formUnion($1) }) == [])
  }

  @Test func `each number of the digest is on the page`() throws {
    let files = world.reports.teamFiles(world.findings)
    let page = try #require(files.first { $0.path == "index.html" }).text
    let digest = try #require(files.first { $0.path == "digest.md" }).text
    let rows = digest.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    let numbers = rows.flatMap { $0.split(separator: " | ").dropFirst() }
      .map { $0.replacing(" |", with: "") }
    #expect(numbers.count > 10)
    for number in numbers where number != "–" {
      #expect(page.contains(">\(number)<") || page.contains(number), "\(number)")
    }
  }
}
