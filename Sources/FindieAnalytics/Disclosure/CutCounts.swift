import FindieDomain

/// The events of one game by one cut and week, and the numbers of players: the input of disclosure
/// control.
struct CutCounts: Sendable {
  let cut: Cut
  let source: EventSource
  /// By index: the value's number in the record's cut, and its name.
  let values: [(number: Int, name: String)]
  /// The number of weeks.
  let weeks: Int
  /// C[values + 1, weeks], by kind: the number of events; the last row is over all
  /// values.
  private var kinds: [SIMD16<UInt32>]
  /// By value, and last over all values: the weeks with an event, one bit per week.
  private var weeksOfValue: [UInt32]

  /// N[values, weeks]: players with one value, or one set of genres, in one week only.
  private(set) var once: [Int]
  /// N[weeks]: all such players, and those with several genres.
  private(set) var onceInAll: [Int]
  private(set) var onceInSeveral: [Int]
  /// The values of the other players: those of player i are at `starts[i]..<starts[i + 1]` in the
  /// arrays below.
  private(set) var starts = [0]
  /// An index of a value, or a set of genres.
  private(set) var playerValues: [UInt32] = []
  /// The weeks in which the player has the value, one bit per week.
  private(set) var masks: [UInt32] = []

  init(
    _ cut: Cut, _ source: EventSource, values: [(number: Int, name: String)], weeks: Int
  ) {
    self.cut = cut
    self.source = source
    self.values = values
    self.weeks = weeks
    kinds = [SIMD16<UInt32>](repeating: SIMD16(), count: (values.count + 1) * weeks)
    weeksOfValue = [UInt32](repeating: 0, count: values.count + 1)
    once = [Int](repeating: 0, count: values.count * weeks)
    onceInAll = [Int](repeating: 0, count: weeks)
    onceInSeveral = onceInAll
  }

  /// The index of all values with fewer players than the minimum in all weeks, together; nil if
  /// there are none. An app that sends free text has many of them.
  var rare: Int? { values.last?.number == ValueIndices.rare ? values.count - 1 : nil }

  @inline(__always)
  mutating func add(_ kind: UInt32, of value: Int, in week: Int) {
    kinds[value * weeks + week][Int(kind)] &+= 1
    weeksOfValue[value] |= 1 << UInt32(week)
  }

  /// Adds an event to those of all values.
  @inline(__always)
  mutating func add(_ kind: UInt32, in week: Int) { add(kind, of: values.count, in: week) }

  /// Adds a player with one value, or one set, in one week.
  mutating func addOnce(_ value: UInt32, in week: Int) {
    onceInAll[week] += 1
    guard !cut.addsUp else { return once[Int(value) * weeks + week] += 1 }
    if value.nonzeroBitCount > 1 { onceInSeveral[week] += 1 }
    for position in values.indices where value & 1 << UInt32(position) != 0 {
      once[position * weeks + week] += 1
    }
  }

  /// Adds a value of a player with several values or weeks; `endPlayer` follows the last one.
  mutating func addPair(_ value: UInt32, mask: UInt32) {
    playerValues.append(value)
    masks.append(mask)
  }

  mutating func endPlayer() { starts.append(playerValues.count) }

  /// The weeks in which a value has an event, one bit per week.
  func weeks(of value: Int) -> UInt32 { weeksOfValue[value] }

  /// All events in some weeks.
  func total(in mask: UInt32) -> Tally { tally(of: values.count, in: mask) }

  /// The events of a value in some weeks, one bit per week.
  func tally(of value: Int, in mask: UInt32) -> Tally {
    var sum = SIMD16<UInt32>()
    var rest = mask & weeksOfValue[value]
    while rest != 0 {
      sum &+= kinds[value * weeks + rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    guard sum != SIMD16() else { return Tally() }
    var measures = SIMD16<UInt32>()
    for kind in sum.indices where sum[kind] > 0 {
      measures &+= Self.counts(source, kind) &* sum[kind]
    }
    return Tally(measures, from: source)
  }

  /// The counts of a kind by index, as in `Tally(ofGameDay:)` with that record only.
  static func counts(_ source: EventSource, _ kind: Int) -> SIMD16<UInt32> {
    switch source {
    case .interactions: ofInteractions[kind % Int(GameRows.viewed)]
    case .analytics: ofAnalytics[kind]
    }
  }

  private static let ofInteractions: [SIMD16<UInt32>] = SwipeAction.allCases.map { action in
    switch action {
    case .like: counts(.likes, isCard: true)
    case .dislike: counts(.dislikes, isCard: true)
    case .superLike: counts(.superLikes, isCard: true)
    case .skip: counts(.skips, isCard: true)
    case .wishlist: counts(.wishlistAdds)
    case .share: counts(.shares)
    case .viewDetails: counts(.detailOpens)
    case .neutral: counts(at: Tally.neutralIndex)
    }
  }

  /// For days whose impressions are the swipes, then for days with more views.
  private static let ofAnalytics: [SIMD16<UInt32>] = [false, true].flatMap { hasMoreViews in
    EventType.allCases.map { type in
      switch type {
      case .gameView: counts(isCard: hasMoreViews)
      case .gameClick: counts(.detailOpens)
      case .gameLike: counts(.likes, isCard: !hasMoreViews)
      case .gameDislike: counts(.dislikes, isCard: !hasMoreViews)
      case .gameWishlist: counts(.wishlistAdds)
      case .gameShare: counts(.shares)
      case .externalLinkClick: counts(.externalClicks)
      }
    } + [SIMD16()]
  }

  /// - Parameters:
  ///   - index: of a count that is no measure.
  ///   - isCard: whether it is an impression, and a card of the like rate.
  private static func counts(
    _ measure: Measure? = nil, at index: Int? = nil, isCard: Bool = false
  ) -> SIMD16<UInt32> {
    var counts = SIMD16<UInt32>()
    if let index = measure?.index ?? index { counts[index] = 1 }
    if isCard { (counts[Measure.impressions.index], counts[Tally.cardsIndex]) = (1, 1) }
    return counts
  }
}

extension CutCounts {
  /// The players of each value in some weeks (one bit per week), P[values]; with `without`, those
  /// of all other values.
  func players(in weeks: UInt32, without: Bool = false) -> [Int] {
    var counts = values.indices.map { value in
      (0..<self.weeks).reduce(0) { sum, week in
        guard weeks & 1 << UInt32(week) != 0 else { return sum }
        let own = once[value * self.weeks + week]
        return sum + (without ? onceInAll[week] - own : own)
      }
    }
    for player in 0..<starts.count - 1 {
      let pairs = starts[player]..<starts[player + 1]
      if cut.addsUp && !without {
        for pair in pairs where masks[pair] & weeks != 0 { counts[Int(playerValues[pair])] += 1 }
        continue
      }
      for value in values.indices
      where pairs.contains(where: { has(value, $0) != without && masks[$0] & weeks != 0 }) {
        counts[value] += 1
      }
    }
    return counts
  }

  /// The players of some values together in some weeks, for a cut that adds up.
  func players(ofAny isMember: [Bool], in weeks: UInt32) -> Int {
    var count = 0
    for value in values.indices where isMember[value] {
      for week in 0..<self.weeks where weeks & 1 << UInt32(week) != 0 {
        count += once[value * self.weeks + week]
      }
    }
    for player in 0..<starts.count - 1 {
      let pairs = starts[player]..<starts[player + 1]
      if pairs.contains(where: { isMember[Int(playerValues[$0])] && masks[$0] & weeks != 0 }) {
        count += 1
      }
    }
    return count
  }

  /// The players with events of several values in some weeks, for a cut that does not add up.
  func playersOfSeveral(in weeks: UInt32) -> Int {
    (0..<self.weeks).reduce(0) { weeks & 1 << UInt32($1) != 0 ? $0 + onceInSeveral[$1] : $0 }
      + (0..<starts.count - 1).count { player in
        (starts[player]..<starts[player + 1]).contains {
          playerValues[$0].nonzeroBitCount > 1 && masks[$0] & weeks != 0
        }
      }
  }

  private func has(_ value: Int, _ pair: Int) -> Bool {
    cut.addsUp ? Int(playerValues[pair]) == value : playerValues[pair] & 1 << UInt32(value) != 0
  }
}
