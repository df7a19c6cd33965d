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
  private static let lengths = 1e-15...1e15

  /// s, by the largest element.
  static func scale(_ largest: Float) -> Double {
    largest > 0 ? Double(largest) / maximumElement : 1
  }

  /// Passes q to the caller, and returns the lengths of s q and e.
  static func coarsen(
    _ factor: Span<Float>, scale: Double, _ body: (_ element: Int, _ q: Int8) -> Void
  ) -> (coarse: Double, error: Double) {
    let inverse = 1 / scale
    var (coarse, error) = (0.0, 0.0)
    for index in 0..<factor.count {
      let value = Double(factor[index])
      // Rounds to the nearest whole number, without a call.
      let q = (value * inverse + 0x1.8p52) - 0x1.8p52
      coarse += q * scale * q * scale
      error += (value - q * scale) * (value - q * scale)
      body(index, Int8(q))
    }
    return (coarse.squareRoot(), error.squareRoot())
  }

  /// A player's quantized factor: its words, each element offset by 128, and its bounds.
  package static func player(
    _ factor: Span<Float>, norm: Double, into words: inout MutableSpan<UInt32>, at start: Int
  ) -> CoarseFactor {
    let count = CoarseFactor.words(rank: factor.count)
    for word in 0..<count { words[start + word] = 0x8080_8080 }
    let scale = scale(factor.largestMagnitude)
    let inverse = 1 / scale
    var (coarse, error) = (0.0, 0.0)
    for index in 0..<factor.count {
      let value = Double(factor[index])
      let q = (value * inverse + 0x1.8p52) - 0x1.8p52
      let back = q * scale
      coarse += back * back
      error += (value - back) * (value - back)
      let byte = UInt32(truncatingIfNeeded: Int32(q)) & 0xFF
      // Adding 128 flips the highest bit.
      words[start + index / wordElements] ^= byte << UInt32(8 * (index % wordElements))
    }
    let rounding = ScoreBound.rounding(rank: factor.count) * norm
    return CoarseFactor(
      inverseScale: Float(inverse), coarseLength: up(coarse.squareRoot()), length: up(norm),
      error: norm == 0 || lengths.contains(norm)
        ? up(error.squareRoot() + rounding) : .infinity)
  }

  /// The games of a panel, with one scale; `norm` is the largest.
  static func panel(
    largest: Float, norm: Double, error: Double
  ) -> CoarseFactor {
    CoarseFactor(
      inverseScale: Float(1 / scale(largest)), length: up(norm),
      error: norm == 0 || lengths.contains(norm) ? up(error) : .infinity)
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

/// The panels of the games' factors in bytes.
package struct CoarsePanels: Sendable {
  /// [count, words, panelGames, 4]
  private var elements: [Int8]
  /// [count, panelGames]: minus the contribution of the players' offset of 128.
  private var offsets: [Int32]
  private var marks: [CoarseFactor] = []
  let words: Int

  /// - Parameters:
  ///   - order: the games' indices, in whole panels.
  ///   - listed: the number of games among them.
  package init(_ games: Matrix, order: [UInt32], listed: Int) {
    let width = FactorPanels.panelGames
    words = CoarseFactor.words(rank: games.columns)
    let size = words * width * CoarseFactor.wordElements
    var elements = [Int8](repeating: 0, count: order.count / width * size)
    var offsets = [Int32](repeating: 0, count: order.count)
    for panel in 0..<order.count / width {
      let positions = panel * width..<min((panel + 1) * width, listed)
      let largest = positions.reduce(Float(0)) {
        max($0, games.row(Int(order[$1])).largestMagnitude)
      }
      var (norm, error) = (0.0, 0.0)
      for position in positions {
        let factor = games.row(Int(order[position]))
        norm = max(norm, factor.norm)
        var sum: Int32 = 0
        let lengths = CoarseFactor.coarsen(factor, scale: CoarseFactor.scale(largest)) {
          let word = $0 / CoarseFactor.wordElements * width + position % width
          elements[
            panel * size + word * CoarseFactor.wordElements + $0 % CoarseFactor.wordElements] = $1
          sum += Int32($1)
        }
        error = max(error, lengths.error)
        offsets[position] = -128 * sum
      }
      marks.append(CoarseFactor.panel(largest: largest, norm: norm, error: error))
    }
    self.elements = elements
    self.offsets = offsets
  }

  var bytes: Int {
    elements.count + offsets.count * MemoryLayout<Int32>.stride
      + marks.count * MemoryLayout<CoarseFactor>.stride
  }

  package func mark(_ panel: Int) -> CoarseFactor { marks[panel] }

  /// [words, panelGames, 4]
  @_lifetime(borrow self)
  package func elements(_ panel: Int) -> Span<Int8> {
    let size = words * FactorPanels.panelGames * CoarseFactor.wordElements
    return elements.span.extracting(panel * size..<(panel + 1) * size)
  }

  /// [panelGames]
  @_lifetime(borrow self)
  package func offsets(_ panel: Int) -> Span<Int32> {
    let width = FactorPanels.panelGames
    return offsets.span.extracting(panel * width..<(panel + 1) * width)
  }
}

/// The best few of many scored games, selected while they are offered.
///
/// A heap whose root is the worst selected entry, so that a better one replaces it in O(log count).
package struct BestGames {
  package struct Entry: Sendable, Equatable {
    package let game: UInt32
    package let score: Float
  }

  @usableFromInline
  let limit: Int
  /// Unordered until full, then a heap: the children of index i are at 2 i + 1 and 2 i + 2, and no
  /// parent precedes its children.
  @usableFromInline
  var entries: [Entry] = []

  /// - Parameter count: the maximum number of selected games.
  package init(count: Int) {
    limit = count
    entries.reserveCapacity(count)
  }

  /// Best first; ties by index, so by id.
  package var ranked: [Entry] { entries.sorted(by: BestGames.precedes) }

  /// The minimum score to be selected; minus infinity until full.
  @inlinable
  package var threshold: Float {
    entries.count < limit ? -.infinity : entries.first?.score ?? .infinity
  }

  /// - Precondition: `score` is not NaN, and no game is offered twice.
  /// - Complexity: a game that is not among the best so far costs one comparison.
  package mutating func offer(game: UInt32, score: Float) {
    let entry = Entry(game: game, score: score)
    if entries.count < limit {
      entries.append(entry)
      guard entries.count == limit else { return }
      for position in (0..<limit / 2).reversed() {
        BestGames.sink(entries[position], from: position, in: &entries)
      }
    } else if let worst = entries.first, BestGames.precedes(entry, worst) {
      BestGames.sink(entry, from: 0, in: &entries)
    }
  }

  /// Offers each allowed game with its score; a score of NaN is not selected.
  ///
  /// - Complexity: O(scores), one comparison per 64 games once the best are found.
  package mutating func offer(_ scores: Span<Float>, where mayBeListed: (Int) -> Bool) {
    let block = 64
    var start = 0
    while start < scores.count {
      let end = min(start + block, scores.count)
      if end - start < block || scores.largest(ofBlock: start / block) >= threshold {
        for game in start..<end where scores[game] >= threshold && mayBeListed(game) {
          offer(game: UInt32(game), score: scores[game])
        }
      }
      start = end
    }
  }

  /// Moves an entry down from an index until the heap is in order.
  private static func sink(_ entry: Entry, from position: Int, in entries: inout [Entry]) {
    var heap = entries.mutableSpan
    var position = position
    while true {
      var below = 2 * position + 1
      guard below < heap.count else { break }
      if below + 1 < heap.count, precedes(heap[below], heap[below + 1]) { below += 1 }
      guard precedes(entry, heap[below]) else { break }
      heap[position] = heap[below]
      position = below
    }
    heap[position] = entry
  }

  private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    left.score != right.score ? left.score > right.score : left.game < right.game
  }
}

extension Span<Float> {
  /// The largest of the 64 elements from index 64 · `block`; minus infinity if all are NaN.
  fileprivate func largest(ofBlock block: Int) -> Float {
    var largest = SIMD16(repeating: -Float.infinity)
    for vector in 4 * block..<4 * block + 4 {
      let own = self.vector(vector)
      largest.replace(with: own, where: own .> largest)
    }
    return largest.largest
  }
}
