import FindieLinearAlgebra
package import FindieModels
import FindieText

extension Split {
  /// A given split into training and test: the protocol of a published benchmark.
  ///
  /// The games are those of the training. The players are those of the test; their profiles are
  /// their rows of the fold-in, which never train, or without a fold-in their rows of the training.
  ///
  /// - Parameters:
  ///   - foldIn: of the training's games.
  ///   - test: of any games; its positives are to be found. Games that are missing from the
  ///     training count as misses.
  package static func given(
    train: InteractionMatrix, foldIn: InteractionMatrix?, test: InteractionMatrix
  ) -> Split {
    let profiles = foldIn ?? train
    let columns = test.games.ids.map { train.games.index(of: $0) }
    let isTrained = train.seen.columnsWithElements
    var (tested, heldOut, unreachable): ([Int], [[UInt32]], [Int]) = ([], [], [])
    var players: [String] = []
    var (withoutProfile, known) = (0, 0)
    var missing = Set<UInt32>()
    for row in 0..<test.players.count {
      let positives = test.observed.positives(ofRow: row)
      guard !positives.isEmpty else { continue }
      guard let profile = profiles.players.index(of: test.players[row]),
        profiles.observed.count(ofRow: profile) > 0
      else {
        withoutProfile += 1
        continue
      }
      var (reachable, lost): ([UInt32], Int) = ([], 0)
      for game in positives {
        guard let column = columns[Int(game)], isTrained[column] else {
          lost += 1
          missing.insert(game)
          continue
        }
        if profiles.seen.contains(row: profile, column: UInt32(column)) {
          known += 1
        } else {
          reachable.append(UInt32(column))
        }
      }
      guard !reachable.isEmpty || lost > 0 else { continue }
      tested.append(profile)
      players.append(test.players[row])
      heldOut.append(reachable.sorted())
      unreachable.append(lost)
    }
    let both = foldIn.map { foldIn in
      foldIn.players.ids.count { id in
        train.players.index(of: id).map { train.observed.count(ofRow: $0) > 0 } ?? false
      }
    }
    return Split(
      sentence: foldIn == nil
        ? "As given: test players are scored from their rows of the training."
        : "As given: test players are scored from their rows of the fold-in, which is not used for "
          + "training.",
      notes: [
        Note(
          withoutProfile, "player", "of the test had no profile and were not tested",
          "of the test had no profile and was not tested"),
        Note(
          missing.count, "game",
          "of the test are in no row of the training and count as misses "
            + "(\(unreachable.reduce(0, +)) in all)",
          "of the test is in no row of the training and counts as a miss "
            + "(\(unreachable.reduce(0, +)) in all)"),
        Note(
          known, "pair", "of the test are also in the player's profile and were left out",
          "of the test is also in the player's profile and was left out"),
        Note(
          both ?? 0, "player", "of the fold-in are also in the training, which uses their rows",
          "of the fold-in is also in the training, which uses its row"),
        Note(
          foldIn?.interactionsWithUnknownGames ?? 0, "line",
          "of the fold-in have games that are missing from the training, and are ignored",
          "of the fold-in has a game that is missing from the training, and is ignored"),
      ].compactMap(\.sentence),
      train: train.observed, players: players, profiles: profiles.observed.gathering(tested),
      heldOut: heldOut, unreachable: unreachable, excluded: profiles.seen.gathering(tested),
      candidates: isTrained)
  }
}

/// A count in a sentence; nil for none.
private struct Note {
  let sentence: String?

  init(_ count: Int, _ noun: String, _ many: String, _ one: String) {
    sentence = count == 0 ? nil : "\(count.counted(noun)) \(count == 1 ? one : many)."
  }
}
