import FindieAnalytics
import FindieDomain

/// The table of a studio's games.
struct StudioGamesTable {
  private let report: StudioReport

  init(_ report: StudioReport) {
    self.report = report
  }

  private var extras: [Measure] {
    [.wishlistAdds, .externalClicks].filter { report.setting.recorded.contains($0) }
  }

  var html: String {
    let shown = rows
    var caption =
      report.isEmpty ? "In the catalogue tonight" : report.period.inWords.capitalizedFirst
    if report.games.count > shown.count {
      caption += "; the first \(shown.count) of \(report.games.count) games"
    }
    guard !report.isEmpty else {
      var table = HTMLTable("Your games", caption: caption, head: "Game", columns: [])
      for row in shown { table.append(row.head, []) }
      return table.html
    }
    var table = HTMLTable(
      "Your games", caption: caption, head: "Game",
      columns: [
        .init(name: "Impressions"), .init(name: "Share"), .init(name: "Players"),
        .init(name: "Like rate", isInterval: true),
      ] + extras.map { .init(name: $0.name) } + [
        .init(name: "Among its like", isText: true), .init(name: "By week"),
        .init(name: "All time"),
      ])
    for row in shown { table.append(row.head, row.cells) }
    return table.html
  }

  /// Of the first games, as far as the page's budget goes; of a studio without any event no cells.
  private var rows: [(head: String, cells: [String])] {
    var rows: [(head: String, cells: [String])] = []
    var bytes = 0
    for game in report.games.prefix(PageBudget.rows) {
      let row = (head: head(game), cells: report.isEmpty ? [] : cells(of: game))
      bytes += row.cells.reduce(row.head.utf8.count) { $0 + $1.utf8.count }
      guard bytes < PageBudget.table else { break }
      rows.append(row)
    }
    return rows
  }

  private func head(_ game: StudioReport.GameFigures) -> String {
    "<bdi>\(escaped(game.game.shownTitle))</bdi><small>\(escaped(game.status(on: report.tonight)))</small>"
  }

  private func cells(of game: StudioReport.GameFigures) -> [String] {
    let own = report.own(game)
    var change = ""
    if let moved = own.impressionsChange, moved.isTelling {
      change = "<small>\(moved.ratio > 1 ? "▲" : "▼") \(Figure.change(moved.ratio).html)</small>"
    } else if own.before[.impressions] > 0 {
      change = "<small>before: \(Figure.count(own.before[.impressions]).html)</small>"
    }
    return [
      Figure.count(own.tally[.impressions]).html + change,
      Figure.share(own.share?.estimate).html, Figure.players(own.players).html,
      SmallCharts.rate(.likeRate, of: own.tally, in: own.recorded),
    ] + extras.map { Figure.count(own.tally[$0]).html } + [
      own.rate(.likeRate) == nil
        ? Figure.rate(.likeRate, of: own.tally, in: own.recorded).html
        : PeriodsTable.standing(own.standing),
      sparkline(of: game),
      Figure.count(report.numbers.games[game.place].allTime[.impressions]).html,
    ]
  }

  /// Impressions by week: 90 bars would not be told apart, and cost more bytes.
  private func sparkline(of game: StudioReport.GameFigures) -> String {
    let days = report.numbers.games[game.place].days
    let weeks = stride(from: days.count % 7, to: days.count, by: 7).map { start in
      days[start..<start + 7].reduce(0) { $0 + $1[.impressions] }
    }
    return SmallCharts.sparkline(weeks, of: "Impressions a week")
  }
}

extension StudioReport.GameFigures {
  /// Whether the game is out, in words.
  func status(on night: Day) -> String {
    switch game.availability(on: night) {
    case .withdrawn: return "withdrawn"
    case .announced:
      guard let release = game.releaseDate?.day else { return "announced" }
      return "announced for \(release.inWords)"
    case .out:
      let access = game.releaseStatus == .earlyAccess ? "in early access" : "out"
      guard let release = game.releaseDate?.day else { return access }
      return "\(access) since \(release.inWords)"
    }
  }
}
