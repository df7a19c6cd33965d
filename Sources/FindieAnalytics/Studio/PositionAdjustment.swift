/// How much as likely a like is at each place of the feed, as the night estimated it; plain values.
package struct PositionTable: Sendable, Equatable {
  /// The first card position of each place; the last goes on to the end.
  package let firstPositions: [Int]
  /// By place, relative to the place shown most; nil where no game links the two.
  package let effects: [Double?]
  /// Why nothing can be said; nil where something can.
  package let refusal: String?

  package init(firstPositions: [Int], effects: [Double?], refusal: String?) {
    precondition(effects.count == firstPositions.count || refusal != nil, "an effect a place")
    precondition(firstPositions.count <= PositionCounts.places, "\(firstPositions.count) places")
    self.firstPositions = firstPositions
    self.effects = effects
    self.refusal = refusal
  }

  /// The place of a card position from 0; nil where an event says none.
  func place(of position: Float) -> Int? {
    guard position >= 0, position < 1e6 else { return nil }
    return firstPositions.lastIndex { Float($0) <= position }
  }

  /// Nothing is known of positions.
  package static func refused(_ why: String) -> PositionTable {
    PositionTable(firstPositions: [0], effects: [nil], refusal: why)
  }
}

/// A like rate as it would be, had all cards stood at the place of reference; or why it cannot be told.
package enum AdjustedRate: Sendable, Equatable {
  /// q = Σ sₚ / Σ nₚ eₚ over places p with s likes of n cards and effect e: the likelihood's maximum
  /// where likes are Poisson with mean q nₚ eₚ, and at most 1. The interval is Wilson's of the plain
  /// rate, in proportion; it takes the effects for known.
  case rate(estimate: Double, lower: Double, upper: Double, cards: Int)
  case refused(String)
}

/// Cards with a verdict, and likes among them, by place of the feed.
struct PositionCounts: Sendable {
  /// C[ranges, places].
  private var shown: [Int]
  private var likes: [Int]
  /// Cards of each range that say no position.
  private var withoutPosition: [Int]

  static let places = 16

  init(ranges: Int) {
    shown = [Int](repeating: 0, count: ranges * Self.places)
    likes = shown
    withoutPosition = [Int](repeating: 0, count: ranges)
  }

  /// Adds a card.
  ///
  /// - Parameter place: nil where it says none.
  mutating func add(place: Int?, isLike: Bool, in range: Int) {
    guard let place else {
      withoutPosition[range] += 1
      return
    }
    shown[range * Self.places + place] += 1
    if isLike { likes[range * Self.places + place] += 1 }
  }

  /// Adds what was counted of one range of another.
  mutating func add(_ other: PositionCounts, of range: Int, to own: Int) {
    for place in 0..<Self.places {
      shown[own * Self.places + place] += other.shown[range * Self.places + place]
      likes[own * Self.places + place] += other.likes[range * Self.places + place]
    }
    withoutPosition[own] += other.withoutPosition[range]
  }

  /// The like rate of a range, adjusted.
  func rate(in range: Int, _ table: PositionTable) -> AdjustedRate {
    if let refusal = table.refusal { return .refused(refusal) }
    var (cards, liked, expected) = (0, 0, 0.0)
    for (place, effect) in table.effects.enumerated() {
      let count = shown[range * Self.places + place]
      guard count > 0 else { continue }
      guard let effect else {
        return .refused("no game links the places it stood at to the others")
      }
      cards += count
      liked += likes[range * Self.places + place]
      expected += Double(count) * effect
    }
    guard let plain = Proportion(liked, of: cards), expected > 0 else {
      return .refused("no card of the period says where it stood")
    }
    let scale = Double(cards) / expected
    return .rate(
      estimate: min(1, plain.estimate * scale), lower: min(1, plain.lower * scale),
      upper: min(1, plain.upper * scale), cards: cards)
  }
}
