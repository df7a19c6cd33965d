import FindieHistory

/// Which entry comes first in each player's list, so that no game is shown first to everybody.
///
/// Where a game has more than its share of the first places, players give it up until it has not:
/// first those who lose least, which is the difference in `RankedCandidate.expectedLikes` between the
/// first entry and the nearest after it whose game had room at the start. They swap it with the
/// nearest entry whose game has room when their turn comes. Lists keep their entries, so the bounds
/// of `ListMaker` hold.
///
/// A game that gives up places never has room, and one that has room never gets more than its share:
/// so one turn a player is enough. Where nobody who still has a game first has another one with room
/// within reach (there are fewer games than 1 / share, or lists are short), it keeps what it has:
/// `excess` says how much that is.
///
/// - Complexity: O(players · reach), and the sorting of those whose game has too many.
package struct FirstPlaces: Sendable, Equatable {
  /// By player: the place in the list, from 0, of the entry that comes first; the entry that was
  /// first takes that place.
  package let places: [UInt16]
  /// The number of first places that one game may have: max(1, ⌊share · lists⌋), empty lists not
  /// counted.
  package let cap: Int
  /// How many lists have another entry first than before.
  package let moved: Int
  /// The first places above the cap that could not be given to another game; 0 where the cap is kept.
  package let excess: Int
  /// The number of first places of the game that has most.
  package let largest: Int

  /// - Parameters:
  ///   - heads: the players' lists, without entries of exploration: those keep their places.
  ///   - ids: the players', in the order of their bytes; whose turn comes first of players who lose as much
  ///     depends on them, so that it is the same whoever else has a list.
  package init(
    _ heads: ListHeads, of ids: [String], games: Int, parameters: FirstPlaceParameters
  ) {
    precondition(parameters.reach <= Int(UInt16.max), "a reach of \(parameters.reach)")
    precondition(ids.count == heads.count, "\(heads.count) lists of \(ids.count) players")
    let players = (0..<heads.count).filter { !heads[$0].isEmpty }
    // What rounding takes from a product must not cost a place.
    let cap = max(1, Int(parameters.maximumShare * Double(players.count) + 1e-9))
    var counts = [Int](repeating: 0, count: games)
    for player in players { counts[Int(heads[player].first?.game ?? 0)] += 1 }
    var places = [UInt16](repeating: 0, count: heads.count)
    var moved = 0
    for player in FirstPlaces.turns(players, ids, heads, counts, cap: cap, parameters) {
      let head = heads[player].prefix(parameters.reach)
      guard let first = head.first, counts[Int(first.game)] > cap,
        let next = head.firstIndex(where: { counts[Int($0.game)] < cap })
      else { continue }
      counts[Int(first.game)] -= 1
      counts[Int(head[next].game)] += 1
      places[player] = UInt16(next - head.startIndex)
      moved += 1
    }
    self.places = places
    self.cap = cap
    self.moved = moved
    excess = counts.reduce(0) { $0 + max(0, $1 - cap) }
    largest = counts.max() ?? 0
  }

  /// The players whose first game has too many first places and who have another one, in the order of
  /// their turns.
  private static func turns(
    _ players: [Int], _ ids: [String], _ heads: ListHeads, _ counts: [Int], cap: Int,
    _ parameters: FirstPlaceParameters
  ) -> [Int] {
    var turns: [(loss: Double, hash: UInt64, player: Int)] = []
    for player in players {
      let head = heads[player].prefix(parameters.reach)
      guard let first = head.first, counts[Int(first.game)] > cap,
        let other = head.first(where: { counts[Int($0.game)] < cap })
      else { continue }
      turns.append(
        (
          first.expectedLikes - other.expectedLikes,
          hash64(of: ids[player].utf8.span, seed: parameters.seed), player
        ))
    }
    return turns.sorted { ($0.loss, $0.hash, $0.player) < ($1.loss, $1.hash, $1.player) }
      .map(\.player)
  }
}
