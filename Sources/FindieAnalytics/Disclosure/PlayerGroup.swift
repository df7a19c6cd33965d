/// A group of the players of a game or a studio in a period.
package enum PlayerGroup: Int, CaseIterable, Sendable {
  /// All players with an event.
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

  /// Whether this group is a subset of `other` in the same period.
  func isWithin(_ other: PlayerGroup) -> Bool {
    switch (self, other) {
    case (_, .all), (.wishlist, .details), (.shop, .details), (.shop, .wishlist): true
    default: self == other
    }
  }
}

/// The distinct players of a game or a studio, by period and group.
struct PlayerCounts: Sendable {
  /// C[ranges, groups].
  private(set) var counts: [Int]
  /// The record of each range: the one with more players, since ids of the two are never joined; nil without
  /// players.
  private(set) var sources: [EventSource?]
  /// By range: its segments with events, one bit per segment.
  private(set) var active: [UInt32]
  /// Interactions: players with a timed view, by range.
  private(set) var views: [Int]
  /// Interactions: the number of players with timed views in exactly these segments, one bit per segment.
  private(set) var viewers: [UInt32: Int] = [:]

  init(ranges: Int) {
    active = [UInt32](repeating: 0, count: ranges)
    views = [Int](repeating: 0, count: ranges)
    counts = [Int](repeating: 0, count: ranges * PlayerGroup.allCases.count)
    sources = [EventSource?](repeating: nil, count: ranges)
  }

  subscript(range: Int, group: PlayerGroup) -> Int {
    counts[range * PlayerGroup.allCases.count + group.rawValue]
  }

  /// Counts one player of one record in some ranges, one bit per range.
  @inline(__always)
  mutating func add(_ group: PlayerGroup, in ranges: UInt16) {
    var rest = ranges
    while rest != 0 {
      counts[rest.trailingZeroBitCount * PlayerGroup.allCases.count + group.rawValue] += 1
      rest &= rest - 1
    }
  }

  mutating func setActive(_ pieces: UInt32, of masks: [UInt32]) {
    active = masks.map { $0 & pieces }
  }

  /// The number of players with a timed view in any of some segments.
  func viewers(in pieces: UInt32) -> Int {
    viewers.reduce(0) { $1.key & pieces != 0 ? $0 + $1.value : $0 }
  }

  mutating func addLooks(in ranges: UInt16, pieces: UInt32) {
    viewers[pieces, default: 0] += 1
    for range in views.indices where ranges & 1 << UInt16(range) != 0 { views[range] += 1 }
  }

  /// For each range, the counts of the record with more players; interactions if both have the same number.
  init(_ interactions: PlayerCounts, _ analytics: PlayerCounts) {
    self = interactions
    for range in sources.indices {
      let (swipers, viewers) = (interactions[range, .all], analytics[range, .all])
      sources[range] = max(swipers, viewers) == 0 ? nil : .interactions
      guard viewers > swipers else { continue }
      sources[range] = .analytics
      active[range] = analytics.active[range]
      let indices = range * PlayerGroup.allCases.count..<(range + 1) * PlayerGroup.allCases.count
      counts.replaceSubrange(indices, with: analytics.counts[indices])
    }
  }
}
