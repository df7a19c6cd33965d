import Foundation

/// A seeded source of random numbers: the same from the same seed, everywhere.
///
/// Source: Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators* (2014),
/// DOI 10.1145/2660193.2660195.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline
  var state: UInt64

  @inlinable
  package init(seed: UInt64) {
    state = seed
  }

  @inlinable
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Uniform in (0, 1).
  @inlinable
  package mutating func nextUniform() -> Double {
    (Double(next() >> 11) + 0.5) * 0x1p-53
  }

  /// Normal with mean 0 and deviation 1 (Box and Muller 1958).
  package mutating func nextNormal() -> Double {
    (-2 * log(nextUniform())).squareRoot() * cos(2 * Double.pi * nextUniform())
  }
}
