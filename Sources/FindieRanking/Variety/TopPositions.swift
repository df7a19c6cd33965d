import FindieHistory

/// Chooses the top entry of each player's list, so that no game is first on too many lists.
///
/// If a game exceeds its share of the top positions, players replace it until it no longer does,
/// those with the smallest loss first. The loss is the difference in
/// `RankedCandidate.expectedLikes` between the first entry and the next one whose game is below its
/// share at the start. Players swap it with the next entry whose game is below its share at their
/// turn. Lists keep their entries, so the bounds of `ListBuilder` hold.
///
/// A game above its share is never chosen, and a game below it never gets more than its share: one
/// turn per player is enough. If no player with the game on top has a replacement within
/// `searchDepth` (there are fewer games than 1 / share, or lists are short), the game stays above
/// its share by `excess`.
///
/// - Complexity: O(players · searchDepth), and sorting the players whose game exceeds its share.
package struct TopPositions: Sendable, Equatable {
  /// By player: the position, from 0, of the entry that is moved to the top; the two entries are
  /// swapped.
  package let positions: [UInt16]
  /// The maximum number of top positions per game: max(1, ⌊share · lists⌋), empty lists not
  /// counted.
  package let cap: Int
  /// The number of lists whose top entry changed.
  package let moved: Int
  /// The number of top positions above the cap; 0 if the cap holds.
  package let excess: Int
  /// The number of top positions of the most frequent game.
  package let largest: Int

  /// - Parameters:
  ///   - ids: the players' ids, in byte order; they break ties of equal loss, independent of who
  ///     else has a list.
  ///   - head: a player's first entries, at least as many as are searched, without exploration
  ///     entries: those keep their positions.
  package init(
    of ids: [String], games: Int, parameters: TopPositionParameters,
    head: (_ player: Int) -> [RankedCandidate]
  ) {
    precondition(
      parameters.searchDepth <= Int(UInt16.max), "a searchDepth of \(parameters.searchDepth)")
    let firsts = ids.indices.map { head($0).first?.game }
    // Rounding of the product must not cost a position.
    let cap = max(
      1, Int(parameters.maximumShare * Double(firsts.count { $0 != nil }) + 1e-9))
    var counts = [Int](repeating: 0, count: games)
    for case let first? in firsts { counts[Int(first)] += 1 }
    // The players whose top game exceeds its share and who have a replacement.
    var turns: [(loss: Double, hash: UInt64, player: Int)] = []
    for (player, first) in firsts.enumerated() {
      guard let first, counts[Int(first)] > cap else { continue }
      let head = head(player).prefix(parameters.searchDepth)
      guard let other = head.first(where: { counts[Int($0.game)] < cap }) else { continue }
      turns.append(
        (
          head[0].expectedLikes - other.expectedLikes,
          hash64(of: ids[player].utf8.span, seed: parameters.seed), player
        ))
    }
    turns.sort { ($0.loss, $0.hash, $0.player) < ($1.loss, $1.hash, $1.player) }
    var positions = [UInt16](repeating: 0, count: ids.count)
    var moved = 0
    for (_, _, player) in turns {
      let head = head(player).prefix(parameters.searchDepth)
      guard let first = head.first, counts[Int(first.game)] > cap,
        let next = head.firstIndex(where: { counts[Int($0.game)] < cap })
      else { continue }
      counts[Int(first.game)] -= 1
      counts[Int(head[next].game)] += 1
      positions[player] = UInt16(next)
      moved += 1
    }
    self.positions = positions
    self.cap = cap
    self.moved = moved
    excess = counts.reduce(0) { $0 + max(0, $1 - cap) }
    largest = counts.max() ?? 0
  }
}

/// The limit on one game's share of all top positions.
package struct TopPositionParameters: Codable, Sendable, Equatable {
  /// The maximum share of top positions per game, above 0 and at most 1; a game always may have
  /// one.
  package var maximumShare = 0.1
  /// The number of top entries searched for a replacement, at least 1.
  package var searchDepth = 10
  /// The seed that orders players with equal loss.
  package var seed: UInt64 = 23

  package init() {}
}
