import FindieAnalytics
import FindieDomain
import FindieText

extension StudioReport {
  /// The report as a table: the studio's headline figures, each game's totals, one row per fixed
  /// period of the studio and of each game, the studio's days, and the breakdowns of the report's
  /// period.
  var csv: CSVTable {
    var table = CSVTable(
      header: ["scope", "gameId", "title", "period", "from", "to"] + PeriodFigures.header
        + CutRows.header)
    func append(_ scope: String, _ game: Game?, _ period: String, _ figures: PeriodFigures) {
      let range = figures.rollUp.range
      table.append(
        [
          .text(scope), game.map { .text($0.id) } ?? .empty,
          game.map { .title($0.title) } ?? .empty,
          .text(period), .text(range.first.description), .text(range.last.description),
        ] + figures.cells + CutRows.blank)
    }
    append("studio", nil, "current", current)
    if let previous { append("studio", nil, "previous", previous) }
    append("studio", nil, "allTime", allTime)
    for game in games {
      append("game", game.game, "allTime", allTime(game))
    }
    appendPeriods(to: append)
    let blank = [CSVTable.Cell](
      repeating: .empty, count: PeriodFigures.header.count - Measure.allCases.count)
    for (day, tally) in zip(numbers.dayRange.days, numbers.days) where !tally.isEmpty {
      table.append(
        [
          .text("studio"), .empty, .empty, .text("day"), .text(day.description),
          .text(day.description),
        ] + Measure.allCases.map { .integer(tally[$0]) } + blank + CutRows.blank)
    }
    func appendCuts(_ scope: String, _ game: Game?, _ numbers: PeriodNumbers) {
      for row in CutRows(numbers.breakdowns).rows {
        table.append(
          [
            .text(scope), game.map { .text($0.id) } ?? .empty,
            game.map { .title($0.title) } ?? .empty, .text("cut"),
            .text(row.range.first.description), .text(row.range.last.description),
          ] + row.counts + blank + row.cells)
      }
    }
    appendCuts("studio", nil, own)
    for game in games { appendCuts("game", game.game, own(game)) }
    return table
  }

  /// One game's fixed periods and days as a table.
  func csv(of game: GameFigures) -> CSVTable {
    var table = CSVTable(
      header: ["gameId", "title", "period", "from", "to"] + PeriodFigures.header
        + CutRows.header)
    func append(_ name: String, _ range: DayRange, _ cells: [CSVTable.Cell]) {
      table.append(
        [
          .text(game.game.id), .title(game.game.title), .text(name),
          .text(range.first.description), .text(range.last.description),
        ] + cells)
    }
    let own = numbers.games[game.index]
    for (period, numbers) in zip(numbers.periods, own.periods)
    where self.numbers.coverage(of: period) != .none {
      append(
        period.name, period.range,
        figures(numbers.rollUp(over: period.range)).cells + CutRows.blank)
    }
    let blank = [CSVTable.Cell](
      repeating: .empty, count: PeriodFigures.header.count - Measure.allCases.count)
    for (day, tally) in zip(numbers.dayRange.days, own.days) where !tally.isEmpty {
      append(
        "day", DayRange(first: day, last: day),
        Measure.allCases.map { .integer(tally[$0]) } + blank + CutRows.blank)
    }
    for row in CutRows(self.own(game).breakdowns).rows {
      append("cut", row.range, row.counts + blank + row.cells)
    }
    return table
  }

  /// The fixed periods of the studio, then of each game with events in the period.
  private func appendPeriods(to append: (String, Game?, String, PeriodFigures) -> Void) {
    for (index, period) in numbers.periods.enumerated()
    where numbers.coverage(of: period) != .none {
      // Rows named "day" are the single days.
      let name = period.kind == .day ? "lastDay" : period.kind.rawValue
      let studio = numbers.studio[index]
      append("studio", nil, name, figures(studio.rollUp(over: period.range)))
      for (game, own) in zip(self.studio.games, numbers.games) where !own.periods[index].isEmpty {
        append(
          "game", game, name, figures(own.periods[index].rollUp(over: period.range)))
      }
    }
  }
}
