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
  /// - Parameters:
  ///   - listLength: the number of the list's entries, slots included.
  ///   - excluded: games that cannot be drawn, in any order, new or not: those that the player has
  ///     seen.
  /// - Complexity: O(excluded + e log e + slots (e + log new games)) for e excluded new games.
  package func draw(
    player: String, listLength: Int, excluding excluded: some Sequence<UInt32>
  ) -> [ExplorationSlot] {
    var random = SplitMix64(seed: hash64(of: player.utf8.span, seed: exploration.seed))
    var gone = removedIndices(excluded)
    var rest = rest(without: gone)
    var drawn: [(game: UInt32, probability: Double)] = []
    while drawn.count < min(exploration.slots, listLength), rest > 0 {
      let index = index(of: random.next(upperBound: rest), without: gone)
      let mass = mass(index)
      drawn.append((exploration.games[index], Double(mass) / Double(rest)))
      rest -= mass
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

  /// The indices of excluded games that could otherwise be drawn, ascending and distinct.
  private func removedIndices(_ excluded: some Sequence<UInt32>) -> [Int] {
    let found = excluded.lazy.map { Int(exploration.newIndices[Int($0)]) }
      .filter { $0 >= 0 && mass($0) > 0 }
    return Set(found).sorted()
  }

  /// The index of the game that owns the `number`th unit of the remaining mass.
  private func index(of number: UInt64, without gone: [Int]) -> Int {
    // The unit's number, counting the removed mass before it.
    var unit = number
    for index in gone {
      guard unit >= bounds[index] else { break }
      unit += mass(index)
    }
    // The last bound that is not above the unit, since a game of mass 0 has the same bound as the
    // next one.
    return bounds.indices.partitionPoint { bounds[$0] <= unit } - 1
  }
}
