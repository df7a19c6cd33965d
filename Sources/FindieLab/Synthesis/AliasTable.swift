/// Draws indices in proportion to weights, in constant time.
///
/// Source: M. D. Vose, *A Linear Algorithm for Generating Random Numbers with a Given Distribution*
/// (1991), DOI 10.1109/32.92917.
struct AliasTable {
  private let own: [Probability]
  private let alias: [Int32]

  /// - Precondition: at least one weight; none negative, their sum above zero.
  /// - Complexity: O(weights).
  init(weights: [Double]) {
    let total = weights.reduce(0, +)
    precondition(total > 0, "no weight to draw from")
    var scaled = weights.map { $0 * Double(weights.count) / total }
    var own = [Probability](repeating: Probability(1), count: weights.count)
    var alias = (0..<Int32(weights.count)).map { $0 }
    var small = scaled.indices.filter { scaled[$0] < 1 }
    var large = scaled.indices.filter { scaled[$0] >= 1 }
    while let low = small.last, let high = large.last {
      small.removeLast()
      own[low] = Probability(scaled[low])
      alias[low] = Int32(high)
      scaled[high] -= 1 - scaled[low]
      if scaled[high] < 1 {
        large.removeLast()
        small.append(high)
      }
    }
    self.own = own
    self.alias = alias
  }

  func draw(_ random: inout RandomStream) -> Int {
    let slot = random.below(own.count)
    return random.chance(own[slot]) ? slot : Int(alias[slot])
  }
}
