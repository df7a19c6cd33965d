/// A stream of random numbers, identified by a seed, a purpose and up to three numbers.
///
/// Each part of a world draws from its own streams, so what one part draws never changes another.
///
/// Source: SplitMix64 of Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*
/// (2014), DOI 10.1145/2660193.2660195.
struct RandomStream: RandomNumberGenerator {
  /// The raw values are part of every seed's bytes.
  enum Purpose: UInt64 {
    case catalogue = 1, game, developer, player, friends, library, visits, session, duplicates
    case taste, words, fans, fashions, days, occasions, losses
  }

  private var state: UInt64

  init(seed: UInt64, _ purpose: Purpose, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) {
    var state = Self.mixed(seed &+ purpose.rawValue &* 0xD6E8_FEB8_6659_FD93)
    state = Self.mixed(state ^ UInt64(truncatingIfNeeded: a) &* 0x9E37_79B9_7F4A_7C15)
    state = Self.mixed(state &+ UInt64(truncatingIfNeeded: b) &* 0xC2B2_AE3D_27D4_EB4F)
    self.state = Self.mixed(state ^ UInt64(truncatingIfNeeded: c) &* 0x1656_67B1_9E37_79F9)
  }

  /// A bijection on 64 bits: SplitMix64's first number for the seed `bits`.
  static func mixed(_ bits: UInt64) -> UInt64 {
    var bits = bits &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  mutating func next() -> UInt64 {
    defer { state &+= 0x9E37_79B9_7F4A_7C15 }
    return Self.mixed(state)
  }

  /// A whole number from 0 to `count` - 1.
  mutating func below(_ count: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// True with `probability`.
  mutating func chance(_ probability: Probability) -> Bool {
    UInt64(next() >> 32) < probability.parts
  }

  /// A fraction in [0, 1), in steps of 2⁻⁵³.
  mutating func fraction() -> Double {
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// A fraction in (0, 1].
  mutating func positiveFraction() -> Double { 1 - fraction() }

  /// A nearly normal integer: mean 0, standard deviation `spread`, at most 3.46 of them away.
  ///
  /// The sum of four uniform numbers (Irwin and Hall), in integers only.
  mutating func bell(spread: Int) -> Int {
    let bits = next()
    let sum =
      Int(bits & 0xFFFF) + Int(bits >> 16 & 0xFFFF) + Int(bits >> 32 & 0xFFFF) + Int(bits >> 48)
    // The standard deviation of the sum is 65 536 · √(4 / 12) = 37 837.
    return (sum - 131_070) * spread / 37_837
  }

  /// Shuffles `items` (Fisher and Yates). The standard library's shuffle may change.
  mutating func shuffle<Item>(_ items: inout [Item]) {
    for last in stride(from: items.count - 1, to: 0, by: -1) { items.swapAt(last, below(last + 1)) }
  }
}
