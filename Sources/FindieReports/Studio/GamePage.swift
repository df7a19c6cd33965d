import FindieAnalytics
import FindieDomain
import FindieText

/// One game's report as a page, with the numbers of its studio's report.
struct GamePage {
  private let report: StudioReport
  private let game: StudioReport.GameFigures

  init(_ report: StudioReport, _ game: StudioReport.GameFigures) {
    self.report = report
    self.game = game
  }

  var html: HTML {
    let own = report.own(game)
    let section = GameSection(report, game)
    let days = DaySection(
      days: report.numbers.games[game.index].days, range: report.numbers.dayRange,
      weeks: report.weeks(of: game), setting: report.setting, id: "game")
    let period = report.period.inWords.capitalizedFirst
    return Page(
      brand: "Findie · game report", heading: game.game.title,
      title: "\(game.game.shownTitle) – Findie game report, \(report.night)",
      subtitle: "\(period), compared with \(report.period.beforeInWords); "
        + game.status(on: report.tonight) + ".",
      isGenerated: report.setting.isGenerated,
      footer: "Findie game report, \(report.night.inWords), time zone \(report.numbers.timeZone). "
        + "Numbers of fewer than \(report.numbers.minimumPlayers) players are not shown."
    ).html(
      """
      \(Page.lead([section.standing]))\
      \(Page.section("figures", period, Card.html(StudioCards.cards(of: own, recorded: report.setting.recorded))))\
      \(Page.section("days", "Day by day", days.html))\
      \(Page.section("each", "In numbers", section.html))\
      \(report.setting.studioGlossary)
      """)
  }
}
