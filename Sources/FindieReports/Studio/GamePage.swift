import FindieAnalytics
import FindieDomain

/// One game's report, as its studio's has it.
struct GamePage {
  private let report: StudioReport
  private let game: StudioReport.GameFigures

  init(_ report: StudioReport, _ game: StudioReport.GameFigures) {
    self.report = report
    self.game = game
  }

  var html: String {
    let own = report.own(game)
    let section = GameSection(report, game)
    return Templates.render(
      [
        "css": StyleSheet.css, "brand": "Findie · game report", "heading": game.game.shownTitle,
        "pageTitle": "\(game.game.shownTitle) – Findie game report, \(report.night)",
        "when":
          "\(report.period.inWords.capitalizedFirst), beside \(report.period.beforeInWords); "
          + game.status(on: report.tonight) + ".",
        "isGenerated": report.setting.isGenerated,
        "footer":
          "Findie game report for the night of \(report.night.inWords), days of "
          + "\(report.numbers.timeZone). Of fewer than \(report.numbers.withheldBelow) players "
          + "nothing is told.",
        "standing": section.standing.html,
        "periodTitle": report.period.inWords.capitalizedFirst,
        "cards": StudioCards.cards(of: own, recorded: report.setting.recorded).map(\.values),
        "days": DaySection(
          days: report.numbers.games[game.place].days, range: report.numbers.dayRange,
          weeks: report.weeks(of: game), setting: report.setting, id: "game"
        ).html,
        "section": section.html, "glossary": report.setting.studioGlossary,
      ], with: "game")
  }
}
