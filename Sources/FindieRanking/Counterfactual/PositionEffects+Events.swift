import FindieDomain
package import FindieHistory
package import FindieWorkers

extension PositionEffects {
  /// The effects, from the cards with a verdict.
  ///
  /// - Parameters:
  ///   - events: interactions; actions that are not verdicts are ignored.
  ///   - end: in milliseconds since 1970; events from it on are ignored.
  package init(_ events: EventTable, before end: Int64 = .max, workers: Workers) {
    let parts = Workers.ranges(
      of: events.count, size: max(1, (events.count + workers.threads - 1) / workers.threads))
    let counts = workers.map(parts.count) { CardCounts(events, parts[$0], before: end) }
      .reduce(CardCounts(games: events[.gameId].vocabulary.count)) { $0.adding($1) }
    let buckets = Self.firstPositions.count
    self.init(
      (0..<counts.cells.count / buckets).map {
        Array(counts.cells[$0 * buckets..<($0 + 1) * buckets])
      }, constant: counts.constant.map { Int($0) }, withoutPosition: counts.withoutPosition)
  }
}

/// Counts of cards. Integers, so that the sum does not depend on the parts.
private struct CardCounts: Sendable {
  /// C[games, buckets].
  var cells: [PositionEffects.Cell]
  /// The lowest and the highest position.
  var bounds: ClosedRange<Float>?
  var withoutPosition = 0

  init(games: Int) {
    cells = [PositionEffects.Cell](
      repeating: PositionEffects.Cell(shown: 0, likes: 0),
      count: games * PositionEffects.firstPositions.count)
  }

  init(_ events: EventTable, _ rows: Range<Int>, before end: Int64) {
    let games = events[.gameId]
    self.init(games: games.vocabulary.count)
    let (positions, kinds, instants) = (events[.cardPosition], events.kinds, events.milliseconds)
    let buckets = PositionEffects.firstPositions.count
    // All positions from the last bucket's first one on have the same bucket.
    let bucketOf = (0...(PositionEffects.firstPositions.last ?? 0)).map {
      PositionEffects.bucket(of: $0)
    }
    let isVerdict = SwipeAction.allCases.map(\.isVerdict)
    let isLike = SwipeAction.allCases.map { $0 == .like || $0 == .superLike }
    var (low, high) = (Float.infinity, -Float.infinity)
    for row in rows {
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

  func adding(_ other: CardCounts) -> CardCounts {
    var sum = self
    for cell in cells.indices {
      sum.cells[cell].shown += other.cells[cell].shown
      sum.cells[cell].likes += other.cells[cell].likes
    }
    sum.withoutPosition += other.withoutPosition
    if let own = bounds, let others = other.bounds {
      sum.bounds =
        min(own.lowerBound, others.lowerBound)...max(own.upperBound, others.upperBound)
    } else {
      sum.bounds = bounds ?? other.bounds
    }
    return sum
  }

  /// The position of all cards, if it is the same for all.
  var constant: Float? {
    bounds.flatMap { $0.lowerBound == $0.upperBound ? $0.lowerBound : nil }
  }
}
