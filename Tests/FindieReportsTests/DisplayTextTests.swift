import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieWorkers
import Foundation
import Testing

/// Texts that pages, tables and digests must not contain unchanged.
@Suite struct DisplayTextTests {
  /// A control, a C1 control, a line end, noncharacters, an override that is never ended, an
  /// isolate's end without its beginning.
  private static let hostile =
    "Star\u{0}\u{1B}\u{85}\nWar" + noncharacters + " \u{202E}exe\u{2069}=1"
  /// A literal cannot contain all of them.
  private static let noncharacters = String(
    String.UnicodeScalarView([0xFFFE, 0xFFFF, 0x1FFFE, 0xFDD0].compactMap { Unicode.Scalar($0) }))

  private static let cleaned =
    "Star\u{FFFD}\u{FFFD}  War\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD} exe=1"

  private func reports(title: String, studio: String) -> NightReports {
    let night = ReportWorld.night
    let games = [
      Game(id: "g", title: title, developerId: "d", genres: [.rpg]),
      Game(id: "h", title: "Another", developerId: "d", genres: [.rpg]),
    ]
    var table = EventTable(.interactions)
    for number in 0..<400 {
      table.kinds.append(SwipeAction.like.code)
      table.milliseconds.append(night.adding(days: -1 - number % 50).start.milliseconds)
      table[.cardPosition].append(.nan)
      table[.viewSeconds].append(.nan)
      let texts: [TextColumn: String] = [
        .userId: "p\(number % 40)", .gameId: number % 3 == 0 ? "h" : "g", .sessionId: "s",
      ]
      for column in table.collection.textColumns {
        table[column].append((texts[column] ?? "").utf8.span)
      }
    }
    let workers = Workers(threads: 1)
    let analytics = EventTable(.analytics)
    return NightReports(
      of: Catalogue(games: games, developers: [Developer(id: "d", studioName: studio)]),
      Activity(
        interactions: table, analytics: analytics, games: games, night: night, workers: workers),
      StudioCounting(
        EventsByGame([table, analytics]), games: games, night: night, workers: workers))
  }

  /// All files for one studio, its games and the team.
  private func files(title: String, studio: String) throws -> [ReportFile] {
    let reports = reports(title: title, studio: studio)
    return try reports.teamFiles(ReportWorld(events: 0).findings) + reports.studios.files(of: 0)
      + ReportFormat.allCases.flatMap { format in
        [
          try #require(reports.studios.gameReport("g", over: .last4Weeks, format: format)),
          try #require(reports.studios.developerReport("d", over: .last4Weeks, format: format)),
        ]
      }
  }

  /// Whether XML 1.0 and HTML allow it, and it changes no direction beyond its own.
  private func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0x7F...0x9F, 0xFDD0...0xFDEF, 0x202A...0x202E, 0x2066...0x2069: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }

  @Test func `no page, table or digest has a forbidden character`() throws {
    for file in try files(title: Self.hostile, studio: Self.hostile)
    where !file.path.hasSuffix(".json") {
      #expect(file.text.unicodeScalars.allSatisfy(isShown), "\(file.path)")
    }
  }

  @Test func `what is left of such a text is shown`() throws {
    let files = try files(title: Self.hostile, studio: Self.hostile)
    let page = try #require(files.first { $0.path == "game.html" }).text
    #expect(page.contains("<bdi>\(Self.cleaned)</bdi>"))
    let table = try #require(files.first { $0.path == "game.csv" }).text
    #expect(records(ofCSV: table)[1][2] == Self.cleaned)
    // One record, one line.
    #expect(records(ofCSV: table).count == table.unicodeScalars.count { $0 == "\n" })
  }

  @Test func `a document has the text as it is`() throws {
    let files = try files(title: Self.hostile, studio: Self.hostile)
    for (path, key) in [("report.json", "studio"), ("game.json", "title")] {
      let file = try #require(files.last { $0.path.hasSuffix(path) })
      let object = try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any]
      #expect(object?[key] as? String == Self.hostile, "\(path)")
    }
  }

  @Test(arguments: ["\u{202E}=1+1", "\u{1}\u{2068}=1+1", " \t=1+1", "\u{2028}@x"])
  func `a formula after hidden characters is neutralized`(title: String) throws {
    let files = try files(title: title, studio: "S")
    let table = try #require(files.first { $0.path == "game.csv" }).text
    let cell = records(ofCSV: table)[1][2].drop { $0 == " " }
    let first = try #require(cell.first)
    #expect(!"=+-@".contains(first), "\(cell)")
  }

  @Test(arguments: [
    "\u{202E}\n", String(repeating: "\u{3000}", count: 60), String(repeating: " ", count: 300),
    "\u{200B}\u{200E}\u{2060}\u{AD}\u{3164}",
  ])
  func `an invisible text is shown as Unnamed`(title: String) throws {
    let files = try files(title: title, studio: title)
    for path in ["game.html", "studios/letter-s.html", "index.html"] {
      let page = try #require(files.last { $0.path == path }).text
      #expect(page.contains("<bdi>Unnamed</bdi>"), "\(path)")
    }
  }

  // MARK: - Long texts

  private static let long = String(repeating: "Sea of 🏴‍☠️ and Ee\u{301} ", count: 250)

  @Test func `a title of thousands of characters is cut at a character, and whole for programs`()
    throws
  {
    let files = try files(title: Self.long, studio: Self.long)
    // The 119th is a space.
    let shown = Self.long.prefix(118) + "…"
    let page = try #require(files.first { $0.path == "game.html" }).text
    #expect(page.contains("<bdi>\(shown)</bdi>"))
    for file in files where file.path.hasSuffix(".html") || file.path.hasSuffix(".md") {
      #expect(!file.text.contains(Self.long.prefix(121)), "\(file.path)")
    }
    let table = try #require(files.first { $0.path == "game.csv" }).text
    #expect(records(ofCSV: table)[1][2] == Self.long)
    for path in ["game.csv", "game.json", "report.json"] {
      let file = try #require(files.last { $0.path.hasSuffix(path) })
      #expect(file.text.contains(Self.long), "\(path)")
    }
  }

  @Test(arguments: [
    (String(repeating: "a", count: 120), String(repeating: "a", count: 120)),
    (String(repeating: "a", count: 121), String(repeating: "a", count: 119) + "…"),
    (String(repeating: "語", count: 120), String(repeating: "語", count: 120)),
    (String(repeating: "語", count: 5000), String(repeating: "語", count: 119) + "…"),
    // A family is one character of 25 bytes; 480 bytes with the ellipsis hold nineteen.
    (
      String(repeating: "👨‍👩‍👧‍👦", count: 100),
      String(repeating: "👨‍👩‍👧‍👦", count: 19) + "…"
    ),
  ])
  func `120 characters are shown, and as many as 480 bytes hold`(
    title: String, shown: String
  ) throws {
    #expect(try page(of: title).contains("<h1><bdi>\(shown)</bdi></h1>"))
  }

  private func page(of title: String) throws -> String {
    let reports = reports(title: title, studio: "S")
    return try #require(reports.studios.gameReport("g", over: .last4Weeks, format: .html)).text
  }

  @Test func `one character of a thousand accents is cut too`() throws {
    func character(accents: Int) -> String { "Z" + String(repeating: "\u{301}", count: accents) }
    #expect(
      try page(of: character(accents: 5000))
        .contains("<h1><bdi>\(character(accents: 59))…</bdi></h1>"))
  }
}
