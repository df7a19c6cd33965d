extension Suppression {
  /// By period, whether the view times of a studio and of each of its games are published.
  ///
  /// Views add up, so those of two overlapping periods, or of a studio and its games, give others by
  /// subtraction. A period is published if every part into which the published periods divide time has the
  /// views of 0 or at least k players. For a studio, also each suppressed game must have 0 or at least k in
  /// every such part.
  ///
  /// - Complexity: O(games × periods²) parts.
  func viewTimeDisclosures(
    studio: PlayerCounts, games: [PlayerCounts], _ segments: PeriodSegments
  ) -> (studio: [Bool], games: [[Bool]]) {
    let periods = segments.masks.count / 2
    let masks = Array(segments.masks[..<periods])
    func published(_ isPublished: (_ periods: [Int], _ parts: [UInt32]) -> Bool) -> [Bool] {
      var published: [Int] = []
      for period in Self.order(of: periods) where period < periods {
        let periods = published + [period]
        if isPublished(periods, Self.parts(of: periods.map { masks[$0] })) {
          published.append(period)
        }
      }
      return masks.indices.map { published.contains($0) }
    }
    func areEnough(_ counts: PlayerCounts, _ parts: [UInt32]) -> Bool {
      parts.allSatisfy { mayPublish(counts.viewers(in: $0)) }
    }
    let ofGames = games.map { counts in published { areEnough(counts, $1) } }
    guard games.count > 1 else {
      return (ofGames.first ?? published { areEnough(studio, $1) }, ofGames)
    }
    let ofStudio = published { periods, parts in
      areEnough(studio, parts)
        && games.indices.allSatisfy { game in
          periods.allSatisfy { ofGames[game][$0] } || areEnough(games[game], parts)
        }
    }
    return (ofStudio, ofGames)
  }

  /// The parts into which sets of segments divide each other, one bit per segment.
  private static func parts(of sets: [UInt32]) -> [UInt32] {
    sets.reduce(into: [UInt32]()) { parts, set in
      let rest = parts.reduce(set) { $0 & ~$1 }
      parts = (parts.flatMap { [$0 & set, $0 & ~set] } + [rest]).filter { $0 != 0 }
    }
  }
}
