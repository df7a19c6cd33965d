import FindieDomain
import FindieHistory
import FindieModels
import Foundation

/// The new games for players with the same filters, and the draws from them.
package struct ExplorationPool: Sendable {
  private let exploration: ExplorationSlots
  /// bounds[i] is the mass of the new games before the ith one; games that are not allowed have
  /// mass 0.
  private let bounds: [UInt64]

  init(_ exploration: ExplorationSlots, _ isAllowed: (_ game: Int) -> Bool) {
    self.exploration = exploration
    var bounds: [UInt64] = [0]
    bounds.reserveCapacity(exploration.games.count + 1)
    var sum: UInt64 = 0
    for (game, mass) in zip(exploration.games, exploration.masses) {
      if isAllowed(Int(game)) { sum += mass }
      bounds.append(sum)
    }
    self.bounds = bounds
  }

  /// The slots of one player's list, by position; fewer than configured if fewer games remain.
  ///
  /// The list from `firstPosition` on is divided into as many parts as there are slots; each part
  /// has one slot, at a uniformly drawn position. A list that is too short has its slots at the
  /// end. If only seen games are excluded, the draws do not depend on the ranked entries: draw
  /// first, then rank without the drawn games.
  ///
  /// The new games that suit the player best (docs/TUNING.md) have `ExplorationSlots.preference`
  /// times their mass.
  ///
  /// - Parameters:
  ///   - listLength: the number of the list's entries, slots included.
  ///   - excluded: games that cannot be drawn, in any order, new or not: those that the player has
  ///     seen.
  ///   - scores: how well new games suit the player; not above 0 if nothing is known.
  /// - Complexity: O(excluded + e log e + slots (e + log new games)) for e excluded new games, and
  ///   the scores of at most `ExplorationSlots.scoredGames`.
  package func draw(
    player: String, listLength: Int, excluding excluded: some Sequence<UInt32>,
    scores: (_ games: [UInt32]) -> [Float] = { $0.map { _ in 0 } }
  ) -> [ExplorationSlot] {
    var random = SplitMix64(seed: hash64(of: player.utf8.span, seed: exploration.seed))
    var gone = removedIndices(excluded)
    var preferred = preferredIndices(gone, scores(exploration.scoredGames))
    var rest = rest(without: gone) + preferred.reduce(0) { $0 + addedMass($1) }
    var drawn: [(game: UInt32, probability: Double)] = []
    while drawn.count < min(exploration.slots, listLength), rest > 0 {
      let index = index(of: random.next(upperBound: rest), without: gone, preferred)
      let isPreferred = preferred.contains(index)
      let mass = mass(index) + (isPreferred ? addedMass(index) : 0)
      drawn.append((exploration.games[index], Double(mass) / Double(rest)))
      rest -= mass
      if isPreferred { preferred.removeAll { $0 == index } }
      gone.insert(index, at: gone.firstIndex { $0 > index } ?? gone.count)
    }
    let first = min(exploration.firstPosition, listLength - drawn.count)
    let length = listLength - first
    return drawn.enumerated().map { slot, entry in
      let start = slot * length / drawn.count
      let end = (slot + 1) * length / drawn.count
      return ExplorationSlot(
        position: first + start + Int(random.next(upperBound: UInt64(end - start))),
        game: entry.game, probability: entry.probability)
    }
  }

  /// The remaining mass.
  private func rest(without gone: [Int]) -> UInt64 {
    bounds[bounds.count - 1] - gone.reduce(0) { $0 + mass($1) }
  }

  private func mass(_ index: Int) -> UInt64 { bounds[index + 1] - bounds[index] }

  /// What a preferred game has besides its mass.
  private func addedMass(_ index: Int) -> UInt64 {
    (ExplorationSlots.preference - 1) * mass(index)
  }

  /// Of the scored games that can be drawn, the indices of the tenth with the best scores above 0.
  private func preferredIndices(_ gone: [Int], _ scores: [Float]) -> [Int] {
    var gone = gone[...]
    let drawable = zip(exploration.scored, scores).filter { index, _ in
      gone = gone.drop { $0 < index }
      return mass(index) > 0 && gone.first != index
    }
    var best = BestGames(count: (drawable.count + 5) / 10)
    var least = Float.leastNonzeroMagnitude
    for (index, score) in drawable where score >= least {
      best.offer(game: UInt32(index), score: score)
      least = max(least, best.threshold)
    }
    return best.ranked.map { Int($0.game) }
  }

  /// The indices of excluded games that could otherwise be drawn, ascending and distinct.
  private func removedIndices(_ excluded: some Sequence<UInt32>) -> [Int] {
    let found = excluded.lazy.map { Int(exploration.newIndices[Int($0)]) }
      .filter { $0 >= 0 && mass($0) > 0 }
    return Set(found).sorted()
  }

  /// The index of the game that owns the `number`th unit of the remaining mass; what is added for
  /// preferred games comes first.
  private func index(of number: UInt64, without gone: [Int], _ preferred: [Int]) -> Int {
    var unit = number
    for index in preferred {
      guard unit >= addedMass(index) else { return index }
      unit -= addedMass(index)
    }
    // The unit's number, counting the removed mass before it.
    for index in gone {
      guard unit >= bounds[index] else { break }
      unit += mass(index)
    }
    // The last bound that is not above the unit, since a game of mass 0 has the same bound as the
    // next one.
    return bounds.indices.partitionPoint { bounds[$0] <= unit } - 1
  }
}
