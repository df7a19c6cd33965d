import FindieDomain

/// The players of a studio's events of one record, for each game and for all together.
struct StudioPeople {
  let studio: StudioRows
  /// By game of the studio.
  let games: [RowsByPlayer]
  let all: RowsByPlayer
  private let isNew: [UInt32]

  /// - Parameter firstDays: by player of the record.
  init(_ rows: GameRows, _ days: ReportDays, firstDays: [Int32], _ segments: PeriodSegments) {
    let studio = StudioRows(rows, days)
    var scratch = [UInt32](repeating: 0, count: studio.players.count)
    let positions = rows.games.indices
    games = positions.map { RowsByPlayer(of: [$0], in: studio, scratch: &scratch) }
    all =
      games.count == 1
      ? games[0] : RowsByPlayer(of: Array(positions), in: studio, scratch: &scratch)
    let starts = segments.ranges.map(\.first.daysSinceEpoch)
    isNew = studio.players.map { player in
      let first = firstDays[Int(player)]
      return starts.enumerated().reduce(UInt32(0)) { set, range in
        first >= range.element ? set | 1 << UInt32(range.offset) : set
      }
    }
    self.studio = studio
  }

  func counts(_ people: RowsByPlayer, _ segments: PeriodSegments) -> PlayerCounts {
    PlayerCounts(people, in: studio, isNew: isNew, segments)
  }

  func times(
    of games: [Int], players: PlayerCounts, _ segments: PeriodSegments, _ suppression: Suppression
  ) -> [ViewTime?] {
    ViewTime.all(of: games, in: studio, players: players.viewers, segments, suppression)
  }
}
