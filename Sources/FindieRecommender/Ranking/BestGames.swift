/// The best few of many scored games, kept while they are offered.
///
/// Best first; of equal scores the game with the smaller index, so the smaller id.
///
/// - Complexity: an offer that is not among the best so far costs one comparison.
package struct BestGames {
  package struct Entry: Sendable, Equatable {
    package let game: UInt32
    package let score: Float
  }

  private let limit: Int
  package private(set) var ranked: [Entry] = []

  /// - Parameter count: how many are kept at most.
  package init(count: Int) {
    limit = count
    ranked.reserveCapacity(count)
  }

  /// A score must not be below this to be kept; minus infinity while there is room.
  package var threshold: Float {
    ranked.count < limit ? -.infinity : ranked.last?.score ?? .infinity
  }

  /// - Precondition: `score` is not NaN, and no game is offered twice.
  package mutating func offer(game: UInt32, score: Float) {
    let entry = Entry(game: game, score: score)
    if ranked.count == limit {
      guard let worst = ranked.last, BestGames.precedes(entry, worst) else { return }
      ranked.removeLast()
    }
    var place = ranked.count
    while place > 0, BestGames.precedes(entry, ranked[place - 1]) { place -= 1 }
    ranked.insert(entry, at: place)
  }

  private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    left.score != right.score ? left.score > right.score : left.game < right.game
  }
}
