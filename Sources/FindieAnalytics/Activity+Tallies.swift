package import FindieDomain

extension Activity {
  /// The given games' measures, a day of the range each.
  package func series(of games: [Int], over range: DayRange) -> [Tally] {
    var series = [Tally](repeating: Tally(), count: range.count)
    for game in games {
      for row in rows(of: game, in: range) {
        series[Int(days[row] - range.first.daysSinceEpoch)] += Tally(ofGameDay: counts[row])
      }
    }
    return series
  }

  /// One game's measures over a range of days.
  package func tally(of game: Int, in range: DayRange) -> Tally {
    rows(of: game, in: range).reduce(into: Tally()) { $0 += Tally(ofGameDay: counts[$1]) }
  }

  /// All games' measures over a range of days, those that the catalogue lacks included.
  package func total(over range: DayRange) -> Tally {
    gameIds.indices.reduce(into: Tally()) { total, game in
      total += tally(of: game, in: range)
    }
  }

  /// All days before the night, from the first with an event; the day before the night without any.
  package var wholeRange: DayRange {
    let last = night.adding(days: -1)
    return DayRange(first: min(firstDay ?? last, last), last: last)
  }

  /// Whether the data tells when a card was seen.
  package var hasViews: Bool { counts.contains { $0[EventKind(.gameView).rawValue] > 0 } }

  /// The measures of which the data holds anything at all; others are not recorded in it.
  package func recordedMeasures() -> Set<Measure> {
    let total = total(over: wholeRange)
    return Set(Measure.allCases.filter { total[$0] > 0 })
  }
}
