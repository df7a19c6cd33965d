import FindieAnalytics
import FindieDomain
import FindieReports
import FindieTestSupport
import Foundation
import Testing

/// What studios' files say, and what they do not.
@Suite struct StudioFilesTests {
  private static func files(_ world: ReportWorld) throws -> [ReportFile] {
    try world.files().filter {
      $0.path.hasPrefix("studios/") && $0.path.split(separator: "/").count > 2
    }
  }

  /// The keys of numbers of events.
  private static let counts = Set(
    Measure.allCases.map(\.rawValue) + [
      "successes", "trials", "cards", "views", "likesAndSuperLikes", "impressionsBefore",
    ])

  private func wrong(_ value: Any, _ key: String) -> [String] {
    switch value {
    case let members as [String: Any]: return members.flatMap { wrong($1, $0) }
    case let elements as [Any]: return elements.flatMap { wrong($0, key) }
    case let number as NSNumber where Self.counts.contains(key):
      return number.doubleValue.truncatingRemainder(dividingBy: 10) == 0 ? [] : ["\(key) \(number)"]
    default: return []
    }
  }

  @Test func `with rounded totals each number of events is a multiple of k`() throws {
    let files = try Self.files(ReportWorld(totals: .rounded))
    #expect(files.count >= 9)
    var numbers = 0
    for file in files {
      if file.path.hasSuffix(".json") {
        let document = try JSONSerialization.jsonObject(with: Data(file.bytes))
        #expect(wrong(document, "") == [], "\(file.path)")
        #expect(file.text.contains("\"totals\": \"rounded\""))
      } else if file.path.hasSuffix(".csv") {
        let rows = file.text.split(separator: "\r\n").map {
          $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let header = try #require(rows.first).map(String.init)
        let columns = header.indices.filter { column in
          header[column].split(separator: ".").last.map { Self.counts.contains(String($0)) }
            ?? false
        }
        #expect(columns.count > 10)
        // A row whose title has a comma has more fields.
        for row in rows.dropFirst() where row.count == header.count {
          for column in columns where !row[column].isEmpty {
            numbers += 1
            #expect(Int(row[column]).map { $0 % 10 == 0 } ?? false, "\(row[column])")
          }
        }
      } else {
        #expect(file.text.contains("Numbers of events are rounded down to multiples of 10,"))
        let sentences = file.text.matches(
          of: #/(\d[\d,]*) (impressions|verdicts|likes|super-likes|dislikes|skips|clicks)\b/#)
        for match in sentences where match.output.1 != "30" && match.output.1 != "100" {
          let count = Int(match.output.1.filter { $0 != "," })
          #expect(count.map { $0 % 10 == 0 } ?? false, "\(file.path): \(match.output.0)")
        }
      }
    }
    #expect(numbers > 400)
    // Exact totals are not.
    let exact = try Self.files(ReportWorld())
    let documents = try exact.filter { $0.path.hasSuffix(".json") }.map {
      try JSONSerialization.jsonObject(with: Data($0.bytes))
    }
    #expect(documents.contains { !wrong($0, "").isEmpty })
  }

  @Test func `the document with rounded totals follows the schema`() throws {
    let schema = try SchemaValidator(ReportSchema.report.document)
    for file in try Self.files(ReportWorld(totals: .rounded)) where file.path.hasSuffix(".json") {
      #expect(try schema.problems(of: file.bytes) == [])
    }
  }

  @Test func `studios' files link to no other file and name no other studio`() throws {
    let world = ReportWorld()
    let files = try world.files().filter {
      $0.path.hasPrefix("studios/") && !$0.isOfIndex
    }
    #expect(
      files.contains {
        $0.path == "studios/no-events-yet.html" || $0.path == "studios/no-games.html"
      })
    for file in files {
      // Links lead to parts of the page.
      let links = file.text.matches(of: #/href="([^"]*)"/#).map { $0.output.1 }
      if file.path.hasSuffix(".html") {
        #expect(links.allSatisfy { $0.hasPrefix("#") }, "\(file.path): \(links)")
      }
      for word in [
        "../", "kpi.json", "run.json", "recipe.json", "secret-player", "workspace", "/runs/",
      ] {
        #expect(
          !file.text.contains(word) || file.text.contains("../../etc"), "\(file.path): \(word)")
      }
      let folder = file.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      for other in world.reports.studios.all where other.safeName != folder {
        // Shorter ids are words of pages too.
        guard other.developerId.count > 5 else { continue }
        #expect(!file.text.contains(other.developerId), "\(file.path): \(other.developerId)")
      }
    }
  }

  @Test func `a studio's folder links to nothing outside and names no other studio or game`() throws
  {
    let world = ReportWorld()
    for studio in world.reports.studios.all {
      let files = try #require(world.reports.studios.folder(of: studio.developerId))
      let names = files.map(\.path)
      #expect(names == ["index.html", "report.json", "report.csv", "digest.md"])
      let own = Set(studio.games.map(\.title) + [studio.name])
      let others = world.reports.studios.all.filter { $0.developerId != studio.developerId }
      let foreign = others.flatMap { $0.games.flatMap { [$0.title, $0.id] } + [$0.name] }
        .filter { $0.count > 1 && !own.contains($0) }
      for file in files {
        for match in file.text.matches(of: #/(?:href|src)="([^"]*)"/#) {
          #expect(match.output.1.hasPrefix("#"), "\(file.path): \(match.output.1)")
        }
        for name in foreign {
          let word = try Regex(
            "(?:^|[^\\w.])" + NSRegularExpression.escapedPattern(for: name) + "(?!\\w)")
          #expect(file.text.firstMatch(of: word) == nil, "\(file.path): \(name)")
        }
      }
    }
    #expect(world.reports.studios.folder(of: "nobody") == nil)
  }

  @Test func `the digest says what happened, then numbers, then at most three suggestions`() throws
  {
    let world = ReportWorld()
    let digests = try Self.files(world).filter { $0.path.hasSuffix("/digest.md") }
    #expect(digests.count == 3)
    for digest in digests {
      let parts = digest.text.components(separatedBy: "\n\n")
      #expect(parts[0].hasPrefix("# ") && parts[0].contains("the week of"))
      #expect(parts[1].hasPrefix("Your games had ") && parts[1].hasSuffix("."))
      #expect(parts[2].hasPrefix("- Verdicts: "))
      #expect(digest.text.matches(of: #/\n[0-9]\. /#).count <= 3)
      #expect(!digest.text.contains("**") && digest.bytes.count < 2000)
    }
  }
}
