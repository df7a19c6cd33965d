package import FindieDomain
package import FindieHistory
package import FindieWorkers

extension PositionEffects {
  /// The effects, from the cards with a verdict before a day.
  ///
  /// - Parameter end: in milliseconds since 1970; events from it on are ignored.
  package init(
    of history: History, before day: Day, end: Int64 = .max, workers: Workers
  ) throws {
    var counts = CardCounts()
    _ = try history.eachDays(
      .interactions, before: day, texts: [.gameId], numbers: [.cardPosition], workers: workers
    ) { counts.add($0, before: end) }
    self.init(counts)
  }

  /// The effects, from the cards with a verdict.
  ///
  /// - Parameters:
  ///   - events: interactions; actions that are not verdicts are ignored.
  ///   - end: in milliseconds since 1970; events from it on are ignored.
  package init(_ events: EventTable, before end: Int64 = .max) {
    var counts = CardCounts()
    counts.add(events, before: end)
    self.init(counts)
  }

  private init(_ counts: CardCounts) {
    let buckets = Self.firstPositions.count
    self.init(
      (0..<counts.cells.count / buckets).map {
        Array(counts.cells[$0 * buckets..<($0 + 1) * buckets])
      }, constant: counts.constant.map { Int($0) }, withoutPosition: counts.withoutPosition)
  }
}

/// Counts of cards.
private struct CardCounts {
  /// C[games, buckets].
  var cells: [PositionEffects.Cell] = []
  /// The lowest and the highest position.
  var bounds: ClosedRange<Float>?
  var withoutPosition = 0

  /// Adds the cards of some events. Codes have the same meaning in all.
  mutating func add(_ events: EventTable, before end: Int64) {
    let games = events[.gameId]
    let (positions, kinds, instants) = (events[.cardPosition], events.kinds, events.milliseconds)
    let buckets = PositionEffects.firstPositions.count
    cells += repeatElement(
      PositionEffects.Cell(shown: 0, likes: 0),
      count: games.vocabulary.count * buckets - cells.count)
    // All positions from the last bucket's first one on have the same bucket.
    let bucketOf = (0...(PositionEffects.firstPositions.last ?? 0)).map {
      PositionEffects.bucket(of: $0)
    }
    let isVerdict = SwipeAction.allCases.map(\.isVerdict)
    let isLike = SwipeAction.allCases.map { $0 == .like || $0 == .superLike }
    var (low, high) = (
      bounds?.lowerBound ?? .infinity, bounds?.upperBound ?? -Float.infinity
    )
    for row in 0..<events.count {
      let action = Int(kinds[row])
      guard isVerdict[action], instants[row] < end else { continue }
      let position = positions[row]
      guard position >= 0, position < 1e6 else {
        withoutPosition += 1
        continue
      }
      (low, high) = (min(low, position), max(high, position))
      let bucket = bucketOf[min(Int(position), bucketOf.count - 1)]
      let cell = Int(games.codes[row]) * buckets + bucket
      cells[cell].shown += 1
      if isLike[action] { cells[cell].likes += 1 }
    }
    if low <= high { bounds = low...high }
  }

  /// The position of all cards, if it is the same for all.
  var constant: Float? {
    bounds.flatMap { $0.lowerBound == $0.upperBound ? $0.lowerBound : nil }
  }
}
