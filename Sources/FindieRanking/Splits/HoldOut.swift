import FindieHistory
package import FindieModels

extension InteractionMatrix {
  /// For each element, whether models are tested on it: whether it is a positive that is more than
  /// a look at the details. If there are no others, looks count.
  var testedPositives: [Bool] {
    func isTested(_ position: Int) -> Bool {
      observed.values[position] > 0 && strongestAction(position) != .viewDetails
    }
    let tested = observed.values.indices.map(isTested)
    return tested.contains(true) ? tested : observed.values.map { $0 > 0 }
  }
}

/// A split of each player's positives: most to train on, the rest to test with.
///
/// Of a player's n ≥ 2 available positives, max(1, n · share rounded) are held out: those with the
/// smallest seeded hash of player and game. A look at the details is not tested, unless players do
/// nothing else. They are removed from the confidences and from the seen games, and so from
/// wishlist and library too.
package struct HoldOut: Sendable {
  package let train: InteractionMatrix
  /// For each player, the games held out, ascending; empty for players that are not tested.
  package let heldOut: [[UInt32]]

  /// - Parameters:
  ///   - share: of a player's positives, within 0 and 1.
  ///   - isOut: whether each game is available: other games are never recommended and cannot be
  ///     tested.
  ///   - players: the rows to hold games out of; nil for all.
  ///   - onlyUndated: whether only positives without a date are held out.
  package init(
    _ matrix: InteractionMatrix, share: Double, seed: UInt64, isOut: [Bool],
    players: Set<Int>? = nil, onlyUndated: Bool = false
  ) {
    let gameHashes = matrix.games.ids.map { hash64(of: $0.utf8.span) }
    let isTested = matrix.testedPositives
    let heldOut = (0..<matrix.players.count).map { player -> [UInt32] in
      guard players?.contains(player) ?? true else { return [] }
      let positives = matrix.observed.range(ofRow: player).filter { isTested[$0] }
        .map { matrix.observed.columnIndices[$0] }.filter { game in
          isOut[Int(game)]
            && (!onlyUndated || matrix.seen.value(row: player, column: game) == .infinity)
        }
      guard positives.count >= 2 else { return [] }
      let playerHash = hash64(of: matrix.players[player].utf8.span, seed: seed)
      let count = max(1, Int((Double(positives.count) * share).rounded()))
      let keyed = positives.map { game in
        (key: hash64(playerHash, adding: gameHashes[Int(game)]), game: game)
      }
      return keyed.sorted { $0 < $1 }.prefix(count).map(\.game).sorted()
    }
    self.heldOut = heldOut
    train = matrix.without(heldOut, areUndated: onlyUndated)
  }
}
