import FindieAnalytics
import FindieDomain
import FindieText

struct StudioGamesTable {
  let report: StudioReport
  /// The indices of the games with a section to link to.
  let linked: Set<Int>

  private typealias Table = HTMLTable<StudioReport.GameFigures>

  private var columns: [Table.Column] {
    guard !report.isEmpty else { return [] }
    let setting = report.setting
    return [
      .init("Like rate", isInterval: true) {
        SmallCharts.rate(.likeRate, of: report.own($0).tally, in: setting.recorded)
      },
      .init(setting.name(of: .impressions), html: impressions(of:)),
      .init("Players") { .players(report.own($0).players) },
    ]
      + [Measure.wishlistAdds, .externalClicks].filter { setting.recorded.contains($0) }.map {
        measure in
        .init(measure.name, isRoomy: true) { .count(report.own($0).tally[measure]) }
      } + [
        .init("Similar games", isRoomy: true, isText: true) { game in
          let own = report.own(game)
          return own.rate(.likeRate) == nil ? "" : PeriodsTable.standing(own.standing)
        }, .init("By week", isRoomy: true, html: sparkline(of:)),
        .init("All time", isRoomy: true) {
          .count(report.numbers.games[$0.index].allTime[.impressions])
        },
      ]
  }

  /// The first games within the page's budget; without cells if the studio has no event.
  var html: HTML {
    let (columns, name) = (columns, name(of:))
    var bytes = 0
    let games = report.games.prefix(PageBudget.rows).prefix { game in
      bytes += columns.reduce(name(game).bytes.count) { $0 + $1.cell(game).bytes.count }
      return bytes < PageBudget.table
    }
    let period = report.isEmpty ? "In the catalogue" : report.period.inWords.capitalizedFirst
    let part: HTML =
      report.games.count > games.count
      ? "; first \(games.count) of \(report.games.count) games" : ""
    return Table(
      label: "Your games", caption: "\(text: period)\(part)", head: "Game", blanks: HTML.noNumber,
      columns: columns, name: name
    ).html(of: games)
  }

  private func name(of game: StudioReport.GameFigures) -> HTML {
    let title = HTML.title(game.game.title)
    let link: HTML =
      linked.contains(game.index) ? "<a href=\"#game-\(game.index)\">\(title)</a>" : title
    return "\(link)<small>\(text: game.status(on: report.tonight))</small>"
  }

  private func impressions(of game: StudioReport.GameFigures) -> HTML {
    let own = report.own(game)
    var change: HTML = ""
    if let moved = report.numbers.movers[report.periodIndex].changes[game.index] {
      let against = own.relativeChange == nil ? "" : " relative to others"
      change = """
        <small>\(moved.ratio > 1 ? "▲" : "▼") \(Figure.change(moved.ratio))\(text: against)</small>
        """
    } else if let before = own.before?[.impressions], before > 0 {
      change = "<small>before: \(Figure.count(before))</small>"
    }
    return "\(Figure.count(own.tally[.impressions]))\(change)"
  }

  /// Impressions by week: 90 bars would be too thin, and cost more bytes.
  private func sparkline(of game: StudioReport.GameFigures) -> HTML {
    SmallCharts.sparkline(
      report.weeks(of: game).dropFirst(report.firstRecordedWeek).map { $0.tally[.impressions] },
      of: "\(report.setting.name(of: .impressions)) per week")
  }
}
