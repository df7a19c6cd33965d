package import FindieDomain
import FindieHistory

extension Activity {
  /// The given games' measures, one per day of the range.
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

  /// All games' measures over a range of days, including games that are not in the catalogue.
  package func total(over range: DayRange) -> Tally {
    gameIds.indices.reduce(into: Tally()) { total, game in
      total += tally(of: game, in: range)
    }
  }

  /// For each game, the distinct players with an event of one of some kinds; of the record with more of
  /// them, since ids of the two are never joined.
  ///
  /// - Parameter kinds: the bits of `EventKind`.
  /// - Complexity: O(player-days).
  func playerCounts(of kinds: UInt16) -> [Int] {
    let sources = EventSource.allCases.map { source in
      let kinds = kinds & EventKind.bits(of: source)
      // By player, the last game with the player among its own, plus one.
      var last = [Int](repeating: 0, count: presence[source]?.playerIds.count ?? 0)
      return gameIds.indices.map { game in
        var count = 0
        for row in rows(ofGames: game..<game + 1) {
          for index in playerStarts[row]..<playerStarts[row + 1]
          where playerKinds[index] & kinds != 0 && last[Int(players[index])] != game + 1 {
            last[Int(players[index])] = game + 1
            count += 1
          }
        }
        return count
      }
    }
    return gameIds.indices.map { game in sources.map { $0[game] }.max() ?? 0 }
  }

  /// All days from the first with an event to the last before the as-of day; that last day without events.
  package var wholeRange: DayRange {
    let last = night.adding(days: -1)
    return DayRange(first: min(firstDay ?? last, last), last: last)
  }

  /// Whether the data has view events.
  package var hasViews: Bool { counts.contains { $0[EventKind(.gameView).rawValue] > 0 } }

  /// The measures that the data has events of.
  package func recordedMeasures() -> Set<Measure> {
    let total = total(over: wholeRange)
    return Set(Measure.allCases.filter { total[$0] > 0 })
  }
}
