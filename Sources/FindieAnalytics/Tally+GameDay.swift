import FindieDomain

extension Tally {
  /// The measures of one game on one day, from how often each kind of event came.
  ///
  /// Verdicts come from one record together, so that an approval never mixes the two.
  init(ofGameDay counts: SIMD16<UInt32>) {
    func actions(_ kind: EventKind) -> Int { Int(counts[kind.rawValue]) }
    self.init()
    let verdicts = [
      (Measure.likes, actions(.init(.like))), (.superLikes, actions(.init(.superLike))),
      (.dislikes, actions(.init(.dislike))), (.skips, actions(.init(.skip))),
    ]
    let swiped = verdicts.reduce(0) { $0 + $1.1 }
    if swiped > 0 {
      for (measure, count) in verdicts { add(count, to: measure, from: .interactions) }
    } else {
      add(actions(.init(.gameLike)), to: .likes, from: .analytics)
      add(actions(.init(.gameDislike)), to: .dislikes, from: .analytics)
    }

    let views = actions(.init(.gameView))
    if views > 0 {
      add(views, to: .impressions, from: .analytics)
    } else {
      add(
        self.verdicts, to: .impressions, from: swiped > 0 ? .interactions : .analytics)
    }

    let others: [(Measure, SwipeAction, EventType)] = [
      (.detailOpens, .viewDetails, .gameClick), (.wishlistAdds, .wishlist, .gameWishlist),
      (.shares, .share, .gameShare),
    ]
    for (measure, action, type) in others {
      if actions(.init(action)) > 0 {
        add(actions(.init(action)), to: measure, from: .interactions)
      } else {
        add(actions(.init(type)), to: measure, from: .analytics)
      }
    }
    add(actions(.init(.externalLinkClick)), to: .externalClicks, from: .analytics)
  }
}
