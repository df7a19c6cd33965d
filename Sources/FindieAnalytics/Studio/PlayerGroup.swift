/// Of the players of a game or a studio in a period, those who did something, or were new.
package enum PlayerGroup: Int, CaseIterable, Sendable {
  /// All who did anything there.
  case all
  /// Those whose first day in the record, with any game, lies in the period.
  case new
  /// Those who had been there before it.
  case returning
  /// Those who opened details, or got further: to the wishlist or the shop.
  case details
  /// Those who put a game on the wishlist, or got to the shop.
  case wishlist
  /// Those who followed a link to a shop.
  case shop

  /// Whether the players of this group are among `other`'s of the same period.
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
  /// The record of each range: of the two, whose ids are never joined, the one that saw more
  /// players; nil without any.
  private(set) var sources: [EventSource?]
  /// By range: its pieces in which anybody did anything, a bit a piece.
  private(set) var active: [UInt32]
  /// Of interactions: those who gave a time, by range.
  private(set) var looks: [Int]
  /// Of interactions: how many gave a time in just these pieces, a bit a piece.
  private(set) var lookers: [UInt32: Int] = [:]

  init(ranges: Int) {
    active = [UInt32](repeating: 0, count: ranges)
    looks = [Int](repeating: 0, count: ranges)
    counts = [Int](repeating: 0, count: ranges * PlayerGroup.allCases.count)
    sources = [EventSource?](repeating: nil, count: ranges)
  }

  subscript(range: Int, group: PlayerGroup) -> Int {
    counts[range * PlayerGroup.allCases.count + group.rawValue]
  }

  /// Counts one player of one record in some ranges, a bit a range.
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

  /// How many gave a time in any of some pieces.
  func lookers(in pieces: UInt32) -> Int {
    lookers.reduce(0) { $1.key & pieces != 0 ? $0 + $1.value : $0 }
  }

  mutating func addLooks(in ranges: UInt16, pieces: UInt32) {
    lookers[pieces, default: 0] += 1
    for range in looks.indices where ranges & 1 << UInt16(range) != 0 { looks[range] += 1 }
  }

  /// Of the two records' counts, in each range those of the one that saw more players; of
  /// interactions where they saw as many.
  init(_ interactions: PlayerCounts, _ analytics: PlayerCounts) {
    self = interactions
    for range in sources.indices {
      let (swipers, viewers) = (interactions[range, .all], analytics[range, .all])
      sources[range] = max(swipers, viewers) == 0 ? nil : .interactions
      guard viewers > swipers else { continue }
      sources[range] = .analytics
      active[range] = analytics.active[range]
      let places = range * PlayerGroup.allCases.count..<(range + 1) * PlayerGroup.allCases.count
      counts.replaceSubrange(places, with: analytics.counts[places])
    }
  }
}
