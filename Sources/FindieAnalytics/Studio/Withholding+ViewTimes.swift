extension Withholding {
  /// By period, whether a studio's view times and each of its games' are told.
  ///
  /// Looks add up: those of two periods that share days, or of a studio and its games, leave the others when
  /// they are taken from each other. So a period is told where every part into which the told periods cut
  /// time has nobody's looks or those of enough players; and a studio's only where, in every such part,
  /// each game that is not told has nobody's or enough.
  ///
  /// - Complexity: O(games × periods²) parts.
  func viewTimeTellings(
    studio: PlayerCounts, games: [PlayerCounts], _ segments: PeriodSegments
  ) -> (studio: [Bool], games: [[Bool]]) {
    let periods = segments.masks.count / 2
    let masks = Array(segments.masks[..<periods])
    func told(_ isTold: (_ periods: [Int], _ parts: [UInt32]) -> Bool) -> [Bool] {
      var told: [Int] = []
      for period in Self.order(of: periods) where period < periods {
        let periods = told + [period]
        if isTold(periods, Self.parts(of: periods.map { masks[$0] })) { told.append(period) }
      }
      return masks.indices.map { told.contains($0) }
    }
    func areEnough(_ counts: PlayerCounts, _ parts: [UInt32]) -> Bool {
      parts.allSatisfy { mayTell(counts.lookers(in: $0)) }
    }
    let ofGames = games.map { counts in told { areEnough(counts, $1) } }
    guard games.count > 1 else { return (ofGames.first ?? told { areEnough(studio, $1) }, ofGames) }
    let ofStudio = told { periods, parts in
      areEnough(studio, parts)
        && games.indices.allSatisfy { game in
          periods.allSatisfy { ofGames[game][$0] } || areEnough(games[game], parts)
        }
    }
    return (ofStudio, ofGames)
  }

  /// The parts into which sets of pieces of time cut each other, a bit a piece.
  private static func parts(of sets: [UInt32]) -> [UInt32] {
    sets.reduce(into: [UInt32]()) { parts, set in
      let rest = parts.reduce(set) { $0 & ~$1 }
      parts = (parts.flatMap { [$0 & set, $0 & ~set] } + [rest]).filter { $0 != 0 }
    }
  }
}
