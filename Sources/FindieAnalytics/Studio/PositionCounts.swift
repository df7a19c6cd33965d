import FindieDomain

/// The relative probability of a like in each bucket of feed positions, as the run estimated it.
package struct PositionTable: Sendable, Equatable {
  /// The first card position of each bucket; the last bucket is open-ended.
  package let firstPositions: [Int]
  /// By bucket, relative to the bucket that is shown most; nil if no game was shown in both.
  package let effects: [Double?]
  /// Why there is no estimate; nil if there is one.
  package let unavailableReason: String?

  package init(firstPositions: [Int], effects: [Double?], unavailableReason: String?) {
    precondition(
      effects.count == firstPositions.count || unavailableReason != nil, "one effect per bucket")
    precondition(firstPositions.count <= PositionCounts.buckets, "\(firstPositions.count) buckets")
    self.firstPositions = firstPositions
    self.effects = effects
    self.unavailableReason = unavailableReason
  }

  /// The bucket of a card position from 0; nil for an event without a position.
  package func bucket(of position: Float) -> Int? {
    guard position >= 0, position < 1e6 else { return nil }
    return firstPositions.lastIndex { Float($0) <= position }
  }

  package static func unavailable(_ why: String) -> PositionTable {
    PositionTable(firstPositions: [0], effects: [nil], unavailableReason: why)
  }
}

/// The like rate that cards at the reference bucket would have, or why it is not available.
package enum AdjustedRate: Sendable, Equatable {
  /// q = Σ sₚ / Σ nₚ eₚ over buckets p with s likes of n cards and effect e: the likelihood's
  /// maximum where likes are Poisson with mean q nₚ eₚ, and at most 1. The interval is the plain
  /// rate's Wilson interval, scaled; it treats the effects as known.
  case rate(estimate: Double, lower: Double, upper: Double, cards: Int)
  case unavailable(Reason)

  package enum Reason: Sendable, Equatable {
    /// The run has no estimate of the effects of positions, for the reason in `PositionTable`.
    case noEffects(String)
    /// No other game was shown at the same positions.
    case noOtherGame
    /// No card of the period has a position.
    case noPosition
  }
}

/// Swiped cards and likes, by bucket of feed positions.
struct PositionCounts: Sendable {
  /// C[ranges, buckets].
  private var shown: [Int]
  private var likes: [Int]
  /// Cards of each range without a position.
  private var withoutPosition: [Int]

  static let buckets = 16

  init(ranges: Int) {
    shown = [Int](repeating: 0, count: ranges * Self.buckets)
    likes = shown
    withoutPosition = [Int](repeating: 0, count: ranges)
  }

  /// Adds a card.
  ///
  /// - Parameter bucket: nil for a card without a position.
  mutating func add(bucket: Int?, isLike: Bool, in range: Int) {
    guard let bucket else {
      withoutPosition[range] += 1
      return
    }
    shown[range * Self.buckets + bucket] += 1
    if isLike { likes[range * Self.buckets + bucket] += 1 }
  }

  /// Adds the counts of a range of `other` to the range `own`.
  mutating func add(_ other: PositionCounts, of range: Int, to own: Int) {
    for bucket in 0..<Self.buckets {
      shown[own * Self.buckets + bucket] += other.shown[range * Self.buckets + bucket]
      likes[own * Self.buckets + bucket] += other.likes[range * Self.buckets + bucket]
    }
    withoutPosition[own] += other.withoutPosition[range]
  }

  /// The like rate of a range, adjusted.
  ///
  /// - Parameter effect: the design effect of the plain rate.
  func rate(in range: Int, effect: Double, _ setting: StudioSetting) -> AdjustedRate {
    let table = setting.positions
    if let reason = table.unavailableReason { return .unavailable(.noEffects(reason)) }
    var (cards, liked, expected) = (0, 0, 0.0)
    for (bucket, effect) in table.effects.enumerated() {
      let count = shown[range * Self.buckets + bucket]
      guard count > 0 else { continue }
      guard let effect else { return .unavailable(.noOtherGame) }
      cards += count
      liked += likes[range * Self.buckets + bucket]
      expected += Double(count) * effect
    }
    let scale = Double(cards) / expected
    if setting.totals == .rounded {
      let bound = setting.suppression.bound
      (liked, cards) = (bound.rounded(liked), bound.rounded(cards))
    }
    guard let plain = Proportion(liked, of: cards, effect: effect), expected > 0 else {
      return .unavailable(.noPosition)
    }
    return .rate(
      estimate: min(1, plain.estimate * scale), lower: min(1, plain.lower * scale),
      upper: min(1, plain.upper * scale), cards: cards)
  }
}
