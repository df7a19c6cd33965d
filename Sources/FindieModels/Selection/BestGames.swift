import CFactorKernels

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
  package private(set) var entries: [Entry] = []

  /// - Parameter count: the maximum number of selected games.
  package init(count: Int) {
    limit = count
    entries.reserveCapacity(count)
  }

  /// Best first; ties by index, so by id.
  package var ranked: [Entry] { entries.sorted(by: Self.precedes) }

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
        Self.sink(entries[position], from: position, in: &entries)
      }
    } else if let worst = entries.first, Self.precedes(entry, worst) {
      Self.sink(entry, from: 0, in: &entries)
    }
  }

  /// Offers each allowed game with its score; a score of NaN is not selected.
  ///
  /// - Precondition: no game was offered before.
  /// - Complexity: O(scores), one comparison per 64 games once the best are found.
  package mutating func offer(_ scores: Span<Float>, where mayBeListed: (Int) -> Bool) {
    let block = 64
    var start = 0
    while start < scores.count {
      let end = min(start + block, scores.count)
      if end - start < block || scores.largest(ofBlock: start / block) >= least {
        for game in start..<end where scores[game] >= least && mayBeListed(game) {
          offer(game: UInt32(game), score: scores[game])
        }
      }
      start = end
    }
  }

  /// The minimum score for a game after all that were offered: more than the threshold if full.
  private var least: Float {
    entries.count < limit ? -.infinity : (entries.first?.score ?? .infinity).nextUp
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

  static func precedes(_ left: Entry, _ right: Entry) -> Bool {
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
