import FindieDomain
import FindieHistory

/// All that is counted of one game, or of several together, before anything is withheld.
struct ScopeCounts: Sendable {
  /// By range.
  private(set) var tallies: [Tally]
  /// What each record alone says, by range.
  private(set) var records: [EventSource: [Tally]]
  /// By day of the span.
  private(set) var days: [Tally]
  private(set) var players: PlayerCounts
  /// By range.
  private(set) var viewTimes: [ViewTime?]
  private(set) var positions: PositionCounts

  init(days: Int, ranges: Int) {
    self.days = [Tally](repeating: Tally(), count: days)
    tallies = [Tally](repeating: Tally(), count: ranges)
    records = [:]
    for source in EventSource.allCases { records[source] = tallies }
    players = PlayerCounts(ranges: ranges)
    viewTimes = [ViewTime?](repeating: nil, count: ranges)
    positions = PositionCounts(ranges: ranges)
  }

  /// Adds the events of a game, but for people and times, which do not add up.
  mutating func addEvents(
    of game: Int, in events: [ReportEvents], _ segments: PeriodSegments, _ table: PositionTable
  ) {
    var kinds = [SIMD16<UInt32>](repeating: SIMD16(), count: days.count)
    for events in events {
      let first = events.source == .interactions ? 0 : SwipeAction.allCases.count
      let kindsOfRow = events.table.kinds
      events.each(of: game) { row, offset in kinds[offset][first + Int(kindsOfRow[row])] &+= 1 }
    }
    addDays(kinds, segments)
    for events in events where events.source == .interactions {
      addPositions(of: game, in: events, segments, table)
    }
  }

  private mutating func addDays(_ kinds: [SIMD16<UInt32>], _ segments: PeriodSegments) {
    for (offset, counts) in kinds.enumerated() where counts != SIMD16() {
      let tally = Tally(ofGameDay: counts)
      days[offset] += tally
      let parts = EventSource.allCases.map { source in
        let own = counts.of(source)
        return own == counts ? tally : own == SIMD16() ? Tally() : Tally(ofGameDay: own)
      }
      guard let segment = segments.segment(offset) else { continue }
      for (range, mask) in segments.masks.enumerated() where mask & 1 << UInt32(segment) != 0 {
        tallies[range] += tally
        for (source, part) in zip(EventSource.allCases, parts) {
          records[source]?[range] += part
        }
      }
    }
  }

  private mutating func addPositions(
    of game: Int, in events: ReportEvents, _ segments: PeriodSegments, _ table: PositionTable
  ) {
    guard table.refusal == nil else { return }
    events.each(of: game) { row, offset in
      let action = SwipeAction.allCases[Int(events.table.kinds[row])]
      guard action.isVerdict, let segment = segments.segment(offset) else { return }
      let place = table.place(of: events.positions[row])
      for (range, mask) in segments.masks.enumerated() where mask & 1 << UInt32(segment) != 0 {
        positions.add(
          place: place, isLike: action == .like || action == .superLike, in: range)
      }
    }
  }

  /// Adds what was counted of another game.
  mutating func add(_ other: ScopeCounts) {
    for range in tallies.indices {
      tallies[range] += other.tallies[range]
      for source in EventSource.allCases {
        records[source]?[range] += other.records[source]?[range] ?? Tally()
      }
    }
    for day in days.indices { days[day] += other.days[day] }
  }

  /// Counts the people of some games, and the times they took.
  mutating func countPeople(
    of games: [Int], in events: [ReportEvents], _ segments: PeriodSegments,
    _ withholding: Withholding
  ) {
    let counts = EventSource.allCases.map { source in
      events.first { $0.source == source }.map { PlayerCounts(of: games, in: $0, segments) }
        ?? PlayerCounts(ranges: segments.ranges.count)
    }
    players = PlayerCounts(counts[0], counts[1])
    if let interactions = events.first(where: { $0.source == .interactions }) {
      viewTimes = ViewTime.all(of: games, in: interactions, segments, withholding)
    }
  }
}

extension SIMD16<UInt32> {
  /// The counts of one record's kinds alone.
  fileprivate func of(_ source: EventSource) -> SIMD16<UInt32> {
    let bits = EventKind.bits(of: source)
    var counts = self
    for kind in 0..<EventKind.count where bits & 1 << UInt16(kind) == 0 { counts[kind] = 0 }
    return counts
  }
}
