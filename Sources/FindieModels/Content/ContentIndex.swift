/// The genres and tags of the games that may be found, by block of games and term, for
/// `ContentSearch`.
///
/// The cosine of two games is Σ wₜ² / √(Σ wₜ² Σ wₜ²), summed over the common terms and over each's
/// own. A term has the same weight in all games, so an entry is only a position in a block.
struct ContentIndex: Sendable {
  /// The number of games per block: their sums fit into the fastest cache.
  static let blockSize = 4096

  /// The number of games, rounded up to full blocks.
  let places: Int
  /// 1 / √(Σ wₜ²) of each game, [places]; 0 for a game without terms and after the last.
  let inverseLengths: [Double]
  /// The same in single precision.
  let roundedLengths: [Float]
  private let content: ContentModel
  /// The entries of term t in block b are at `offsets[t · blocks + b]..<offsets[t · blocks + b +
  /// 1]`.
  private let offsets: [UInt32]
  /// The position of a game in its block.
  private let entries: [UInt16]

  private var blocks: Int { places / Self.blockSize }

  /// - Parameter mayBeFound: by game.
  /// - Complexity: O(terms · blocks + elements).
  init(_ content: ContentModel, mayBeFound: [Bool]) {
    let size = Self.blockSize
    let blocks = (mayBeFound.count + size - 1) / size
    self.content = content
    places = blocks * size
    var inverseLengths = [Double](repeating: 0, count: blocks * size)
    for game in mayBeFound.indices {
      // In the order and precision of `add`, so that the cosine of equal games is 1.
      let square = content.terms[content.elements(of: UInt32(game))].reduce(Float(0)) {
        $0 + content.squaredWeights[Int($1.index)]
      }
      inverseLengths[game] = square > 0 ? 1 / Double(square).squareRoot() : 0
    }
    self.inverseLengths = inverseLengths
    roundedLengths = inverseLengths.map { Float($0) }
    func forEachEntry(_ body: (_ list: Int, _ place: UInt16) -> Void) {
      for game in mayBeFound.indices where mayBeFound[game] {
        for position in content.elements(of: UInt32(game)) {
          body(Int(content.terms[position].index) * blocks + game / size, UInt16(game % size))
        }
      }
    }
    var offsets = [UInt32](repeating: 0, count: content.vectors.columns * blocks + 1)
    forEachEntry { list, _ in offsets[list + 1] += 1 }
    for list in offsets.indices.dropFirst() { offsets[list] += offsets[list - 1] }
    self.offsets = offsets
    var entries = [UInt16](repeating: 0, count: Int(offsets[offsets.count - 1]))
    forEachEntry { list, place in
      entries[Int(offsets[list])] = place
      offsets[list] += 1
    }
    self.entries = entries
  }

  /// Computes Σ wₜ² over the terms that each game has in common with one game, in the order of
  /// terms, [places]; 0 for a game that may not be found.
  ///
  /// - Complexity: O(games of the game's terms) additions.
  func sum(_ game: Int, into sums: inout [Float]) {
    let (terms, weights) = (content.terms.span, content.squaredWeights.span)
    let (offsets, entries) = (offsets.span, entries.span)
    var sums = sums.mutableSpan
    sums.update(repeating: 0)
    let own = content.elements(of: UInt32(game))
    for block in 0..<blocks {
      let first = block * Self.blockSize
      for position in own {
        let term = Int(terms[position].index)
        let (list, weight) = (term * blocks + block, weights[term])
        let games = entries.extracting(Int(offsets[list])..<Int(offsets[list + 1]))
        for entry in games.indices { sums[first + Int(games[entry])] += weight }
      }
    }
  }
}

/// Finds the games with the largest cosines of genres and tags with one game.
///
/// The cosines with all games take one addition per common term. Then sixteen games at a time are
/// compared with the smallest cosine that may be among the best, so the time does not depend on how
/// similar the best games are.
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

  /// Starts a search for the neighbours of this game.
  mutating func begin(_ game: Int) {
    self.game = game
    index.sum(game, into: &sums)
  }

  /// The cosine with a game that may be found; exactly 1 for equal terms.
  func cosine(_ other: Int) -> Float {
    Float(Double(sums[other]) * (index.inverseLengths[game] * index.inverseLengths[other]))
  }

  /// Calls `offer`, in the order of games, for each game whose cosine is above 0 and at least the
  /// minimum, and possibly for some just below the minimum.
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
