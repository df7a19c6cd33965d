/// How long cards are looked at: log-normal, in tenths of a second.
///
/// Logarithms are whole numbers of 1/64, so that every machine draws the same tenths.
struct ViewTimes {
  /// e^(i / 64) seconds in tenths, for i from -128.
  private let tenths: [Int]

  init() {
    tenths = (0..<480).map { Int((10 * PortableMath.exp(Double($0 - 128) / 64)).rounded()) }
  }

  /// The median is 4.5 s for a game that nobody likes and 9.5 s for one that everybody likes; the
  /// logarithm's standard deviation is 0.7. From 0.3 to 180 seconds.
  func draw(likeProbability: Probability, _ random: inout RandomStream) -> Int {
    let median = 96 + Int((48 * likeProbability.parts) >> 32)
    let slot = 128 + median + random.bell(spread: 45)
    return max(3, min(1800, tenths[max(0, min(slot, tenths.count - 1))]))
  }
}
