/// The cuts of a studio's games, with what is told of each.
///
/// Games of which a cut tells nothing alone are put together, and tell what they can as one.
struct StudioCuts: Sendable {
  /// By cut, then by game: nil where the game has no such events.
  private var games: [[ToldCut?]] = []
  /// By cut: the games together of which nothing is told alone.
  private var pools: [ToldCut?] = []

  /// - Parameter people: of each record.
  init(
    _ people: [StudioPeople], in events: [ReportEvents], _ segments: PeriodSegments,
    _ withholding: Withholding
  ) {
    for cut in Cut.allCases {
      // Cells of one cut come from one record: accounts' ids and hashes are never joined.
      let source: EventSource =
        cut == .genrePreference
          && people.contains { $0.studio.rows.source == .interactions && $0.studio.rows.count > 0 }
        ? .interactions : .analytics
      guard let record = events.firstIndex(where: { $0.source == source }),
        let column = events[record].cuts.firstIndex(where: { $0.cut == cut })
      else { continue }
      let own = people[record]
      func told(_ people: RowsByPlayer) -> ToldCut? {
        CutCounts.count(
          cut, column, names: events[record].cuts[column].names, people, in: own.studio, segments
        ).map { ToldCut($0, segments, withholding) }
      }
      let alone = own.games.map(told)
      let silent = alone.indices.filter { alone[$0]?.telling.tellsNothing ?? false }
      games.append(alone)
      pools.append(
        silent.count > 1 ? told(own.people(of: silent)) : silent.first.flatMap { alone[$0] })
    }
  }

  /// By cut: what is told of one game.
  func ofGame(_ place: Int) -> [[ToldCut]] {
    games.map { games in games[place].map { [$0] } ?? [] }
  }

  /// By cut: the games that tell something themselves, and the others together.
  var ofStudio: [[ToldCut]] {
    zip(games, pools).map { games, pool in
      games.compactMap { $0 }.filter { !$0.telling.tellsNothing } + (pool.map { [$0] } ?? [])
    }
  }
}
