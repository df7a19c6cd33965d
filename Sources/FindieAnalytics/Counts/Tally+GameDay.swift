import FindieDomain

extension Tally {
  /// The measures of one game on one day, from the number of events of each kind.
  ///
  /// All swipe measures come from the same record, so that an approval never mixes the two.
  init(ofGameDay counts: SIMD16<UInt32>) {
    func actions(_ kind: EventKind) -> Int { Int(counts[kind.rawValue]) }
    self.init()
    let (likes, superLikes) = (actions(.init(.like)), actions(.init(.superLike)))
    let (dislikes, skips) = (actions(.init(.dislike)), actions(.init(.skip)))
    let swiped = likes + superLikes + dislikes + skips
    if swiped > 0 {
      self.add(likes, to: .likes, from: .interactions)
      self.add(superLikes, to: .superLikes, from: .interactions)
      self.add(dislikes, to: .dislikes, from: .interactions)
      self.add(skips, to: .skips, from: .interactions)
    } else {
      self.add(actions(.init(.gameLike)), to: .likes, from: .analytics)
      self.add(actions(.init(.gameDislike)), to: .dislikes, from: .analytics)
    }

    let views = actions(.init(.gameView))
    if views > 0 {
      self.add(views, to: .impressions, from: .analytics)
    } else {
      self.add(
        verdicts, to: .impressions, from: swiped > 0 ? .interactions : .analytics)
    }

    func add(_ measure: Measure, _ action: SwipeAction, else type: EventType) {
      let swiped = actions(.init(action))
      if swiped > 0 {
        self.add(swiped, to: measure, from: .interactions)
      } else {
        self.add(actions(.init(type)), to: measure, from: .analytics)
      }
    }
    add(.detailOpens, .viewDetails, else: .gameClick)
    add(.wishlistAdds, .wishlist, else: .gameWishlist)
    add(.shares, .share, else: .gameShare)
    self.add(actions(.init(.externalLinkClick)), to: .externalClicks, from: .analytics)
  }
}
