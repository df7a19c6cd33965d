import FindieAnalytics
import FindieDomain
import FindieHistory
import FindieReports
import FindieWorkers
import Testing

/// What the pages of an edition say of the days since, of a launch and of the edition.
@Suite struct EditionPagesTests {
  private static let monday = ReportWorld.night
  private static let games = [
    Game(
      id: "launch", title: "Launch", developerId: "d", releaseDate: monday.adding(days: -5).start),
    Game(id: "new", title: "New", developerId: "n"),
    Game(id: "old", title: "Old", developerId: "d"),
    Game(id: "soon", title: "Soon", developerId: "d", releaseDate: monday.adding(days: 1).start),
  ]

  /// Events of the old game in sixty days, of the launch in five, and of the new game on Monday.
  private static var swipes: EventTable {
    var table = EventTable(.interactions)
    func append(_ players: Int, _ game: String, _ days: Range<Int>) {
      for (day, player) in days.flatMap({ day in (0..<players).map { (day, $0) } }) {
        table.kinds.append(SwipeAction.like.code)
        table.milliseconds.append(monday.adding(days: day).start.milliseconds)
        table[.cardPosition].append(.nan)
        table[.viewSeconds].append(.nan)
        for column in table.collection.textColumns {
          let text = column == .userId ? "p\(player)" : column == .gameId ? game : ""
          table[column].append(text.utf8.span)
        }
      }
    }
    append(12, "old", -60..<0)
    append(40, "launch", -5..<0)
    append(9, "new", 0..<1)
    return table
  }

  /// The files of a studio as of some days after Monday, by name.
  private func files(of developer: String, _ days: Int) throws -> [String: String] {
    let night = Self.monday.adding(days: days)
    let (swipes, logs) = (Self.swipes, EventTable(.analytics))
    let workers = Workers(threads: 1)
    let catalogue = Catalogue(games: Self.games)
    let activity = Activity(
      interactions: swipes, analytics: logs, games: Self.games, night: night, workers: workers)
    let events = EventsByGame([swipes, logs])
    let reports = StudioReports(
      StudioSources(
        catalogue, prices: [], RecordedKinds(activity, catalogue),
        edition: PublishedEdition(ReportEdition(of: night, .utc), night: night)),
      lastDays: GameDays(activity, ForgottenEvents()), night: night, .utc
    ) {
      StudioCounting(events, games: Self.games, night: Self.monday, workers: workers)
    }
    let open = OpenDays(
      events, games: Self.games, night: night, StudioSetting(), workers: workers)
    let files = try #require(reports.folder(of: developer))
    return Dictionary(
      uniqueKeysWithValues: (files + reports.sheet(of: developer, open)).map { ($0.path, $0.text) })
  }

  @Test func `the sheet of a Monday says that the week has just begun`() throws {
    let begun = "The week has just begun. Its first numbers come tomorrow."
    let sheets = try [0, 1].map { try #require(try files(of: "d", $0)["since.html"]) }
    #expect(sheets[0].contains(begun))
    #expect(!sheets[1].contains(begun) && sheets[1].contains("Nothing was recorded yet."))
  }

  @Test func `a new studio has the dates of the edition`() throws {
    let own = try files(of: "n", 1)
    #expect(own["report.json"]?.contains("\"date\": \"\(Self.monday)\"") == true)
    let seen = "Players saw your games for the first time this week."
    #expect(own["index.html"]?.contains(seen) == true)
    #expect(own["since.html"]?.contains("New") == true)
  }

  @Test func `pages name the launch that has most of the rise, and no day as still to come`() throws
  {
    let own = try files(of: "d", 2)
    let page = try #require(own["index.html"])
    let part = "has most of the difference: it had 200 verdicts, after 0."
    #expect(page.contains(part) && own["digest.md"]?.contains(part) == true)
    #expect(page.contains("release on \(Self.monday.adding(days: 1).civil.day) July 2016"))
    #expect(!page.contains("announced for"))
  }

  @Test(arguments: [
    (0, "provisional, since late events may follow"), (3, "these numbers are final"),
  ])
  func `the digest says whether its numbers are final`(days: Int, words: String) throws {
    #expect(try files(of: "d", days)["digest.md"]?.contains(words) == true)
  }
}
