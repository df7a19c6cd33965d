import FindieLinearAlgebra

/// Finds the games with the largest cosines of genres and tags with one game.
///
/// A cosine with every game takes only an addition per common term, and a comparison of sixteen
/// games at a time with the least cosine that may be among the best. So the time does not depend
/// on how similar the best games are.
struct ContentSearch {
  private let index: ContentIndex
  /// The game whose neighbours are searched for.
  private var game = 0
  /// By game, the sum of the squared weights of the common terms.
  private var sums: [Float]

  init(_ index: ContentIndex) {
    self.index = index
    sums = [Float](repeating: 0, count: index.places)
  }

  /// Searches for the neighbours of this game from now on.
  mutating func begin(_ game: Int) {
    self.game = game
    index.sum(game, into: &sums)
  }

  /// The cosine with a game that may be found; exactly 1 for equal terms.
  func cosine(_ other: Int) -> Float {
    Float(Double(sums[other]) * (index.inverseLengths[game] * index.inverseLengths[other]))
  }

  /// Calls `offer` for each game whose cosine is above 0 and at least a minimum, in the order of
  /// games, and maybe for some whose cosine is slightly less.
  ///
  /// - Parameters:
  ///   - minimum: the least cosine of interest.
  ///   - offer: returns the new minimum.
  /// - Complexity: O(games), one comparison per 64 games and a product for each.
  func find(minimum: Float, offer: (_ other: Int) -> Float) {
    let inverseLength = index.roundedLengths[game]
    guard inverseLength > 0 else { return }
    // The products below are rounded; every one above 0 is above the least number here.
    func least(_ cosine: Float) -> Float { max(1e-30, 0.99999 * cosine / inverseLength) }
    let (sums, lengths) = (sums.span, index.roundedLengths.span)
    var bound = least(minimum)
    for start in stride(from: 0, to: sums.count, by: 64) {
      var hits = SIMD16<Int32>()
      for vector in start / 16..<start / 16 + 4 {
        hits.replace(with: 1, where: sums.vector(vector) * lengths.vector(vector) .>= bound)
      }
      guard hits.wrappedSum() > 0 else { continue }
      for other in start..<start + 64 where sums[other] * lengths[other] >= bound {
        bound = least(offer(other))
      }
    }
  }
}
