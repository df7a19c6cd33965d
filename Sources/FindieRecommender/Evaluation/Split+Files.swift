import FindieLinearAlgebra

extension Split {
  /// Training and test as somebody else cut them: the protocol of a published benchmark.
  ///
  /// Games are those of the training. The players of the test are asked for; their profiles are their
  /// rows of the fold-in, which never train, or without a fold-in their rows of the training.
  ///
  /// - Parameters:
  ///   - foldIn: of the training's games.
  ///   - test: of any games; what it is for is to be found. Games that the training lacks cannot be,
  ///     and count as misses.
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
        ? "As given: players of the test are scored from their rows of the training."
        : "As given: players of the test are scored from their rows of the fold-in, which never "
          + "train.",
      notes: [
        Note(
          withoutProfile, "player", "of the test had no profile and were not tested",
          "of the test had no profile and was not tested"),
        Note(
          missing.count, "game",
          "of the test stand in no row of the training and count as misses "
            + "(\(unreachable.reduce(0, +)) in all)",
          "of the test stands in no row of the training and counts as missed "
            + "(\(unreachable.reduce(0, +)) in all)"),
        Note(
          known, "pair", "of the test stand in the player's profile too and are not asked for",
          "of the test stands in the player's profile too and is not asked for"),
        Note(
          both ?? 0, "player", "of the fold-in also have rows in the training, which train",
          "of the fold-in also has rows in the training, which train"),
        Note(
          foldIn?.interactionsWithUnknownGames ?? 0, "line",
          "of the fold-in name games that the training lacks, and tell nothing",
          "of the fold-in names a game that the training lacks, and tells nothing"),
      ].compactMap(\.sentence),
      train: train.observed, players: players, profiles: profiles.observed.gathering(tested),
      heldOut: heldOut, unreachable: unreachable, excluded: profiles.seen.gathering(tested),
      candidates: isTrained, testedPlayersTrain: foldIn == nil)
  }
}

/// So many of something, in a sentence; none is not worth one.
private struct Note {
  let sentence: String?

  init(_ count: Int, _ noun: String, _ many: String, _ one: String) {
    sentence = count == 0 ? nil : "\(counted(count, noun)) \(count == 1 ? one : many)."
  }
}
