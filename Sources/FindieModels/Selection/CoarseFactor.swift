import CFactorKernels

/// Factors quantized to bytes, u = s q + e. They give an upper bound of a score at a quarter of its
/// cost:
///
///     u · y  ≤  s s' (q · q')  +  ‖s q‖ ‖e'‖  +  ‖e‖ ‖y‖
///
/// Scores are computed only for players whose bound reaches their threshold, so quantization
/// changes no list.
///
/// Source: the integer bound is that of Li, Chan, Yiu and Mamoulis, *FEXIPRO: Fast and Exact Inner
/// Product Retrieval in Recommender Systems* (2017), DOI 10.1145/3035918.3064009. They round parts
/// up; here the bound uses the lengths of the rounding errors.
package struct CoarseFactor: Sendable, Equatable {
  /// 1 / s.
  package var inverseScale: Float = 1
  /// An upper bound of ‖s q‖, for a player.
  package var coarseLength: Float = 0
  /// An upper bound of ‖y‖, for a game.
  package var length: Float = 0
  /// An upper bound of ‖e‖; for a player it includes the rounding error of a score, in units of
  /// ‖y‖.
  package var error: Float = 0

  static let wordElements = Int(FINDIE_WORD_ELEMENTS)

  /// The number of words in a factor; a word holds four elements.
  package static func words(rank: Int) -> Int { (rank + wordElements - 1) / wordElements }

  private static let maximumElement = 127.0
  /// Beyond these lengths the bound may overflow or underflow Float32. Such factors always pass the
  /// screening.
  private static let usableLengths = 1e-15...1e15

  /// s, by the largest element.
  static func scale(_ largest: Float) -> Double {
    largest > 0 ? Double(largest) / maximumElement : 1
  }

  /// Passes q to the caller, and returns the lengths of s q and e.
  @inline(__always)
  static func coarsen(
    _ factor: Span<Float>, scale: Double, _ body: (_ element: Int, _ q: Int8) -> Void
  ) -> (coarse: Double, error: Double) {
    let inverse = 1 / scale
    var (coarse, error) = (0.0, 0.0)
    for index in 0..<factor.count {
      let value = Double(factor[index])
      // Rounds to the nearest whole number, without a call.
      let q = (value * inverse + 0x1.8p52) - 0x1.8p52
      let back = q * scale
      coarse += back * back
      error += (value - back) * (value - back)
      body(index, Int8(q))
    }
    return (coarse.squareRoot(), error.squareRoot())
  }

  /// A player's quantized factor: its words, each element offset by 128, and its bounds.
  package static func player(
    _ factor: Span<Float>, norm: Double, into words: inout MutableSpan<UInt32>, at start: Int
  ) -> CoarseFactor {
    let count = Self.words(rank: factor.count)
    for word in 0..<count { words[start + word] = 0x8080_8080 }
    let scale = scale(factor.largestMagnitude)
    let lengths = coarsen(factor, scale: scale) { index, q in
      // Adding 128 flips the highest bit.
      words[start + index / wordElements] ^=
        UInt32(UInt8(bitPattern: q)) << UInt32(8 * (index % wordElements))
    }
    let rounding = ScoreBound.rounding(rank: factor.count) * norm
    return CoarseFactor(
      inverseScale: Float(1 / scale), coarseLength: up(lengths.coarse), length: up(norm),
      error: norm == 0 || usableLengths.contains(norm) ? up(lengths.error + rounding) : .infinity)
  }

  /// The games of a panel, with one scale; `norm` is the largest.
  static func panel(
    largest: Float, norm: Double, error: Double
  ) -> CoarseFactor {
    CoarseFactor(
      inverseScale: Float(1 / scale(largest)), length: up(norm),
      error: norm == 0 || usableLengths.contains(norm) ? up(error) : .infinity)
  }

  /// A Float32 that is at least this number.
  private static func up(_ number: Double) -> Float { Float(number * (1 + 0x1p-20)).nextUp }
}

extension Span<Float> {
  /// The Euclidean length, in Double; not finite if an element is not.
  var norm: Double {
    var sum = 0.0
    for index in 0..<count { sum += Double(self[index]) * Double(self[index]) }
    return sum.squareRoot()
  }

  var largestMagnitude: Float {
    var largest: Float = 0
    for index in 0..<count { largest = Swift.max(largest, abs(self[index])) }
    return largest
  }
}
