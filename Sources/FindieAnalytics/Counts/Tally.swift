/// The nine measures of some games over some days, with the records of each.
package struct Tally: Hashable, Sendable {
  private var counts = SIMD16<Int>()
  private var interactionBits: UInt16 = 0
  private var analyticsBits: UInt16 = 0

  package init() {}

  /// Counts of one record by `Measure.index`.
  init(_ counts: SIMD16<UInt32>, from source: EventSource) {
    for index in Measure.allCases.indices where counts[index] > 0 {
      self.counts[index] = Int(counts[index])
      switch source {
      case .interactions: interactionBits |= 1 << UInt16(index)
      case .analytics: analyticsBits |= 1 << UInt16(index)
      }
    }
  }

  package subscript(measure: Measure) -> Int { counts[measure.index] }

  /// Adds `count`, counted from `source`, to a measure.
  mutating func add(_ count: Int, to measure: Measure, from source: EventSource) {
    guard count > 0 else { return }
    counts[measure.index] += count
    switch source {
    case .interactions: interactionBits |= 1 << UInt16(measure.index)
    case .analytics: analyticsBits |= 1 << UInt16(measure.index)
    }
  }

  /// The records that a measure was counted from; none if it is zero.
  package func sources(of measure: Measure) -> [EventSource] {
    let bit = UInt16(1) << UInt16(measure.index)
    var sources: [EventSource] = []
    if interactionBits & bit != 0 { sources.append(.interactions) }
    if analyticsBits & bit != 0 { sources.append(.analytics) }
    return sources
  }

  /// Changes a measure by a number that may be negative; the result is at least 0.
  mutating func change(_ measure: Measure, by count: Int, from source: EventSource) {
    add(count, to: measure, from: source)
    if count < 0 { counts[measure.index] = max(0, counts[measure.index] + count) }
  }

  package static func += (left: inout Tally, right: Tally) {
    left.counts &+= right.counts
    left.interactionBits |= right.interactionBits
    left.analyticsBits |= right.analyticsBits
  }

  /// The difference to counts that are part of these.
  static func - (left: Tally, right: Tally) -> Tally {
    var rest = left
    rest.counts &-= right.counts
    for measure in Measure.allCases where rest.counts[measure.index] == 0 {
      rest.interactionBits &= ~(1 << UInt16(measure.index))
      rest.analyticsBits &= ~(1 << UInt16(measure.index))
    }
    return rest
  }

  /// These counts with each one changed.
  func map(_ change: (Int) -> Int) -> Tally {
    var changed = self
    for measure in Measure.allCases { changed.counts[measure.index] = change(self[measure]) }
    return changed - Tally()
  }

  package var isEmpty: Bool { counts == SIMD16<Int>() }

  /// Likes and super-likes.
  package var positives: Int { self[.likes] + self[.superLikes] }

  /// Swiped cards.
  package var verdicts: Int { positives + self[.dislikes] + self[.skips] }

  /// (likes + super-likes) / impressions; nil without impressions, and if more likes than impressions were
  /// recorded.
  package var likeRate: Proportion? { Proportion(positives, of: self[.impressions]) }

  /// Whether more likes than impressions were recorded: a card cannot be liked unseen, so events are missing.
  package var hasMoreLikesThanImpressions: Bool { positives > self[.impressions] }

  /// Detail opens / impressions; nil like `likeRate`.
  package var clickRate: Proportion? { Proportion(self[.detailOpens], of: self[.impressions]) }

  /// (likes + super-likes) / (likes + super-likes + dislikes); nil without any of them.
  package var approval: Proportion? { Proportion(positives, of: positives + self[.dislikes]) }
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
