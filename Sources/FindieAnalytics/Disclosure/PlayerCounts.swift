import FindieDomain

/// A group of the players of a game or a studio in a period.
package enum PlayerGroup: Int, CaseIterable, Sendable {
  case all
  /// Players whose first day in the record, with any game, is in the period.
  case new
  /// Players who were active before the period.
  case returning
  /// Players who opened details or reached a later step.
  case details
  /// Players who added to the wishlist or reached the shop.
  case wishlist
  /// Players who followed a link to a shop.
  case shop
}

/// The distinct players of a game or a studio, by period and group.
struct PlayerCounts: Sendable {
  /// C[ranges, groups].
  private(set) var counts: [Int]
  /// The record of each range: the one with more players, since ids of the two are never joined;
  /// nil without players.
  private(set) var sources: [EventSource?]
  /// Interactions: players with a timed view, by range.
  private(set) var viewers: [Int]
  /// By range: the likes of the players' cards.
  var cards: [RatioSums]

  init(ranges: Int) {
    viewers = [Int](repeating: 0, count: ranges)
    cards = [RatioSums](repeating: RatioSums(), count: ranges)
    counts = [Int](repeating: 0, count: ranges * PlayerGroup.allCases.count)
    sources = [EventSource?](repeating: nil, count: ranges)
  }

  subscript(range: Int, group: PlayerGroup) -> Int {
    counts[range * PlayerGroup.allCases.count + group.rawValue]
  }

  /// Counts one player of one record in some ranges, one bit per range.
  @inline(__always)
  mutating func add(_ group: PlayerGroup, in ranges: UInt32) {
    var rest = ranges
    while rest != 0 {
      counts[rest.trailingZeroBitCount * PlayerGroup.allCases.count + group.rawValue] += 1
      rest &= rest - 1
    }
  }

  /// Counts a player with a timed view in some ranges, one bit per range.
  mutating func addViewer(in ranges: UInt32) {
    for range in viewers.indices where ranges & 1 << UInt32(range) != 0 { viewers[range] += 1 }
  }

  /// For each range, the counts of the record with more players; interactions if both have the same
  /// number. If both have fewer than k players, the first record with events counts: a choice by
  /// number would reveal single players. A period before has the record of its period, so that the
  /// two are comparable, unless that has fewer than k players there.
  ///
  /// - Parameter records: the events of each record, by range.
  init(
    _ interactions: PlayerCounts, _ analytics: PlayerCounts, records: [EventSource: [Tally]],
    _ suppression: Suppression
  ) {
    self = interactions
    for range in sources.indices {
      let (swipers, viewers) = (interactions[range, .all], analytics[range, .all])
      let period = ReportPeriod.Kind.allCases.count
      let later = (period..<2 * period).contains(range) ? sources[range - period] : nil
      sources[range] =
        later.map { suppression.bound.allows($0 == .analytics ? viewers : swipers) } ?? false
        ? later
        : !suppression.bound.allows(max(swipers, viewers))
          ? EventSource.allCases.first { records[$0].map { !$0[range].isEmpty } ?? false }
          : viewers > swipers ? .analytics : .interactions
      guard sources[range] == .analytics else { continue }
      let indices = range * PlayerGroup.allCases.count..<(range + 1) * PlayerGroup.allCases.count
      counts.replaceSubrange(indices, with: analytics.counts[indices])
    }
  }
}
