import FindieDomain

/// The events of one or more games by one cut and piece of time, and who did them: what may be told
/// of it is decided from this.
struct CutCounts: Sendable {
  let cut: Cut
  let source: EventSource
  /// By place.
  let values: [String]
  let segments: Int
  /// M[values, segments]: how often each measure, by its index.
  private(set) var measures: [SIMD16<UInt32>]

  /// The values of player i are `starts[i]..<starts[i + 1]` of the arrays that follow.
  private(set) var starts = [0]
  private(set) var places: [UInt32] = []
  /// The pieces of time in which the player was there with that value.
  private(set) var masks: [UInt32] = []
  /// The pieces in which the player was there without it; only where a cut does not add up.
  private(set) var otherMasks: [UInt32] = []

  init(_ cut: Cut, _ source: EventSource, values: [String], segments: Int) {
    self.cut = cut
    self.source = source
    self.values = values
    self.segments = segments
    measures = [SIMD16<UInt32>](repeating: SIMD16(), count: values.count * segments)
  }

  @inline(__always)
  mutating func add(_ counts: SIMD16<UInt32>, of value: Int, in segment: Int) {
    measures[value * segments + segment] &+= counts
  }

  mutating func addPair(_ value: Int, mask: UInt32, otherMask: UInt32 = 0) {
    places.append(UInt32(value))
    masks.append(mask)
    if !cut.addsUp { otherMasks.append(otherMask) }
  }

  mutating func endPlayer() { starts.append(places.count) }

  var isEmpty: Bool { places.isEmpty }

  /// The events of a value in some pieces of time.
  func tally(of value: Int, in mask: UInt32) -> Tally {
    var sum = SIMD16<UInt32>()
    for segment in 0..<segments where mask & 1 << UInt32(segment) != 0 {
      sum &+= measures[value * segments + segment]
    }
    return Tally(sum, from: source)
  }

  /// The players of each value in each of some sets of pieces, P[values, sets].
  func players(in sets: [UInt32], without: Bool = false) -> [Int] {
    var counts = [Int](repeating: 0, count: values.count * sets.count)
    let masks = without ? otherMasks : masks
    for pair in places.indices {
      let mask = masks[pair]
      for (place, set) in sets.enumerated() where mask & set != 0 {
        counts[Int(places[pair]) * sets.count + place] += 1
      }
    }
    return counts
  }

  /// The players of some values together in each of some sets of pieces.
  func players(ofAny isMember: [Bool], in sets: [UInt32]) -> [Int] {
    var counts = [Int](repeating: 0, count: sets.count)
    for player in 0..<starts.count - 1 {
      var mask: UInt32 = 0
      for pair in starts[player]..<starts[player + 1] where isMember[Int(places[pair])] {
        mask |= masks[pair]
      }
      guard mask != 0 else { continue }
      for (place, set) in sets.enumerated() where mask & set != 0 { counts[place] += 1 }
    }
    return counts
  }
}
