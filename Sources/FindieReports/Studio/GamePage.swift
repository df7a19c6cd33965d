import FindieAnalytics
import FindieDomain
import FindieText

/// One game's report as a page, with the numbers of its studio's report.
struct GamePage {
  let report: StudioReport
  let game: StudioReport.GameFigures

  var html: HTML {
    let own = report.own(game)
    let section = GameSection(report: report, game: game)
    let cards = StudioCards(own: own, app: report.app, setting: report.setting)
    let days = DaySection(
      days: report.numbers.games[game.index].days, weeks: report.weeks(of: game),
      since: report.numbers.allTimeRange.first, setting: report.setting, id: "game")
    let period = report.period.inWords.capitalizedFirst
    return Page(
      brand: "Findie · game report", heading: game.game.title,
      title: "\(game.game.shownTitle) – Findie game report",
      subtitle: "\(period), compared with \(report.period.beforeInWords); "
        + game.status(on: report.tonight) + ".",
      isGenerated: report.setting.isGenerated,
      footer: "Findie game report, time zone \(report.numbers.timeZone). "
        + report.totalsSentence
        + report.playersSentence
        + "Numbers of fewer than \(report.numbers.minimumPlayers) players are not shown."
    ).html(
      """
      <section class="first" aria-labelledby="h-first"><h2 id="h-first" class="vh">Summary</h2>
      \(Card.html(cards.main, isLarge: true))\
      \(Page.split(days.byWeek, Places(own, setting: report.setting).html))</section>
      \(Page.section("trends", "Like rate", "\(days.likeRate)<p>\(section.standing.html)</p>"))\
      <div class="more">\(Page.section("figures", "More numbers, \(report.period.inWords)", Card.html(cards.more)))\
      \(Page.section("days", "Day by day", days.byDay))\
      \(Page.section("each", "In numbers", section.details))\
      \(report.glossary(of: report.numbers.games[game.index].periods))</div>
      """)
  }
}
