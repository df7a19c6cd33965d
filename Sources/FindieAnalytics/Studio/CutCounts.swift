import FindieDomain

/// The events of one or more games by one cut and piece of time, and how many players did them: what
/// may be told of it is decided from this.
struct CutCounts: Sendable {
  let cut: Cut
  let source: EventSource
  /// By place: the value's number in the record's cut, and its name.
  let values: [(number: Int, name: String)]
  let segments: Int
  /// C[values, segments, kinds]: how often each kind came.
  private var kinds: [UInt32]

  /// N[values, segments]: the players with one value, or one set of genres, in one piece of time.
  private(set) var once: [Int]
  /// N[segments]: all of them.
  private(set) var onceInAll: [Int]
  /// The values of the other players: those of the i-th are `starts[i]..<starts[i + 1]` of what follows.
  private(set) var starts = [0]
  /// A place among the values, or a set of genres.
  private(set) var places: [UInt32] = []
  /// The pieces of time in which the player was there with it.
  private(set) var masks: [UInt32] = []

  private static let kindsOfRecord = 16

  init(
    _ cut: Cut, _ source: EventSource, values: [(number: Int, name: String)], segments: Int
  ) {
    self.cut = cut
    self.source = source
    self.values = values
    self.segments = segments
    kinds = [UInt32](repeating: 0, count: values.count * segments * Self.kindsOfRecord)
    once = [Int](repeating: 0, count: values.count * segments)
    onceInAll = [Int](repeating: 0, count: segments)
  }

  @inline(__always)
  mutating func add(_ kind: UInt32, of value: Int, in segment: Int) {
    kinds[(value * segments + segment) * Self.kindsOfRecord + Int(kind)] += 1
  }

  /// Adds a player who was there with one value, or one set, in one piece of time.
  mutating func addOnce(_ value: UInt32, in segment: Int) {
    onceInAll[segment] += 1
    guard !cut.addsUp else { return once[Int(value) * segments + segment] += 1 }
    for place in values.indices where value & 1 << UInt32(place) != 0 {
      once[place * segments + segment] += 1
    }
  }

  /// Adds a value of a player who was there with several, or in several pieces; then `endPlayer`.
  mutating func addPair(_ value: UInt32, mask: UInt32) {
    places.append(value)
    masks.append(mask)
  }

  mutating func endPlayer() { starts.append(places.count) }

  /// The events of a value in some pieces of time.
  func tally(of value: Int, in mask: UInt32) -> Tally {
    var sum = SIMD16<UInt32>()
    for segment in 0..<segments where mask & 1 << UInt32(segment) != 0 {
      let start = (value * segments + segment) * Self.kindsOfRecord
      for kind in 0..<Self.kindsOfRecord { sum[kind] &+= kinds[start + kind] }
    }
    guard sum != SIMD16() else { return Tally() }
    var measures = SIMD16<UInt32>()
    for kind in 0..<Self.kindsOfRecord where sum[kind] > 0 {
      measures &+= Self.measures(source, kind) &* sum[kind]
    }
    return Tally(measures, from: source)
  }

  /// Whether a value has any event in some pieces of time.
  func has(_ value: Int, in mask: UInt32) -> Bool {
    (0..<segments).contains { segment in
      let start = (value * segments + segment) * Self.kindsOfRecord
      return mask & 1 << UInt32(segment) != 0
        && (start..<start + Self.kindsOfRecord).contains { kinds[$0] > 0 }
    }
  }

  /// For which measures a kind counts, as in `Tally(ofGameDay:)` of that record alone.
  private static func measures(_ source: EventSource, _ kind: Int) -> SIMD16<UInt32> {
    switch source {
    case .interactions: ofInteractions[kind % Int(GameRows.viewed)]
    case .analytics: ofAnalytics[kind]
    }
  }

  private static let ofInteractions: [SIMD16<UInt32>] = SwipeAction.allCases.map { action in
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

  /// Of days without views, where a verdict is an impression, then of those with.
  private static let ofAnalytics: [SIMD16<UInt32>] = [false, true].flatMap { hasViews in
    EventType.allCases.map { type in
      switch type {
      case .gameView: counts(.impressions)
      case .gameClick: counts(.detailOpens)
      case .gameLike: counts(.likes, hasViews ? nil : .impressions)
      case .gameDislike: counts(.dislikes, hasViews ? nil : .impressions)
      case .gameWishlist: counts(.wishlistAdds)
      case .gameShare: counts(.shares)
      case .externalLinkClick: counts(.externalClicks)
      }
    } + [SIMD16()]
  }

  private static func counts(_ measures: Measure?...) -> SIMD16<UInt32> {
    measures.compactMap(\.self).reduce(into: SIMD16()) { $0[$1.index] += 1 }
  }
}
