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
        + CutRow.header)
    func begin(_ scope: String, _ game: Game?, _ period: String, _ range: DayRange) {
      table.add(.text(scope))
      table.add(game.map { .text($0.id) } ?? .empty)
      table.add(game.map { .title($0.title) } ?? .empty)
      table.add(.text(period))
      table.add(range)
    }
    func append(_ scope: String, _ game: Game?, _ period: String, _ figures: PeriodFigures) {
      begin(scope, game, period, figures.rollUp.range)
      figures.add(to: &table)
      table.endWithoutCut()
    }
    append("studio", nil, "current", current)
    if let previous { append("studio", nil, "previous", previous) }
    append("studio", nil, "allTime", allTime)
    for game in games {
      append("game", game.game, "allTime", allTime(game))
    }
    appendPeriods(to: append)
    for (day, tally) in zip(numbers.dayRange.days, numbers.days) where !tally.isEmpty {
      begin("studio", nil, "day", DayRange(first: day, last: day))
      PeriodFigures.add(tally, to: &table)
      table.endWithoutCut()
    }
    func appendCuts(_ scope: String, _ game: Game?, _ numbers: PeriodNumbers) {
      for row in CutRow.all(of: numbers.breakdowns) {
        begin(scope, game, "cut", row.breakdown.range)
        row.add(to: &table)
        table.endRow()
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
        + CutRow.header)
    func begin(_ name: String, _ range: DayRange) {
      table.add(.text(game.game.id))
      table.add(.title(game.game.title))
      table.add(.text(name))
      table.add(range)
    }
    let own = numbers.games[game.index]
    for (period, numbers) in zip(numbers.periods, own.periods)
    where self.numbers.coverage(of: period) != .none {
      begin(period.name, period.range)
      figures(numbers.rollUp(over: period.range)).add(to: &table)
      table.endWithoutCut()
    }
    for (day, tally) in zip(numbers.dayRange.days, own.days) where !tally.isEmpty {
      begin("day", DayRange(first: day, last: day))
      PeriodFigures.add(tally, to: &table)
      table.endWithoutCut()
    }
    for row in CutRow.all(of: self.own(game).breakdowns) {
      begin("cut", row.breakdown.range)
      row.add(to: &table)
      table.endRow()
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

extension CSVTable {
  /// The first and the last day.
  fileprivate mutating func add(_ range: DayRange) {
    let first = range.first.description
    add(.text(first))
    add(.text(range.count == 1 ? first : range.last.description))
  }

  /// Ends a row that has no cell of a breakdown.
  fileprivate mutating func endWithoutCut() {
    addEmpty(CutRow.header.count)
    endRow()
  }
}
