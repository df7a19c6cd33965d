/// How the position of a card changes the like probability, and how long players view a card.
struct CardResponse {
  /// The like probability at position p is the one at position 0 times `positionBias[p]`, which is
  /// 0.5 + 0.5·e^(-p / 6), to four decimals. The last value holds for all later positions.
  let positionBias: [Double]
  private let factors: [Probability]
  /// e^(i / 64) seconds, in tenths of a second, for i from -128.
  private let tenths: [Int]

  init() {
    positionBias = (0..<60).map {
      (5000 + 5000 * PortableMath.exp(-Double($0) / 6)).rounded() / 10_000
    }
    factors = positionBias.map { Probability($0) }
    tenths = (0..<480).map { Int((10 * PortableMath.exp(Double($0 - 128) / 64)).rounded()) }
  }

  func factor(at position: Int) -> Probability { factors[min(position, factors.count - 1)] }

  /// A log-normal view time in tenths of a second, from 0.3 to 180 seconds.
  ///
  /// The median is 4.5 s for a like probability of 0 and 9.5 s for 1; the standard deviation of the
  /// logarithm is 0.7. Logarithms are in units of 1/64.
  func drawViewTime(likeProbability: Probability, _ random: inout RandomStream) -> Int {
    let median = 96 + Int((48 * likeProbability.parts) >> 32)
    let index = 128 + median + random.bell(spread: 45)
    return max(3, min(1800, tenths[max(0, min(index, tenths.count - 1))]))
  }
}
