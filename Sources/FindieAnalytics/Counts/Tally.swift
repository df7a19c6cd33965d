import FindieDomain
import FindieHistory

/// The nine measures of some games over some days, with the records of each, the cards that their
/// like rate is of, and the neutral ratings, which are no measure.
package struct Tally: Hashable, Sendable {
  // Reports hold millions of these: the 128 bytes of two vectors are half of those of a SIMD16.
  private var counts = SIMD8<Int>()
  private var otherCounts = SIMD4<Int>()
  private var interactionBits: UInt16 = 0
  private var analyticsBits: UInt16 = 0
  /// The variance of the like rate relative to that of independent cards, for the intervals of
  /// rates; 1 in a sum, and where only totals are known. Not coded.
  package var designEffect = 1.0
  /// By how much each true count may differ from these, because they are rounded. Not coded.
  package internal(set) var rounding = 0

  /// The names of the counts by index: the measures, then the cards and the neutral ratings.
  static let names = Measure.allCases.map(\.rawValue) + ["cards", "neutral"]
  static let cardsIndex = Measure.allCases.count
  static let neutralIndex = cardsIndex + 1

  package init() {}

  /// Counts of one record by index.
  init(_ counts: SIMD16<UInt32>, from source: EventSource) {
    for index in Self.names.indices { change(index, by: Int(counts[index]), from: source) }
  }

  package subscript(measure: Measure) -> Int { self[measure.index] }

  private(set) subscript(index: Int) -> Int {
    get { index < 8 ? counts[index] : otherCounts[index - 8] }
    set { if index < 8 { counts[index] = newValue } else { otherCounts[index - 8] = newValue } }
  }

  mutating func add(_ count: Int, to measure: Measure, from source: EventSource) {
    change(measure.index, by: count, from: source)
  }

  /// The records that a measure was counted from; none if it is zero.
  package func sources(of measure: Measure) -> [EventSource] { sources(of: measure.index) }

  func sources(of index: Int) -> [EventSource] {
    let bit = UInt16(1) << UInt16(index)
    return switch (interactionBits & bit != 0, analyticsBits & bit != 0) {
    case (true, true): [.interactions, .analytics]
    case (true, false): [.interactions]
    case (false, true): [.analytics]
    case (false, false): []
    }
  }

  /// Changes a count by a number that may be negative; the result is at least 0.
  mutating func change(_ index: Int, by count: Int, from source: EventSource) {
    self[index] = max(0, self[index] + count)
    guard count > 0 else { return }
    switch source {
    case .interactions: interactionBits |= 1 << UInt16(index)
    case .analytics: analyticsBits |= 1 << UInt16(index)
    }
  }

  package static func += (left: inout Tally, right: Tally) {
    left.counts &+= right.counts
    left.otherCounts &+= right.otherCounts
    left.interactionBits |= right.interactionBits
    left.analyticsBits |= right.analyticsBits
    left.designEffect = 1
    left.rounding += right.rounding
  }

  /// The difference to counts that are part of these.
  static func - (left: Tally, right: Tally) -> Tally {
    var rest = left
    rest.counts &-= right.counts
    rest.otherCounts &-= right.otherCounts
    rest.rounding += right.rounding
    for index in names.indices where rest[index] == 0 {
      rest.interactionBits &= ~(1 << UInt16(index))
      rest.analyticsBits &= ~(1 << UInt16(index))
    }
    return rest
  }

  func map(_ change: (Int) -> Int) -> Tally {
    var changed = self
    for index in Self.names.indices { changed[index] = change(self[index]) }
    return changed - Tally()
  }

  package var isEmpty: Bool { counts == SIMD8() && otherCounts == SIMD4() }

  package var positives: Int { self[.likes] + self[.superLikes] }

  /// Swiped cards.
  package var verdicts: Int { positives + self[.dislikes] + self[.skips] }

  /// The cards that could have been liked, of the same record as the likes.
  ///
  /// On a game's day with dislikes or skips in swipe records these are the swiped cards, else its
  /// impressions: some apps record likes only. So a rate stays the same when the app starts to send
  /// view events, of cards that nobody swiped too.
  package var cards: Int { self[Self.cardsIndex] }

  /// (likes + super-likes) / cards; nil without cards.
  package var likeRate: Proportion? { share(positives, of: cards, parts: 2) }

  /// Detail opens / cards; nil without cards, and if there are more detail opens.
  package var clickRate: Proportion? { share(self[.detailOpens], of: cards) }

  /// (likes + super-likes) / (likes + super-likes + dislikes); nil without any of them.
  package var approval: Proportion? {
    share(positives, of: positives + self[.dislikes], parts: 2, ofTrials: 3)
  }

  /// - Parameter parts: the number of counts that the successes are the sum of.
  private func share(
    _ successes: Int, of trials: Int, parts: Int = 1, ofTrials trialParts: Int = 1
  ) -> Proportion? {
    Proportion(
      successes, of: trials, effect: designEffect,
      missing: (parts * rounding, trialParts * rounding))
  }
}

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

    let (views, verdicts) = (actions(.init(.gameView)), verdicts)
    let source = swiped > 0 ? EventSource.interactions : .analytics
    self.add(max(views, verdicts), to: .impressions, from: views > verdicts ? .analytics : source)
    let hasAllVerdicts = dislikes + skips > 0
    change(Self.cardsIndex, by: hasAllVerdicts ? swiped : self[.impressions], from: source)

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
    change(Self.neutralIndex, by: actions(.init(.neutral)), from: .interactions)
    self.add(actions(.init(.externalLinkClick)), to: .externalClicks, from: .analytics)
  }
}

extension Tally {
  /// A rate of these counts; nil if the data does not record it, if the denominator is zero, and if
  /// the numerator is larger than the denominator.
  package func rate(_ rate: Rate, in recorded: Set<Measure>) -> Proportion? {
    guard rate.isRecorded(in: recorded) else { return nil }
    return switch rate {
    case .likeRate: likeRate
    case .clickRate: clickRate
    case .approval: approval
    }
  }
}

/// As numbers: the bits of both records, then an index and a count for each that is not 0.
extension Tally: Codable {
  package init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    interactionBits = try numbers.decode(UInt16.self)
    analyticsBits = try numbers.decode(UInt16.self)
    while !numbers.isAtEnd {
      let index = try numbers.decode(Int.self)
      guard Self.names.indices.contains(index) else {
        throw DecodingError.dataCorruptedError(
          in: numbers, debugDescription: "there is no count \(index)")
      }
      self[index] = try numbers.decode(Int.self)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    try numbers.encode(interactionBits)
    try numbers.encode(analyticsBits)
    for index in Self.names.indices where self[index] != 0 {
      try numbers.encode(index)
      try numbers.encode(self[index])
    }
  }
}
