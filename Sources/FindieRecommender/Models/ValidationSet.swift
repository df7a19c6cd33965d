import FindieHistory
package import FindieLinearAlgebra

/// Players with some of their games hidden, to choose among models by.
///
/// It is no `HoldOut`: what is chosen is made from this alone, and a test split cannot be handed in.
package struct ValidationSet: Sendable {
  /// Confidences [players, games] without what is hidden: what models may know of the players.
  package let profiles: SparseRows
  /// For each player the hidden games, ascending; at least one.
  package let heldOut: [[UInt32]]
  /// What each player has come across [players, games] and is not ranked again.
  package let seen: SparseRows
  /// Which games are ranked at all.
  package let isListed: [Bool]

  /// Players whom no model was trained on. Those of whom nothing is hidden are left out.
  package init(profiles: SparseRows, heldOut: [[UInt32]], seen: SparseRows, isListed: [Bool]) {
    precondition(
      profiles.rows == heldOut.count && seen.rows == heldOut.count
        && profiles.columns == isListed.count && seen.columns == isListed.count,
      "a validation set of other sizes")
    let players = heldOut.indices.filter { !heldOut[$0].isEmpty }
    self.profiles = profiles.gathering(players)
    self.heldOut = players.map { heldOut[$0] }
    self.seen = seen.gathering(players)
    self.isListed = isListed
  }

  /// Hides a part of the training a second time.
  ///
  /// - Parameter training: what is left of a matrix after its test split was held out.
  /// - Returns: what the models are to be trained on, and the set to choose by. After the choice they
  ///   may be trained on all of `training` again.
  package static func splitting(
    _ training: InteractionMatrix, isOut: [Bool], parameters: BlendParameters
  ) -> (training: InteractionMatrix, validation: ValidationSet) {
    let split = HoldOut(
      training, share: parameters.heldOutShare, seed: parameters.seed, isOut: isOut)
    let chosen = split.heldOut.indices.filter { !split.heldOut[$0].isEmpty }
      .map { player in
        (
          key: hash64(of: training.players[player].utf8.span, seed: ~parameters.seed),
          player: player
        )
      }
      .sorted { $0 < $1 }.prefix(parameters.players).map(\.player).sorted()
    return (
      split.train,
      ValidationSet(
        profiles: split.train.observed.gathering(chosen), heldOut: chosen.map { split.heldOut[$0] },
        seen: split.train.seen.gathering(chosen), isListed: isOut)
    )
  }

  package var players: Int { heldOut.count }

  /// Whether a game may stand in a player's list.
  func isCandidate(_ game: Int, player: Int) -> Bool {
    isListed[game] && !seen.contains(row: player, column: UInt32(game))
  }
}
