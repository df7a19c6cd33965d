import FindieDomain

/// The cuts of a studio's games, with what is told of each.
///
/// Of a block of weeks that is over, the games that tell nothing of it alone are put together, and tell
/// what they can as one.
struct StudioCuts: Sendable {
  private let weeks: CutWeeks
  /// By cut, then by game: nil where the game has no such events.
  private var games: [[CutScope?]] = []
  /// By cut: what the studio is told, disjoint scopes of its games.
  private var studio: [[CutScope]] = []

  /// - Parameter people: of each record.
  init(
    _ people: [StudioPeople], in events: [ReportEvents], _ weeks: CutWeeks,
    _ withholding: Withholding
  ) {
    self.weeks = weeks
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
      func counts(_ people: RowsByPlayer) -> CutCounts? {
        CutCounts.count(
          cut, column, names: events[record].cuts[column].names, people, in: own.studio,
          weeks: weeks.count)
      }
      let alone = own.games.map { people in
        counts(people).map {
          CutScope(counts: $0, weeks: .max, tellings: withholding.tellings($0, weeks))
        }
      }
      games.append(alone)
      studio.append(
        Self.studio(alone, weeks, withholding) { counts(own.people(of: $0)) })
    }
  }

  /// The games as they are, but for what some of them tell together.
  private static func studio(
    _ games: [CutScope?], _ weeks: CutWeeks, _ withholding: Withholding,
    together: (_ games: [Int]) -> CutCounts?
  ) -> [CutScope] {
    var own = [UInt32](repeating: .max, count: games.count)
    var pools: [CutScope] = []
    var known: [[Int]: CutCounts?] = [:]
    for block in weeks.blocks where weeks.isOver(block) {
      let mask = CutWeeks.mask(block)
      let silent = games.indices.filter { place in
        games[place].map { game in
          game.counts.hasEvents(in: mask) && !game.tellings.contains { $0.weeks & mask != 0 }
        } ?? false
      }
      guard silent.count > 1 else { continue }
      if known[silent] == nil { known[silent] = together(silent) }
      guard let counts = known[silent] ?? nil else { continue }
      for place in silent { own[place] &= ~mask }
      pools.append(
        CutScope(
          counts: counts, weeks: mask,
          tellings: withholding.telling(counts, of: mask).map { [$0] } ?? []))
    }
    return zip(games, own).compactMap { game, own in
      game.map { CutScope(counts: $0.counts, weeks: own, tellings: $0.tellings) }
    } + pools
  }

  /// What is told of one game in a period.
  func ofGame(_ place: Int, in period: Int) -> [Breakdown] {
    breakdowns(games.map { games in games[place].map { [$0] } ?? [] }, in: period)
  }

  /// What the studio is told in a period.
  func ofStudio(in period: Int) -> [Breakdown] { breakdowns(studio, in: period) }

  private func breakdowns(_ cuts: [[CutScope]], in period: Int) -> [Breakdown] {
    guard let range = weeks.ranges[period] else { return [] }
    return cuts.compactMap { Breakdown($0, window: weeks.windows[period], range: range) }
  }
}
