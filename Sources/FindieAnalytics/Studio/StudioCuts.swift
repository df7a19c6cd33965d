import FindieDomain

/// The breakdowns of a studio's games with their published cells. A studio's cell is the sum of its
/// games' published cells, so games that join or leave the studio do not change other cells.
struct StudioCuts: Sendable {
  private let weeks: CutWeeks
  private let suppression: Suppression
  /// By cut, then by game: nil for a game without such events.
  private var games: [[PublishedCut?]] = []
  /// The record of each cut that the events have.
  private var sources: [(cut: Cut, source: EventSource)] = []

  /// - Parameter people: by record.
  init(
    _ people: [StudioPeople], in events: [ReportEvents], weeks: CutWeeks,
    _ suppression: Suppression
  ) {
    self.weeks = weeks
    self.suppression = suppression
    let rows = people.map { own in own.games.map { WeekRows($0, in: own.studio) } }
    for cut in Cut.allCases {
      let record = events.first { $0.cuts.contains { $0.cut == cut } }
      if let record { self.sources.append((cut, record.source)) }
      // Cells of one cut come from one record, since account ids and hashes are never joined. If
      // both records have the favourite genres of players, interactions are used.
      let sources = EventSource.allCases.filter { source in
        events.contains { $0.source == source && $0.cuts.contains { $0.cut == cut } }
          && people.contains { own in
            own.studio.rows.source == source && own.studio.weeks.contains { $0 >= 0 }
          }
      }
      guard let source = sources.first,
        let record = events.firstIndex(where: { $0.source == source }),
        let column = events[record].cuts.firstIndex(where: { $0.cut == cut })
      else { continue }
      self.sources[self.sources.count - 1].source = source
      let own = people[record]
      let names = events[record].cuts[column].names
      var indices = ValueIndices(names: names.count)
      games.append(
        rows[record].map { game in
          CutCounts.count(
            cut, column, names: names, game, in: own.studio, weeks: weeks.count, suppression,
            &indices
          ).map { PublishedCut(counts: $0, disclosures: suppression.disclosures($0, weeks)) }
        })
    }
  }

  /// The published breakdowns of each game and of the studio, by period. Those of a single game are
  /// the studio's.
  func breakdowns(
    ofGames count: Int, in periods: Range<Int>
  ) -> (games: [[[Breakdown]]], studio: [[Breakdown]]) {
    let all = (0..<count).map { index in
      let own = games.map { games in games[index].map { [$0] } ?? [] }
      return periods.map { breakdowns(own, in: $0) }
    }
    guard count != 1 else { return (all, all[0]) }
    let together = games.map { $0.compactMap(\.self) }
    return (all, periods.map { breakdowns(together, in: $0) })
  }

  private func breakdowns(_ cuts: [[PublishedCut]], in period: Int) -> [Breakdown] {
    guard let window = weeks.windows[period] else { return [] }
    let own = cuts.compactMap {
      Breakdown($0, window: window.weeks, range: window.range, suppression)
    }
    // All events of a cut may be those of forgotten players.
    return sources.map { cut, source in
      own.first { $0.cut == cut } ?? Breakdown(without: cut, of: source, over: window.range)
    }
  }
}

/// The players of a studio's events of one record, for each game and for all together.
struct StudioPeople {
  let studio: StudioRows
  /// By game of the studio.
  let games: [RowsByPlayer]
  let all: RowsByPlayer
  /// By player in the studio: the ranges that do not start after the player's first day, one bit
  /// per range.
  let isNew: [UInt32]

  /// - Parameter firstDays: by player of the record.
  init(_ rows: GameRows, firstDays: [Int32], in times: ReportTimes) {
    let studio = StudioRows(rows, times.days)
    var scratch = [UInt32](repeating: 0, count: studio.players.count)
    let positions = rows.games.indices
    games = positions.map { RowsByPlayer(of: [$0], in: studio, scratch: &scratch) }
    all =
      games.count == 1
      ? games[0] : RowsByPlayer(of: Array(positions), in: studio, scratch: &scratch)
    isNew = studio.players.map { times.segments.ranges(begunOn: firstDays[Int($0)]) }
    self.studio = studio
  }
}
