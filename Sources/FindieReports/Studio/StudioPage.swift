import FindieAnalytics
import FindieDomain
import FindieText

/// A studio's report as a page.
struct StudioPage {
  private let report: StudioReport

  init(_ report: StudioReport) {
    self.report = report
  }

  var html: HTML {
    Page(
      brand: "Findie · studio report", heading: report.studio.name,
      title: "\(report.studio.shownName) – Findie studio report\(night)", subtitle: subtitle,
      isGenerated: report.setting.isGenerated, footer: footer
    ).html(
      """
      \(Page.lead(StudioSentences(report).all))\(report.isEmpty ? preview : figures)\
      \(games)\(report.isEmpty ? "" : details)
      """)
  }

  private var period: String { report.period.inWords.capitalizedFirst }

  private var subtitle: String {
    report.isEmpty
      ? "No player has seen your games yet."
      : "\(period), compared with \(report.period.beforeInWords). \(report.generatedInWords)"
  }

  /// The page of a studio without events has no date, so that it stays the same.
  private var night: String { report.isEmpty ? "" : ", \(report.night)" }

  private var footer: String {
    "Findie studio report" + (report.isEmpty ? "" : ", \(report.night.inWords)")
      + ", time zone \(report.numbers.timeZone). No player is named, and numbers and breakdowns of "
      + "fewer than \(report.numbers.minimumPlayers) players are not shown. report.csv and report.json "
      + "next to this page have the same numbers."
  }

  /// What a studio without events will find here.
  private var preview: HTML {
    Page.section(
      "soon", "What you will find here",
      """
      <ul class="facts"><li>How often your games were shown, and to how many players.</li>
      <li>How many players liked, saved or skipped each game, with a 95% interval.</li>
      <li>Changes since the four weeks before, and how your games compare with similar ones.</li>
      <li>Your audience: favourite genres, devices, and where they saw your games.</li></ul>
      <p class="note">The first numbers appear on the morning after a player first sees one of your \
      games. Numbers of players appear once there are enough players to protect their privacy.</p>

      """)
  }

  private var figures: HTML {
    let days = DaySection(
      days: report.numbers.days, range: report.numbers.dayRange, weeks: report.weeks,
      setting: report.setting, id: "all")
    let funnel = PlayerFunnel(report.own, recorded: report.setting.recorded, name: "all games")
    let periods = PeriodsTable(
      periods: report.numbers.periods, numbers: report.numbers.studio, name: "all games",
      recorded: report.setting.recorded)
    let note = Page.note(
      "Compared with \(report.period.beforeInWords). Changes are adjusted for weekdays.")
    return """
      \(Page.section("figures", period, "\(note)\(Card.html(StudioCards(report).cards))"))\
      \(Page.section("days", "Day by day", days.html))\
      \(Page.section("funnel", "From card to shop", funnel.html))\
      \(Page.section("periods", "All periods", periods.html))
      """
  }

  private var games: HTML {
    """
    \(Page.section("games", "Your games", StudioGamesTable(report).html))\
    \(report.isEmpty ? "" : Page.section("each", "Game by game", sections))
    """
  }

  private var details: HTML {
    let cuts = report.own.breakdowns.map { breakdown -> HTML in
      let table = CutTable(
        breakdown, of: "all games", minimumPlayers: report.numbers.minimumPlayers,
        recorded: report.setting.recorded)
      return "\(table.html)\n"
    }
    let audience: HTML =
      cuts.isEmpty
      ? ""
      : """
      <p class="note">All your games together, whole weeks only.</p>
      <div class="two">\(cuts)</div>
      """
    let range = report.numbers.allTimeRange
    let allTime = Page.note(
      "From \(range.first.inWords), the first day of the data, to \(range.last.inWords).")
    return """
      \(Page.section("cuts", "Your audience", audience))\
      \(Page.section("ever", "All time", "\(allTime)\(Card.html(StudioCards(report).allTime))"))\
      \(Page.section("sources", "Sources", SourcesTable(report.own).html))\
      \(report.setting.studioGlossary)
      """
  }

  /// One part per game with events, in the order of the games, within the page's budget.
  private var sections: HTML {
    var sections = HTML()
    var (count, bytes) = (0, 0)
    let seen = report.games.filter { !report.numbers.games[$0.index].isEmpty }
    for game in seen {
      let section = GameSection(report, game).html
      let title = HTML.title(game.game.title)
      bytes += section.bytes.count + title.bytes.count
      guard bytes < PageBudget.sections else { break }
      count += 1
      sections += """
        <details class="game"><summary><h3>\(title)</h3> \
        <span>\(text: game.status(on: report.tonight))</span></summary>
        \(section)</details>

        """
    }
    guard count < seen.count, count > 0 else { return sections }
    let note = Page.note(
      "The first \(count) of \(seen.count) games with events. report.json has all of them, and "
        + "findie report game writes the page of one.")
    return "\(note)\(sections)"
  }
}

/// The maximum size of a studio's page.
enum PageBudget {
  /// Bytes of the sections of single games.
  static let sections = 110_000
  /// Games in the table, and the bytes of their rows.
  static let rows = 60
  static let table = 85_000
}

extension GameNumbers {
  /// Whether no period has an event.
  var isEmpty: Bool { periods.allSatisfy(\.isEmpty) }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
