import FindieAnalytics
import FindieDomain
import FindieText

extension StudioReport {
  /// The report as a table: the studio's headline figures, each game's totals, one row per fixed
  /// period of the studio and of each game, the studio's days, and the breakdowns of the report's
  /// period.
  var csv: CSVTable {
    var table = PeriodCSV(hasScope: true)
    table.append(current, named: "current")
    if let previous { table.append(previous, named: "previous") }
    table.append(allTime(numbers.allTime), named: "allTime")
    for game in games {
      table.append(allTime(numbers.games[game.index].allTime), named: "allTime", of: game.game)
    }
    // Of the studio, then of each game with events in the period.
    for (index, period) in recordedPeriods {
      // Rows named "day" are the single days.
      let name = period.kind == .day ? "lastDay" : period.kind.rawValue
      table.append(PeriodFigures(numbers.studio[index], over: period.range), named: name)
      for (game, own) in zip(studio.games, numbers.games) where !own.periods[index].isEmpty {
        table.append(
          PeriodFigures(own.periods[index], over: period.range), named: name, of: game)
      }
    }
    table.append(days: numbers.days, from: numbers.dayRange.first)
    table.append(own.breakdowns)
    for game in games { table.append(own(game).breakdowns, of: game.game) }
    return table.csv
  }

  /// One game's fixed periods and days as a table.
  func csv(of game: GameFigures) -> CSVTable {
    var table = PeriodCSV(hasScope: false)
    let own = numbers.games[game.index]
    for (index, period) in recordedPeriods {
      table.append(
        PeriodFigures(own.periods[index], over: period.range), named: period.name, of: game.game)
    }
    table.append(days: own.days, from: numbers.dayRange.first, of: game.game)
    table.append(self.own(game).breakdowns, of: game.game)
    return table.csv
  }

  private var recordedPeriods: [(Int, ReportPeriod)] {
    numbers.periods.enumerated().filter { numbers.coverage(of: $1) != .none }
      .map { ($0.offset, $0.element) }
  }
}

/// A table with a row for the figures of each period, and for each cell of a breakdown.
private struct PeriodCSV {
  private(set) var csv: CSVTable
  private let hasScope: Bool

  private static let cutHeader = ["cut", "value", "cutSource", "isAtLeast"]

  /// - Parameter hasScope: whether rows say if they are of the studio or of a game.
  init(hasScope: Bool) {
    self.hasScope = hasScope
    csv = CSVTable(
      header: (hasScope ? ["scope"] : []) + ["gameId", "title", "period", "from", "to"]
        + PeriodFigures.header + Self.cutHeader)
  }

  private mutating func begin(_ name: String, _ range: DayRange, of game: Game?) {
    if hasScope { csv.add(.text(game == nil ? "studio" : "game")) }
    csv.add(game.map { .text($0.id) } ?? .empty)
    csv.add(game.map { .title($0.title) } ?? .empty)
    csv.add(.text(name))
    let first = range.first.description
    csv.add(.text(first))
    csv.add(.text(range.count == 1 ? first : range.last.description))
  }

  private mutating func endWithoutCut() {
    csv.addEmpty(Self.cutHeader.count)
    csv.endRow()
  }

  /// - Parameter game: nil for the studio, here and below.
  mutating func append(_ figures: PeriodFigures, named name: String, of game: Game? = nil) {
    begin(name, figures.range, of: game)
    figures.add(to: &csv)
    endWithoutCut()
  }

  /// Appends the days with events.
  mutating func append(days: [Tally], from first: Day, of game: Game? = nil) {
    for (index, tally) in days.enumerated() where !tally.isEmpty {
      let day = first.adding(days: index)
      begin("day", DayRange(first: day, last: day), of: game)
      PeriodFigures.add(tally, to: &csv)
      endWithoutCut()
    }
  }

  mutating func append(_ breakdowns: [Breakdown], of game: Game? = nil) {
    for breakdown in breakdowns {
      for cell in breakdown.cells {
        append(breakdown, cell.value, cell.tally, isAtLeast: cell.isAtLeast, of: game)
      }
      // What is suppressed has no number if cells do not add up.
      if breakdown.isSuppressed {
        append(
          breakdown, "(suppressed)", breakdown.cut.addsUp ? breakdown.suppressed : nil,
          isAtLeast: false, of: game)
      }
    }
  }

  private mutating func append(
    _ breakdown: Breakdown, _ value: String, _ tally: Tally?, isAtLeast: Bool, of game: Game?
  ) {
    begin("cut", breakdown.range, of: game)
    PeriodFigures.add(tally, to: &csv)
    csv.add(.text(breakdown.cut.rawValue))
    csv.add(.title(value))
    csv.add(.text(breakdown.source.rawValue))
    csv.add(isAtLeast ? .text("true") : .empty)
    csv.endRow()
  }
}
