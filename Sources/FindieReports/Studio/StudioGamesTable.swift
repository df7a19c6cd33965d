import FindieAnalytics
import FindieDomain
import FindieText

struct StudioGamesTable {
  let report: StudioReport
  /// The indices of the games with a section to link to.
  let linked: Set<Int>

  private var extras: [Measure] {
    [.wishlistAdds, .externalClicks].filter { report.setting.recorded.contains($0) }
  }

  private var columns: [HTMLTable.Column] {
    guard !report.isEmpty else { return [] }
    return [
      .init("Like rate", isInterval: true), .init(report.setting.name(of: .impressions)), "Players",
    ] + extras.map { .init($0.name, isRoomy: true) } + [
      .init("Similar games", isRoomy: true, isText: true), .init("By week", isRoomy: true),
      .init("All time", isRoomy: true),
    ]
  }

  var html: HTML {
    let rows = rows
    let period = report.isEmpty ? "In the catalogue" : report.period.inWords.capitalizedFirst
    let part: HTML =
      report.games.count > rows.count ? "; first \(rows.count) of \(report.games.count) games" : ""
    return HTMLTable(
      "Your games", caption: "\(text: period)\(part)", head: "Game", columns: columns,
      leavingOut: HTMLTable.noNumber
    ).html(of: rows) { $0 }
  }

  /// The first games within the page's budget; without cells if the studio has no event.
  private var rows: [(head: HTML, cells: [HTML])] {
    var rows: [(head: HTML, cells: [HTML])] = []
    var bytes = 0
    for game in report.games.prefix(PageBudget.rows) {
      let title = HTML.title(game.game.title)
      let link: HTML =
        linked.contains(game.index) ? "<a href=\"#game-\(game.index)\">\(title)</a>" : title
      let head: HTML =
        "\(link)<small>\(text: game.status(on: report.tonight))</small>"
      let row = (head: head, cells: report.isEmpty ? [] : cells(of: game))
      bytes += row.cells.reduce(row.head.bytes.count) { $0 + $1.bytes.count }
      guard bytes < PageBudget.table else { break }
      rows.append(row)
    }
    return rows
  }

  private func cells(of game: StudioReport.GameFigures) -> [HTML] {
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
    return [
      SmallCharts.rate(.likeRate, of: own.tally, in: own.recorded),
      "\(Figure.count(own.tally[.impressions]))\(change)",
      Figure.players(own.players).html,
    ] + extras.map { Figure.count(own.tally[$0]).html } + [
      own.rate(.likeRate) == nil
        ? "" : PeriodsTable.standing(own.standing),
      sparkline(of: game),
      Figure.count(report.numbers.games[game.index].allTime[.impressions]).html,
    ]
  }

  /// Impressions by week: 90 bars would be too thin, and cost more bytes.
  private func sparkline(of game: StudioReport.GameFigures) -> HTML {
    SmallCharts.sparkline(
      report.weeks(of: game).dropFirst(report.firstRecordedWeek).map { $0.tally[.impressions] },
      of: "\(report.setting.name(of: .impressions)) per week")
  }
}
