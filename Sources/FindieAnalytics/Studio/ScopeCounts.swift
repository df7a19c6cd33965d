import FindieDomain

/// All counts of one game, or of several together, before suppression.
struct ScopeCounts: Sendable {
  /// By range.
  private(set) var tallies: [Tally]
  /// The counts of each record, by range.
  private(set) var records: [EventSource: [Tally]]
  /// By day of those that reports list.
  private(set) var days: [Tally]
  /// Over all complete days.
  var allTime = Tally()
  var players: PlayerCounts
  /// By range.
  var viewTimes: [ViewTime?]
  private(set) var positions: PositionCounts

  init(in times: ReportTimes) {
    let ranges = times.segments.ranges.count
    days = [Tally](repeating: Tally(), count: times.listed.count)
    tallies = [Tally](repeating: Tally(), count: ranges)
    records = [:]
    for source in EventSource.allCases { records[source] = tallies }
    players = PlayerCounts(ranges: ranges)
    viewTimes = [ViewTime?](repeating: nil, count: ranges)
    positions = PositionCounts(ranges: ranges)
  }

  /// Adds a game's events on the days that reports show.
  mutating func add(_ kinds: inout KindCounts, in times: ReportTimes) {
    let (days, segments) = (times.days, times.segments)
    // By segment: all events, then each record's.
    var pieces = [[Tally]](
      repeating: [Tally](repeating: Tally(), count: segments.count),
      count: 1 + EventSource.allCases.count)
    kinds.take { day, counts in
      guard days.over.contains(day), days.isShown(day) else { return }
      let tally = Tally(ofGameDay: counts)
      allTime += tally
      if days.reportIndices[day] >= 0 { self.days[Int(days.reportIndices[day])] += tally }
      let segment = Int(days.segments[day])
      guard segment >= 0 else { return }
      pieces[0][segment] += tally
      for (index, source) in EventSource.allCases.enumerated() {
        let own = counts.of(source)
        if own == counts {
          pieces[index + 1][segment] += tally
        } else if own != SIMD16() {
          pieces[index + 1][segment] += Tally(ofGameDay: own)
        }
      }
    }
    let filled = pieces[0].indices.filter { !pieces[0][$0].isEmpty }
    for (range, mask) in segments.masks.enumerated() {
      for segment in filled where mask & 1 << UInt32(segment) != 0 {
        tallies[range] += pieces[0][segment]
      }
    }
    for (index, source) in EventSource.allCases.enumerated() {
      var sums = records[source] ?? []
      for (range, mask) in segments.masks.enumerated() {
        for segment in 0..<segments.count
        where mask & 1 << UInt32(segment) != 0 && !pieces[index + 1][segment].isEmpty {
          sums[range] += pieces[index + 1][segment]
        }
      }
      records[source] = sums
    }
  }

  /// Adds the cards of a game by position bucket.
  ///
  /// - Parameter forgotten: adds the cards of forgotten players, by segment.
  mutating func addPositions(
    _ rows: Range<Int>, in studio: StudioRows, segments: PeriodSegments, table: PositionTable,
    forgotten: (inout PositionCounts) -> Void
  ) {
    guard table.unavailableReason == nil else { return }
    var cards = PositionCounts(ranges: segments.count)
    for row in rows where studio.segments[row] >= 0 {
      let action = SwipeAction.allCases[Int(studio.rows.kinds[row])]
      guard action.isVerdict else { continue }
      cards.add(
        bucket: table.bucket(of: Float(bitPattern: studio.rows.positions[row])),
        isLike: action == .like || action == .superLike, in: Int(studio.segments[row]))
    }
    forgotten(&cards)
    for (range, mask) in segments.masks.enumerated() {
      for segment in 0..<segments.count where mask & 1 << UInt32(segment) != 0 {
        positions.add(cards, of: segment, to: range)
      }
    }
  }

  /// Sets the design effects of the ranges, in quarters, and that over all days: of a range with
  /// all of their cards, else the largest.
  mutating func setDesignEffects(_ quarters: some Sequence<UInt16>) {
    for (range, quarters) in quarters.enumerated() {
      tallies[range].designEffect = Double(quarters) / 4
    }
    let all = tallies.filter { $0.cards == allTime.cards }
    allTime.designEffect = (all.isEmpty ? tallies : all).map(\.designEffect).max() ?? 1
  }

  /// Adds the counts of another game.
  mutating func add(_ other: ScopeCounts) {
    for range in tallies.indices {
      tallies[range] += other.tallies[range]
      for source in EventSource.allCases {
        records[source]?[range] += other.records[source]?[range] ?? Tally()
      }
    }
    for day in days.indices { days[day] += other.days[day] }
    allTime += other.allTime
  }
}

extension SIMD16<UInt32> {
  /// The counts of one record's kinds only.
  fileprivate func of(_ source: EventSource) -> SIMD16<UInt32> {
    let bits = EventKind.bits(of: source)
    var counts = self
    for kind in 0..<EventKind.count where bits & 1 << UInt16(kind) == 0 { counts[kind] = 0 }
    return counts
  }
}
