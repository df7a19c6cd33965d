import FindieDomain
import FindieHistory

extension CutCounts {
  /// Counts the events of some games by a cut, from one record.
  ///
  /// - Complexity: O(n log n) in the games' events, eight bytes each; of genres 16 steps an event.
  static func count(
    _ cut: Cut, of games: [Int], in events: ReportEvents, _ segments: PeriodSegments
  ) -> CutCounts? {
    guard let values = events.cuts[cut] else { return nil }
    var keys: [UInt64] = []
    var isSeen = [Bool](repeating: false, count: cut.addsUp ? values.names.count : 0)
    eachEvent(of: games, in: events, cut: cut) { row, offset, _ in
      guard let segment = segments.segment(offset) else { return }
      let value = values.value(row)
      if cut.addsUp { isSeen[Int(value)] = true }
      keys.append(
        UInt64(events.players[row]) << 32 | UInt64(value) << 8 | UInt64(segment))
    }
    guard !keys.isEmpty else { return nil }
    keys.sort()
    let seen = cut.addsUp ? isSeen.indices.filter { isSeen[$0] } : Array(values.names.indices)
    var places = [Int](repeating: 0, count: values.names.count)
    for (place, value) in seen.enumerated() { places[value] = place }
    var counts = CutCounts(
      cut, events.source, values: seen.map { values.names[$0] }, segments: segments.count)
    counts.addPeople(keys, places: places)
    eachEvent(of: games, in: events, cut: cut) { row, offset, measures in
      guard let segment = segments.segment(offset) else { return }
      let value = values.value(row)
      guard !cut.addsUp else { return counts.add(measures, of: places[Int(value)], in: segment) }
      for place in seen.indices where value & 1 << UInt32(place) != 0 {
        counts.add(measures, of: place, in: segment)
      }
    }
    return counts
  }

  /// - Parameter keys: ascending: 32 bits of player, 24 of value, 8 of the piece of time.
  private mutating func addPeople(_ keys: [UInt64], places: [Int]) {
    var event = 0
    while event < keys.count {
      let player = keys[event] >> 32
      if cut.addsUp {
        while event < keys.count, keys[event] >> 32 == player {
          let pair = keys[event] >> 8
          var mask: UInt32 = 0
          while event < keys.count, keys[event] >> 8 == pair {
            mask |= 1 << UInt32(keys[event] & 255)
            event += 1
          }
          addPair(places[Int(pair & 0xFF_FFFF)], mask: mask)
        }
      } else {
        var own = [UInt32](repeating: 0, count: values.count)
        var other = own
        while event < keys.count, keys[event] >> 32 == player {
          let segment = UInt32(1) << UInt32(keys[event] & 255)
          let set = (keys[event] >> 8) & 0xFF_FFFF
          for value in values.indices {
            if set & 1 << UInt64(value) != 0 {
              own[value] |= segment
            } else {
              other[value] |= segment
            }
          }
          event += 1
        }
        for value in values.indices { addPair(value, mask: own[value], otherMask: other[value]) }
      }
      endPlayer()
    }
  }

  /// Calls `body` with each event that a cut breaks down, and how often it counts for each measure.
  @inline(__always)
  private static func eachEvent(
    of games: [Int], in events: ReportEvents, cut: Cut,
    _ body: (_ row: Int, _ offset: Int, _ measures: SIMD16<UInt32>) -> Void
  ) {
    let kinds = events.table.kinds
    let withViews = measures(of: events.source, hasViews: true)
    let withoutViews = measures(of: events.source, hasViews: false)
    let view = EventType.gameView.code
    let click = EventType.externalLinkClick.code
    for game in games {
      var hasViews = [Bool](repeating: false, count: events.days)
      if events.source == .analytics {
        events.each(of: game) { row, offset in
          if kinds[row] == view { hasViews[offset] = true }
        }
      }
      events.each(of: game) { row, offset in
        guard cut != .shop || kinds[row] == click else { return }
        let kind = Int(kinds[row])
        body(row, offset, hasViews[offset] ? withViews[kind] : withoutViews[kind])
      }
    }
  }

  /// For which measures each kind of a record counts, as in `Tally(ofGameDay:)` of that record alone.
  private static func measures(of source: EventSource, hasViews: Bool) -> [SIMD16<UInt32>] {
    func counts(_ measures: Measure?...) -> SIMD16<UInt32> {
      measures.compactMap(\.self).reduce(into: SIMD16()) { $0[$1.index] += 1 }
    }
    switch source {
    case .interactions:
      return SwipeAction.allCases.map { action in
        switch action {
        case .like: counts(.likes, .impressions)
        case .dislike: counts(.dislikes, .impressions)
        case .superLike: counts(.superLikes, .impressions)
        case .skip: counts(.skips, .impressions)
        case .wishlist: counts(.wishlistAdds)
        case .share: counts(.shares)
        case .viewDetails: counts(.detailOpens)
        }
      }
    case .analytics:
      return EventType.allCases.map { type in
        switch type {
        case .gameView: counts(.impressions)
        case .gameClick: counts(.detailOpens)
        case .gameLike: counts(.likes, hasViews ? nil : .impressions)
        case .gameDislike: counts(.dislikes, hasViews ? nil : .impressions)
        case .gameWishlist: counts(.wishlistAdds)
        case .gameShare: counts(.shares)
        case .externalLinkClick: counts(.externalClicks)
        }
      }
    }
  }
}
