import FindieDomain

/// The cuts of a studio's games, with what is told of each: a studio's cell is the sum of what its games
/// tell, which a game that joins or leaves the studio does not change.
struct StudioCuts: Sendable {
  private let weeks: CutWeeks
  /// By cut, then by game: nil where the game has no such events.
  private var games: [[ToldCut?]] = []

  /// - Parameter people: of each record.
  init(
    _ people: [StudioPeople], in events: [ReportEvents], _ weeks: CutWeeks,
    _ withholding: Withholding
  ) {
    self.weeks = weeks
    for cut in Cut.allCases {
      // Cells of one cut come from one record: accounts' ids and hashes are never joined. Where both say
      // what players like, interactions do.
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
      let own = people[record]
      let names = events[record].cuts[column].names
      var places = ValuePlaces(names: names.count)
      games.append(
        own.games.map { people in
          CutCounts.count(
            cut, column, names: names, people, in: own.studio, weeks: weeks.count, withholding,
            &places
          ).map { ToldCut(counts: $0, tellings: withholding.tellings($0, weeks)) }
        })
    }
  }

  /// What is told of one game in a period.
  func ofGame(_ place: Int, in period: Int) -> [Breakdown] {
    breakdowns(games.map { games in games[place].map { [$0] } ?? [] }, in: period)
  }

  /// What the studio is told in a period.
  func ofStudio(in period: Int) -> [Breakdown] {
    breakdowns(games.map { $0.compactMap(\.self) }, in: period)
  }

  private func breakdowns(_ cuts: [[ToldCut]], in period: Int) -> [Breakdown] {
    guard let window = weeks.windows[period] else { return [] }
    return cuts.compactMap { Breakdown($0, window: window.weeks, range: window.range) }
  }
}
