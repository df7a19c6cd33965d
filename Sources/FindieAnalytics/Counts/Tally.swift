import FindieDomain
import FindieHistory

/// The nine measures of some games over some days, with the records of each, and the cards that
/// their like rate is of.
package struct Tally: Hashable, Sendable {
  private var counts = SIMD16<Int>()
  private var interactionBits: UInt16 = 0
  private var analyticsBits: UInt16 = 0
  /// The variance of the like rate relative to that of independent cards, for the intervals of
  /// rates; 1 in a sum, and where only totals are known. Not coded.
  package var designEffect = 1.0

  /// The names of the counts by index: the measures, then the cards.
  static let names = Measure.allCases.map(\.rawValue) + ["cards"]
  static let cardsIndex = Measure.allCases.count

  package init() {}

  /// Counts of one record by index.
  init(_ counts: SIMD16<UInt32>, from source: EventSource) {
    for index in Self.names.indices { change(index, by: Int(counts[index]), from: source) }
  }

  package subscript(measure: Measure) -> Int { counts[measure.index] }

  subscript(index: Int) -> Int { counts[index] }

  /// Adds `count`, counted from `source`, to a measure.
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
    counts[index] = max(0, counts[index] + count)
    guard count > 0 else { return }
    switch source {
    case .interactions: interactionBits |= 1 << UInt16(index)
    case .analytics: analyticsBits |= 1 << UInt16(index)
    }
  }

  package static func += (left: inout Tally, right: Tally) {
    left.counts &+= right.counts
    left.interactionBits |= right.interactionBits
    left.analyticsBits |= right.analyticsBits
    left.designEffect = 1
  }

  /// The difference to counts that are part of these.
  static func - (left: Tally, right: Tally) -> Tally {
    var rest = left
    rest.counts &-= right.counts
    for index in names.indices where rest.counts[index] == 0 {
      rest.interactionBits &= ~(1 << UInt16(index))
      rest.analyticsBits &= ~(1 << UInt16(index))
    }
    return rest
  }

  /// These counts with each one changed.
  func map(_ change: (Int) -> Int) -> Tally {
    var changed = self
    for index in Self.names.indices { changed.counts[index] = change(counts[index]) }
    return changed - Tally()
  }

  package var isEmpty: Bool { counts == SIMD16<Int>() }

  /// Likes and super-likes.
  package var positives: Int { self[.likes] + self[.superLikes] }

  /// Swiped cards.
  package var verdicts: Int { positives + self[.dislikes] + self[.skips] }

  /// The cards that could have been liked, of the same record as the likes.
  ///
  /// On a game's day with dislikes or skips in swipe records these are the swiped cards, else its
  /// impressions: some apps record likes only. So a rate stays the same when the app starts to send
  /// view events, of cards that nobody swiped too.
  package var cards: Int { counts[Self.cardsIndex] }

  /// (likes + super-likes) / cards; nil without cards.
  package var likeRate: Proportion? { Proportion(positives, of: cards, effect: designEffect) }

  /// Detail opens / cards; nil without cards, and if there are more detail opens.
  package var clickRate: Proportion? {
    Proportion(self[.detailOpens], of: cards, effect: designEffect)
  }

  /// (likes + super-likes) / (likes + super-likes + dislikes); nil without any of them.
  package var approval: Proportion? {
    Proportion(positives, of: positives + self[.dislikes], effect: designEffect)
  }
}

extension Measure {
  /// The index in a vector of measures.
  var index: Int {
    switch self {
    case .impressions: 0
    case .detailOpens: 1
    case .likes: 2
    case .superLikes: 3
    case .dislikes: 4
    case .skips: 5
    case .wishlistAdds: 6
    case .shares: 7
    case .externalClicks: 8
    }
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
    self.add(actions(.init(.externalLinkClick)), to: .externalClicks, from: .analytics)
  }
}

/// A ratio of measures, for every game and period.
package enum Rate: String, CaseIterable, Sendable {
  case likeRate, clickRate, approval

  package var name: String {
    switch self {
    case .likeRate: "Like rate"
    case .clickRate: "Click rate"
    case .approval: "Approval"
    }
  }

  /// Whether data with events of only these measures has the rate. A missing measure would make it
  /// 0% or 100%.
  package func isRecorded(in recorded: Set<Measure>) -> Bool {
    let hasLikes = recorded.contains(.likes) || recorded.contains(.superLikes)
    return switch self {
    case .likeRate: hasLikes && recorded.contains(.impressions)
    case .clickRate: recorded.contains(.detailOpens) && recorded.contains(.impressions)
    case .approval: hasLikes && recorded.contains(.dislikes)
    }
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

/// A count per game and day, which adds up over games and days.
///
/// The count of a game and day comes from one record only, so that no action of a player counts
/// twice.
package enum Measure: String, CaseIterable, Codable, Sendable {
  case impressions, detailOpens, likes, superLikes, dislikes, skips, wishlistAdds, shares
  case externalClicks

  /// The heading on pages.
  package var name: String {
    switch self {
    case .impressions: "Impressions"
    case .detailOpens: "Detail opens"
    case .likes: "Likes"
    case .superLikes: "Super-likes"
    case .dislikes: "Dislikes"
    case .skips: "Skips"
    case .wishlistAdds: "Wishlist adds"
    case .shares: "Shares"
    case .externalClicks: "Shop clicks"
    }
  }

  /// The meaning, and the record of the count.
  package var sentence: String {
    switch self {
    case .impressions:
      "Times a game's card was shown: view events, or the likes, super-likes, dislikes and skips "
        + "of a game's day on which these are more."
    case .detailOpens:
      "Times a player opened a game's details: swipe records, or click events on a day without any."
    case .likes:
      "Cards swiped right: swipe records, or like events on a day without any swipe."
    case .superLikes: "Cards swiped up. Only swipe records distinguish them from likes."
    case .dislikes:
      "Cards swiped left: swipe records, or dislike events on a day without any swipe."
    case .skips:
      "Cards swiped down, which is neither a like nor a dislike. Only swipe records have them."
    case .wishlistAdds:
      "Times a game was added to a wishlist: swipe records, or wishlist events on a day without "
        + "any."
    case .shares: "Times a game was shared: swipe records, or share events on a day without any."
    case .externalClicks:
      "Times a player followed the link to a shop. Only analytics events have them."
    }
  }
}

/// The kind of an event in either record: 0 to 6 are swipe actions, 7 to 13 are types of analytics
/// events.
struct EventKind: Hashable {
  let rawValue: Int

  /// The number of kinds.
  static let count = SwipeAction.allCases.count + EventType.allCases.count

  init(rawValue: Int) { self.rawValue = rawValue }
  init(_ action: SwipeAction) { rawValue = Int(action.code) }
  init(_ type: EventType) { rawValue = SwipeAction.allCases.count + Int(type.code) }

  init(_ key: ForgottenEvents.Key) {
    let first = key.collection == .interactions ? 0 : SwipeAction.allCases.count
    self.init(rawValue: first + Int(key.kind))
  }

  /// The swipe action; nil for an analytics event.
  var action: SwipeAction? {
    rawValue < SwipeAction.allCases.count ? SwipeAction.allCases[rawValue] : nil
  }

  /// This kind's bit in a set of kinds.
  var bit: UInt16 { 1 << UInt16(rawValue) }

  /// The bits of some kinds.
  static func bits(of actions: [SwipeAction], _ types: [EventType]) -> UInt16 {
    (actions.map { EventKind($0) } + types.map { EventKind($0) }).reduce(0) { $0 | $1.bit }
  }

  /// The bits of all kinds of one record.
  static func bits(of source: EventSource) -> UInt16 {
    let actions = UInt16(1) << UInt16(SwipeAction.allCases.count) - 1
    return switch source {
    case .interactions: actions
    case .analytics: (UInt16(1) << UInt16(count) - 1) & ~actions
    }
  }
}

/// One of the app's two records of events.
package enum EventSource: String, CaseIterable, Sendable {
  /// Swipes on cards, with the player's own id.
  case interactions
  /// The app's analytics events, with a hashed player id.
  ///
  /// The two kinds of id are never joined: that would undo the hashing.
  case analytics

  init(_ collection: EventCollection) {
    self = collection == .interactions ? .interactions : .analytics
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
      counts[index] = try numbers.decode(Int.self)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    try numbers.encode(interactionBits)
    try numbers.encode(analyticsBits)
    for index in Self.names.indices where counts[index] != 0 {
      try numbers.encode(index)
      try numbers.encode(counts[index])
    }
  }
}
