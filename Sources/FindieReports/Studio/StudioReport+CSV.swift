import FindieAnalytics
import FindieDomain

extension StudioReport {
  /// The report as a table: a row a period of the studio and of each game, then the studio's days.
  var csv: CSVTable {
    var table = CSVTable(
      header: ["scope", "gameId", "title", "period", "from", "to"] + PeriodFigures.header)
    func append(_ scope: String, _ game: Game?, _ period: String, _ figures: PeriodFigures) {
      let range = figures.rollUp.range
      table.append(
        [
          .text(scope), game.map { .text($0.id) } ?? .empty, game.map { .text($0.title) } ?? .empty,
          .text(period), .text(range.first.description), .text(range.last.description),
        ] + figures.cells)
    }
    append("studio", nil, "current", current)
    append("studio", nil, "previous", previous)
    append("studio", nil, "allTime", allTime)
    for game in games {
      append("game", game.game, "current", game.current)
      append("game", game.game, "previous", game.previous)
      append("game", game.game, "allTime", game.allTime)
    }
    let blank = [CSVTable.Cell](
      repeating: .empty, count: PeriodFigures.header.count - Measure.allCases.count)
    for (day, tally) in zip(chartRange.days, days) where !tally.isEmpty {
      table.append(
        [
          .text("studio"), .empty, .empty, .text("day"), .text(day.description),
          .text(day.description),
        ] + Measure.allCases.map { .digits(String(tally[$0])) } + blank)
    }
    return table
  }
}
