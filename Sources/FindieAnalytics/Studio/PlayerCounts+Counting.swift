import FindieDomain
import FindieHistory

extension PlayerCounts {
  /// Counts the distinct players of some games in one record.
  ///
  /// - Complexity: O(n log n) in the games' events, eight bytes each.
  init(of games: [Int], in events: ReportEvents, _ segments: PeriodSegments) {
    self.init(ranges: segments.ranges.count)
    // Player, then the piece of time, then how far the event got: 32, 8 and 8 bits.
    var keys: [UInt64] = []
    keys.reserveCapacity(games.reduce(0) { $0 + events.count(of: $1) })
    let steps = (0..<SwipeAction.allCases.count).map { kind in
      UInt64(Self.step(of: kind, events.source))
    }
    let kinds = events.table.kinds
    for game in games {
      events.each(of: game) { row, offset in
        guard let segment = segments.segment(offset) else { return }
        keys.append(
          UInt64(events.players[row]) << 16 | UInt64(segment) << 8 | steps[Int(kinds[row])])
      }
    }
    keys.sort()
    let firstDays = segments.ranges.map(\.first.daysSinceEpoch)
    var event = 0
    while event < keys.count {
      let player = keys[event] >> 16
      // The pieces of time in which the player got as far as each step, and no less.
      var reached = SIMD4<UInt32>()
      while event < keys.count, keys[event] >> 16 == player {
        reached[Int(keys[event] & 255)] |= 1 << UInt32((keys[event] >> 8) & 255)
        event += 1
      }
      let shop = reached[3]
      let wishlist = shop | reached[2]
      let details = wishlist | reached[1]
      let all = details | reached[0]
      let first = events.firstDays[Int(player)]
      for (range, mask) in segments.masks.enumerated() where all & mask != 0 {
        add(.all, in: range)
        add(first >= firstDays[range] ? .new : .returning, in: range)
        if details & mask != 0 { add(.details, in: range) }
        if wishlist & mask != 0 { add(.wishlist, in: range) }
        if shop & mask != 0 { add(.shop, in: range) }
      }
    }
  }

  /// How far down the funnel an event of a kind is: card, details, wishlist, shop.
  private static func step(of kind: Int, _ source: EventSource) -> Int {
    switch source {
    case .interactions:
      switch SwipeAction.allCases[kind] {
      case .viewDetails: 1
      case .wishlist: 2
      case .like, .dislike, .superLike, .skip, .share: 0
      }
    case .analytics:
      switch EventType.allCases[kind] {
      case .gameClick: 1
      case .gameWishlist: 2
      case .externalLinkClick: 3
      case .gameView, .gameLike, .gameDislike, .gameShare: 0
      }
    }
  }
}
