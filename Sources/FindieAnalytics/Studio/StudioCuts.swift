/// The cuts of a studio's games, with what is told of each.
///
/// Games of which a cut tells nothing alone are put together, and tell what they can as one.
struct StudioCuts: Sendable {
  /// By cut, then by game: nil where the game has no such events.
  private var games: [[ToldCut?]] = []
  /// By cut: the games together of which nothing is told alone.
  private var pools: [ToldCut?] = []

  init(
    of indices: [Int], in events: [ReportEvents], _ segments: PeriodSegments,
    _ withholding: Withholding
  ) {
    for cut in Cut.allCases {
      // Cells of one cut come from one record: accounts' ids and hashes are never joined.
      let source: EventSource =
        cut == .genrePreference
          && events.contains { events in
            events.source == .interactions && indices.contains { events.count(of: $0) > 0 }
          } ? .interactions : .analytics
      guard let record = events.first(where: { $0.source == source }) else { continue }
      func told(_ games: [Int]) -> ToldCut? {
        CutCounts.count(cut, of: games, in: record, segments)
          .map { ToldCut($0, segments, withholding) }
      }
      let own = indices.map { told([$0]) }
      let silent = indices.indices.filter { own[$0]?.telling.tellsNothing ?? false }
      games.append(own)
      pools.append(
        silent.count > 1 ? told(silent.map { indices[$0] }) : silent.first.flatMap { own[$0] })
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
