import FindieHistory
package import FindieLinearAlgebra
package import FindieModels

/// Players with some of their games held out, to choose among models.
///
/// It is distinct from `HoldOut`: choices are made from it alone, and a test split cannot be passed
/// by mistake.
package struct ValidationSet: Sendable {
  /// Confidences [players, games] without the held-out games: the input of models.
  package let profiles: SparseRows
  /// For each player the held-out games, ascending; at least one.
  package let heldOut: [[UInt32]]
  /// The games that each player has seen [players, games], which are not ranked again.
  package let seen: SparseRows
  /// Which games are ranked at all.
  package let isListed: [Bool]

  /// Players that no model was trained on. Those without held-out games are left out.
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

  /// Holds out a part of the training a second time.
  ///
  /// - Parameter training: a matrix without its held-out test games.
  /// - Returns: the training for the choice, and the validation set. After the choice, models may
  ///   be trained on all of `training` again.
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

  /// Whether a game may be on a player's list.
  func isCandidate(_ game: Int, player: Int) -> Bool {
    isListed[game] && !seen.contains(row: player, column: UInt32(game))
  }
}
