/// The best few of many scored games, kept while they are offered.
///
/// A heap whose first entry is the worst that is kept, so that one that is better takes its place in
/// O(log count).
package struct BestGames {
  package struct Entry: Sendable, Equatable {
    package let game: UInt32
    package let score: Float
  }

  private let limit: Int
  /// As long as there is room in no order, then a heap: none comes before one of the two below it,
  /// those of place i being at 2 i + 1 and 2 i + 2.
  private var kept: [Entry] = []

  /// - Parameter count: how many are kept at most.
  package init(count: Int) {
    limit = count
    kept.reserveCapacity(count)
  }

  /// Best first; of equal scores the game with the smaller index, so the smaller id.
  package var ranked: [Entry] { kept.sorted(by: BestGames.precedes) }

  /// A score must not be below this to be kept; minus infinity while there is room.
  package var threshold: Float {
    kept.count < limit ? -.infinity : kept.first?.score ?? .infinity
  }

  /// - Precondition: `score` is not NaN, and no game is offered twice.
  /// - Complexity: one that is not among the best so far costs one comparison.
  package mutating func offer(game: UInt32, score: Float) {
    let entry = Entry(game: game, score: score)
    if kept.count < limit {
      kept.append(entry)
      guard kept.count == limit else { return }
      for place in (0..<limit / 2).reversed() {
        BestGames.sink(kept[place], from: place, in: &kept)
      }
    } else if let worst = kept.first, BestGames.precedes(entry, worst) {
      BestGames.sink(entry, from: 0, in: &kept)
    }
  }

  /// Offers each game that may be listed, by its score; one without, NaN, is not kept.
  ///
  /// - Complexity: O(scores), a comparison for sixty-four games once the best are found.
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

  /// Puts an entry at a place, or where the heap below it lets it stand.
  private static func sink(_ entry: Entry, from place: Int, in kept: inout [Entry]) {
    var heap = kept.mutableSpan
    var place = place
    while true {
      var below = 2 * place + 1
      guard below < heap.count else { break }
      if below + 1 < heap.count, precedes(heap[below], heap[below + 1]) { below += 1 }
      guard precedes(entry, heap[below]) else { break }
      heap[place] = heap[below]
      place = below
    }
    heap[place] = entry
  }

  private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    left.score != right.score ? left.score > right.score : left.game < right.game
  }
}

extension Span<Float> {
  /// The largest of the sixty-four elements from place 64 · `block` on; minus infinity where all are
  /// NaN.
  fileprivate func largest(ofBlock block: Int) -> Float {
    var largest = SIMD16(repeating: -Float.infinity)
    for vector in 4 * block..<4 * block + 4 {
      let own = self.vector(vector)
      largest.replace(with: own, where: own .> largest)
    }
    return largest.largest
  }
}
