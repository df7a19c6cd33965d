import FindieDomain

extension PlayerCounts {
  /// Counts the distinct players of some games in one record.
  ///
  /// - Parameter isNew: as of `StudioPeople`.
  /// - Complexity: O(events).
  init(
    _ people: RowsByPlayer, in studio: StudioRows, isNew: [UInt32], _ segments: PeriodSegments
  ) {
    self.init(ranges: segments.ranges.count)
    let isAnalytics = studio.rows.source == .analytics
    let steps =
      isAnalytics
      ? EventType.allCases.map { Self.step(of: $0) }
      : SwipeAction.allCases.map { Self.step(of: $0) }
    // Likes and cards, by kind and by segment.
    let cards = (0..<(isAnalytics ? 2 * Int(GameRows.viewed) : steps.count)).map { kind in
      let counts = CutCounts.counts(studio.rows.source, kind)
      return SIMD2(
        Int(counts[Measure.likes.index] + counts[Measure.superLikes.index]),
        Int(counts[Tally.cardsIndex]))
    }
    var own = [SIMD2<Int>](repeating: SIMD2(), count: segments.count)
    for (position, slot) in people.slots.enumerated() {
      // The segments in which the player reached each step, and no further.
      var reached = SIMD4<UInt32>()
      var looked: UInt32 = 0
      for index in people.starts[position]..<people.starts[position + 1] {
        let row = Int(people.rows[index])
        let piece = UInt32(1) << UInt32(studio.segments[row])
        own[Int(studio.segments[row])] &+= cards[Int(studio.rows.kinds[row])]
        reached[steps[Int(studio.rows.kinds[row] & (GameRows.viewed - 1))]] |= piece
        if !studio.rows.viewSeconds.isEmpty, ViewTime.isVerdict[Int(studio.rows.kinds[row])],
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
      addCards(
        &own, of: reached[0] | reached[1] | reached[2] | reached[3], in: all, segments.masks)
      if looked != 0 { addViewer(in: segments.ranges(ofPieces: looked)) }
    }
  }

  /// Adds a player's likes and cards in some segments, one bit per segment, and clears them.
  ///
  /// - Parameters:
  ///   - ranges: those that contain any of these segments, one bit per range.
  ///   - masks: by range: its segments.
  private mutating func addCards(
    _ own: inout [SIMD2<Int>], of shown: UInt32, in ranges: UInt32, _ masks: [UInt32]
  ) {
    var rest = ranges
    while rest != 0 {
      let range = rest.trailingZeroBitCount
      rest &= rest - 1
      var (pieces, sum) = (masks[range] & shown, SIMD2<Int>())
      while pieces != 0 {
        sum &+= own[pieces.trailingZeroBitCount]
        pieces &= pieces - 1
      }
      if sum[1] > 0 { cards[range].add(sum[0], of: sum[1]) }
    }
    rest = shown
    while rest != 0 {
      own[rest.trailingZeroBitCount] = SIMD2()
      rest &= rest - 1
    }
  }

  /// The funnel step of an action: card, details, wishlist, shop.
  private static func step(of action: SwipeAction) -> Int {
    switch action {
    case .viewDetails: 1
    case .wishlist: 2
    case .like, .dislike, .superLike, .skip, .share, .neutral: 0
    }
  }

  private static func step(of type: EventType) -> Int {
    switch type {
    case .gameClick: 1
    case .gameWishlist: 2
    case .externalLinkClick: 3
    case .gameView, .gameLike, .gameDislike, .gameShare: 0
    }
  }
}
