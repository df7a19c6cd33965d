import FindieHistory
import FindieLinearAlgebra
package import FindieModels
import FindieText

// The splits that hold games of a player out by chance.

extension Split {
  /// A share of every player's positives is held out, sampled by a seeded hash.
  package static func random(
    _ matrix: InteractionMatrix, parameters: EvaluationParameters, isOut: [Bool]
  ) -> Split {
    let holdOut = HoldOut(
      matrix, share: parameters.heldOutShare, seed: parameters.seed, isOut: isOut)
    return Split(
      sentence: "Random per player, seed \(parameters.seed): "
        + "\(parameters.heldOutShare.percent(0, sign: " %")) of the positives (at least one) of each "
        + "player with two or more are held out; the rest is for training and is the profile.",
      train: holdOut.train, heldOut: holdOut.heldOut, isOut: isOut)
  }

  /// A share of the players never trains; a share of the positives of each of them is held out, and
  /// the rest is the profile that models are shown.
  ///
  /// Players with fewer than two positives always train.
  ///
  /// Source: Liang, Krishnan, Hoffman and Jebara, *Variational autoencoders for collaborative
  /// filtering* (2018), arXiv 1802.05814, section 4.2. Unlike there, also of a player with two to four
  /// positives one is held out.
  package static func heldOutPlayers(
    _ matrix: InteractionMatrix, parameters: EvaluationParameters, isOut: [Bool]
  ) -> Split {
    let eligible = (0..<matrix.players.count).filter { player in
      matrix.observed.positives(ofRow: player).count { isOut[Int($0)] } >= 2
    }
    let keys = eligible.map { player in
      (
        key: hash64(of: matrix.players[player].utf8.span, seed: parameters.seed &* 2 &+ 1),
        player: player
      )
    }
    let count = max(1, Int((Double(eligible.count) * parameters.heldOutPlayerShare).rounded()))
    let tested = keys.sorted { $0 < $1 }.prefix(count).map(\.player).sorted()
    let isTested = Set(tested)
    let holdOut = HoldOut(
      matrix, share: parameters.heldOutShare, seed: parameters.seed, isOut: isOut,
      players: isTested)
    let training = (0..<matrix.players.count).filter { !isTested.contains($0) }
    return Split(
      sentence: "Held-out players, seed \(parameters.seed): "
        + "\(parameters.heldOutPlayerShare.percent(0, sign: " %")) of the players with two positives or more "
        + "are excluded from training; \(parameters.heldOutShare.percent(0, sign: " %")) of the positives of each (at "
        + "least one) are held out, and the rest is the profile.",
      train: matrix.observed.gathering(training), players: tested.map { matrix.players[$0] },
      profiles: holdOut.train.observed.gathering(tested),
      heldOut: tested.map { holdOut.heldOut[$0] },
      excluded: holdOut.train.seen.gathering(tested), candidates: isOut)
  }
}
