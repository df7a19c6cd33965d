import FindieDomain

extension PlayerCounts {
  /// Counts the distinct players of some games in one record.
  ///
  /// - Parameter isNew: by player in the studio: the ranges that do not start after the player's
  ///   first day, one bit per range.
  /// - Complexity: O(events).
  init(
    _ people: RowsByPlayer, in studio: StudioRows, isNew: [UInt32], _ segments: PeriodSegments
  ) {
    self.init(ranges: segments.ranges.count)
    let steps = (0..<SwipeAction.allCases.count).map { Self.step(of: $0, studio.rows.source) }
    for (position, slot) in people.slots.enumerated() {
      // The segments in which the player reached each step, and no further.
      var reached = SIMD4<UInt32>()
      var looked: UInt32 = 0
      for index in people.starts[position]..<people.starts[position + 1] {
        let row = Int(people.rows[index])
        let piece = UInt32(1) << UInt32(studio.segments[row])
        reached[steps[Int(studio.rows.kinds[row] & (GameRows.viewed - 1))]] |= piece
        if !studio.rows.viewSeconds.isEmpty,
          ViewTime.isTimed(Float(bitPattern: studio.rows.viewSeconds[row]))
        {
          looked |= piece
        }
      }
      let shop = segments.ranges(ofPieces: reached[3])
      let wishlist = shop | segments.ranges(ofPieces: reached[2])
      let details = wishlist | segments.ranges(ofPieces: reached[1])
      let all = details | segments.ranges(ofPieces: reached[0])
      let new = all & isNew[Int(slot)]
      add(.all, in: all)
      add(.new, in: new)
      add(.returning, in: all & ~new)
      add(.details, in: details)
      add(.wishlist, in: wishlist)
      add(.shop, in: shop)
      if looked != 0 { addViewer(in: segments.ranges(ofPieces: looked)) }
    }
  }

  /// The funnel step of an event of a kind: card, details, wishlist, shop.
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
