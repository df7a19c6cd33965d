package import FindieDomain

extension Activity {
  /// What happened to the given games, together, over a range of days.
  ///
  /// - Parameter games: distinct indices.
  /// - Complexity: O(n log n) in the player-days of the games and days.
  package func rollUp(of games: [Int], over range: DayRange) -> RollUp {
    var tally = Tally()
    var seen: [EventSource: [UInt32]] = [.interactions: [], .analytics: []]
    var seconds: [Float] = []
    for game in games {
      let rows = rows(of: game, in: range)
      guard !rows.isEmpty else { continue }
      for row in rows { tally += Tally(ofGameDay: counts[row]) }
      for place in playerStarts[rows.lowerBound]..<playerStarts[rows.upperBound] {
        let isSwipe = playerKinds[place] & EventKind.bits(of: .interactions) != 0
        seen[isSwipe ? .interactions : .analytics]?.append(players[place])
      }
      seconds += viewSeconds[secondsStarts[rows.lowerBound]..<secondsStarts[rows.upperBound]]
    }
    let swipers = distinctCount(seen[.interactions] ?? [])
    let viewers = distinctCount(seen[.analytics] ?? [])
    return RollUp(
      range: range, tally: tally,
      players: PlayerCount(max(swipers, viewers), withheldBelow: RollUp.playersToTell),
      playersSource: max(swipers, viewers) == 0
        ? nil : swipers >= viewers ? .interactions : .analytics,
      medianViewSeconds: seconds.count < RollUp.playersToTell ? nil : median(of: seconds))
  }

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

  /// The measures of which the data holds anything at all; others are not recorded in it.
  package func recordedMeasures() -> Set<Measure> {
    let total = total(over: wholeRange)
    return Set(Measure.allCases.filter { total[$0] > 0 })
  }
}

private func distinctCount(_ codes: [UInt32]) -> Int {
  guard codes.count > 1 else { return codes.count }
  let sorted = codes.sorted()
  return 1 + zip(sorted, sorted.dropFirst()).count { $0 != $1 }
}

/// The middle value, or the mean of the two in the middle.
private func median(of values: [Float]) -> Double {
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1
    ? Double(sorted[middle]) : (Double(sorted[middle - 1]) + Double(sorted[middle])) / 2
}
