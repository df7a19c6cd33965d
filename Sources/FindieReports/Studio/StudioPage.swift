import FindieAnalytics
import FindieDomain
import FindieText

/// A studio's report as a page: three numbers, a chart and suggestions first, then the details.
struct StudioPage {
  private let report: StudioReport
  private let sections: GameSections

  init(_ report: StudioReport) {
    self.report = report
    sections = GameSections(report)
  }

  private var setting: ReportSetting { report.setting }

  var html: HTML {
    Page(
      brand: "Findie · studio report", heading: report.studio.name,
      title: "\(report.studio.shownName) – Findie studio report", subtitle: subtitle,
      isGenerated: setting.isGenerated, footer: footer, links: links
    ).html(
      report.isEmpty
        ? "\(Page.lead(StudioSentences(report: report).all))\(InactivityReason.preview)\(games)"
        : "\(summary)\(trends)\(games)<div class=\"more\">\(details)</div>")
  }

  /// The days since the closed weeks.
  private var links: [Page.Link] {
    (setting.edition?.edition.end).map {
      [Page.Link(name: "Since Monday, \($0.inWords)", path: "since.html")]
    } ?? []
  }

  private var subtitle: String {
    report.isEmpty
      ? report.isNew
        ? "The first report comes with the first whole week." : "No player has seen your games yet."
      : "\(report.period.inWords.capitalizedFirst), compared with \(report.period.beforeInWords)."
  }

  private var footer: String {
    (report.editionSentence.map { $0 + " " } ?? "")
      + "Findie studio report, time zone \(report.numbers.timeZone). No player is named, and numbers and "
      + "breakdowns of fewer than \(report.numbers.minimumPlayers) players are not shown. "
      + report.playersSentence
      + report.totalsSentence
      + "report.csv and report.json next to this page have the same numbers."
  }

  private var days: DaySection {
    DaySection(
      days: report.numbers.days, weeks: report.weeks, players: report.numbers.weeks,
      since: report.numbers.allTimeRange.first, setting: setting, id: "all")
  }

  private var cards: StudioCards { StudioCards(own: report.own, app: report.app, setting: setting) }

  /// The first screen.
  private var summary: HTML {
    let sentences = StudioSentences(report: report)
    let suggestions = SuggestionSentences(report: report, linked: sections.indices).all
    let hints: HTML =
      suggestions.isEmpty
      ? "" : "<h3>Suggestions</h3><ol>\(suggestions.map { "<li>\($0.html)</li>\n" as HTML })</ol>"
    let side: HTML = "\(Places(report.own, setting: setting).html)\(hints)"
    return """
      <section class="first" aria-labelledby="h-first"><h2 id="h-first" class="vh">Summary</h2>
      \(report.own.tally.isEmpty ? Page.lead(sentences.all) : headline(sentences.all))\
      \(Page.split(days.byWeek, side))</section>

      """
  }

  /// The sentence that says most, and the numbers.
  private func headline(_ sentences: [Sentence]) -> HTML {
    let lead = sentences.prefix(1).map { "<div class=\"lead\"><p>\($0.html)</p></div>" as HTML }
    return "\(lead)\(Card.html(cards.main, isLarge: true))"
  }

  private var trends: HTML {
    Page.section(
      "trends", "Trends", "<div class=\"two\">\(days.likeRate)\(days.newAndReturning)</div>")
  }

  private var games: HTML {
    Page.section(
      "games", "Your games",
      "<div class=\"games\">\(StudioGamesTable(report: report, linked: sections.indices).html)</div>"
    )
  }

  private var details: HTML {
    let periods = PeriodsTable(
      report.numbers, report.numbers.studio, name: "all games", setting: setting)
    let followers = report.numbers.followers.map {
      Card("Followers", .players($0), change: "from the studio’s record")
    }
    let range = report.numbers.allTimeRange
    let allTime = Page.note("All days of the data, which begins on \(range.first.inWords).")
    return """
      \(Page.section("figures", "More numbers, \(report.period.inWords)", Card.html(cards.more + [followers].compactMap { $0 })))\
      \(Page.section("launch", "Launches", LaunchTable(report: report).html))\
      \(Page.section("impact", "Releases, prices and events", ImpactSection(report: report).html))\
      \(Page.section("funnel", "From card to shop", "\(PlayerFunnel(own: report.own, setting: setting, name: "all games").html)\(WishLedger(report: report, numbers: report.numbers.studio).html)\(wishCohorts)"))\
      \(Page.section("days", "Day by day", days.byDay))\
      \(Page.section("periods", "All periods", periods.html))\
      \(Page.section("cuts", "Your audience", audience))\
      \(Page.section("each", "Game by game", each))\
      \(Page.section("ever", "All time", "\(allTime)\(Card.html(StudioCards.allTime(report.numbers.allTime, setting)))"))\
      \(Page.section("sources", "Sources", SourcesNote(own: report.own, setting: setting).html))\
      \(report.glossary(of: report.numbers.studio))
      """
  }

  /// By week, the players who first wished for a game, and how many of them then went to a shop.
  /// Empty without a click to show. Weeks with too few players are left out.
  private var wishCohorts: HTML {
    let cohorts = report.numbers.wishCohorts
    guard cohorts.contains(where: { $0.clicked.contains { $0.count ?? 0 > 0 } }) else { return "" }
    return HTMLTable<WishCohort>(
      label: "From wish to shop",
      caption:
        "Players who first wished for a game in a week, newest first, and those of them who clicked through to a shop for that game by the end of the week and of later weeks. Weeks with too few players are left out",
      head: "Week to", blanks: HTML.noNumber,
      columns: [.init("Wished") { .players($0.wished) }]
        + [
          "Clicked in the week", "1 week later", "2 weeks later", "3 weeks later", "4 weeks later",
        ]
        .enumerated().map { after, name in
          .init(name) { after < $0.clicked.count ? .players($0.clicked[after]) : .none }
        }
    ) { HTML(text: $0.range.last.description) }.html(
      of: cohorts.reversed().filter { $0.wished.count ?? 0 > 0 })
  }

  private var audience: HTML {
    let cuts = CutTable.html(
      report.own.breakdowns, of: "all games", minimumPlayers: report.numbers.minimumPlayers,
      setting: setting)
    guard !cuts.isEmpty else { return "" }
    return """
      <p class="note">All your games together, whole weeks only.</p>
      \(cuts)
      """
  }

  /// The sections of the games, and a note if there are more games.
  private var each: HTML {
    guard sections.shown < sections.count, sections.shown > 0 else { return sections.html }
    let note = Page.note(
      "The first \(sections.shown) of \(sections.count) games with events. report.json has all of them."
    )
    return "\(note)\(sections.html)"
  }
}

extension StudioReport {
  /// The definitions of the numbers that the report has.
  ///
  /// - Parameter own: the numbers of the studio or game, one per period.
  func glossary(of own: [PeriodNumbers]) -> HTML {
    var absent: Set<String> = ["share"]
    if !own.contains(where: { $0.viewTime != nil }) { absent.insert("viewSeconds") }
    if !own.contains(where: { $0.adjustedRate != nil }) { absent.insert("adjustedLikeRate") }
    if numbers.followers == nil { absent.insert("followers") }
    if numbers.impacts.isEmpty { absent.insert("impacts") }
    if !self.own.tally.isEmpty { absent.insert("daysSinceLastEvent") }
    return Glossary.html(
      setting,
      Definition.studio.filter { Measure(rawValue: $0.id) == nil && !absent.contains($0.id) })
  }
}

/// The maximum size of a studio's page.
enum PageBudget {
  /// Bytes of the sections of single games.
  static let sections = 40_000
  /// Games in the table, and the bytes of their rows.
  static let rows = 60
  static let table = 80_000
}

extension GameNumbers {
  /// Whether no period has an event.
  var isEmpty: Bool { periods.allSatisfy(\.isEmpty) }
}
