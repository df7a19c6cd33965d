import FindieAnalytics
import FindieDomain

/// A studio's report as a page.
struct StudioPage {
  private let report: StudioReport

  init(_ report: StudioReport) {
    self.report = report
  }

  var html: String { Templates.render(context, with: "studio") }

  private var context: [String: Any] {
    var context: [String: Any] = [
      "css": StyleSheet.css, "brand": "Findie · studio report", "heading": report.studio.shownName,
      "pageTitle": "\(report.studio.shownName) – Findie studio report\(night)",
      "when": when, "isGenerated": report.setting.isGenerated,
      "footer":
        "Findie studio report"
        + (report.isEmpty ? "" : " for the night of \(report.night.inWords)") + ", days of "
        + "\(report.numbers.timeZone). Counts of events, and what follows from them: no player is "
        + "named, and of fewer than \(report.numbers.withheldBelow) neither their number nor any "
        + "breakdown is told. The same numbers stand beside this page in report.csv and report.json.",
      "sentences": StudioSentences(report).all.map(\.html), "isEmpty": report.isEmpty,
      "hasGames": !report.games.isEmpty,
    ]
    if !report.games.isEmpty {
      context["gamesTable"] = StudioGamesTable(report).html
      context["hasManyGames"] = report.games.count > 1
    }
    guard !report.isEmpty else { return context }
    let own = report.own
    let recorded = report.setting.recorded
    context["periodTitle"] = report.period.inWords.capitalizedFirst
    context["periodNote"] =
      "Beside \(report.period.beforeInWords). Changes have the rhythm of "
      + "the week taken out, and an interval in which the truth likely lies."
    context["cards"] = StudioCards(report).cards
    context["ever"] = ["cards": StudioCards(report).allTime]
    context["everSentence"] =
      "From \(report.numbers.allTimeRange.first.inWords), when the data begins, to "
      + "\(report.numbers.allTimeRange.last.inWords)."
    let days = DaySection(
      days: report.numbers.days, range: report.numbers.dayRange, weeks: report.weeks,
      setting: report.setting, id: "all")
    context["days"] = days.html
    context["funnel"] = PlayerFunnel(own, recorded: recorded, name: "all games").html
    context["periods"] =
      PeriodsTable(
        periods: report.numbers.periods, numbers: report.numbers.studio, name: "all games",
        recorded: recorded
      ).html
    context["cuts"] = own.breakdowns.map {
      CutTable(
        $0, of: "all games", playersToTell: report.numbers.withheldBelow,
        recorded: report.setting.recorded
      ).html
    }
    context["hasCuts"] = !own.breakdowns.isEmpty
    addSections(to: &context)
    context["sources"] = SourcesTable(own).html
    context["glossary"] = report.setting.studioGlossary
    return context
  }

  private var when: String {
    guard !report.isEmpty else { return "No player has met a card of yours yet." }
    let rest = report.numbers.isResting ? " Nothing that it tells has changed since." : ""
    return
      "\(report.period.inWords.capitalizedFirst), beside \(report.period.beforeInWords). Made in the "
      + "night of \(report.night.inWords)." + rest
  }

  /// Of a studio that nobody ever met, nothing is of a day.
  private var night: String { report.isEmpty ? "" : ", \(report.night)" }

  /// The sections of the games that were seen most, as far as the page's budget goes.
  private func addSections(to context: inout [String: Any]) {
    var sections: [[String: Any]] = []
    var bytes = 0
    let seen = report.games.filter { !report.numbers.games[$0.place].isSilent }
    for game in seen {
      let section = GameSection(report, game)
      let html = section.html
      bytes += html.utf8.count + escaped(game.game.shownTitle).utf8.count
      guard bytes < PageBudget.sections else { break }
      sections.append([
        "title": game.game.shownTitle, "status": game.status(on: report.tonight), "html": html,
      ])
    }
    context["hasSections"] = !sections.isEmpty
    context["sections"] = sections
    if sections.count < seen.count {
      context["sectionsNote"] =
        "The first \(sections.count) of \(seen.count) games that anybody met; the others stand in "
        + "report.json, and in their own pages (findie report game)."
    }
  }
}

/// How large a studio's page may be.
enum PageBudget {
  /// Of the whole page, in bytes.
  static let page = 250_000
  /// Of the sections of single games.
  static let sections = 110_000
  /// Games in the table, and the bytes of their rows.
  static let rows = 60
  static let table = 85_000
}

extension GameNumbers {
  /// Whether no period says anything of it.
  var isSilent: Bool { periods.allSatisfy(\.isEmpty) }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
