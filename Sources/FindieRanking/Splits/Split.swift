import FindieHistory
package import FindieModels

/// Training and test data: an evaluation protocol as a value.
///
/// ```swift
/// let split = Split.random(matrix, parameters: EvaluationParameters(), isOut: isOut)
/// let model = try ImplicitALS(parameters).fit(split.train, workers: workers)
/// print(split.players.count)
/// ```
///
/// - Invariant: row i of `profiles` and `excluded`, and element i of the arrays, belong to one
///   tested player. A player's held-out games are candidates, are not excluded, and are not in the
///   player's row of `train`, if any.
package struct Split: Sendable {
  package let design: SplitDesign
  /// The confidences to train on [training's players, games].
  package let train: SparseRows
  /// The ids of the tested players.
  package let players: [String]
  /// The tested players' profiles, the input of models: confidences [tested, games].
  package let profiles: SparseRows
  /// For each tested player, the held-out games, ascending.
  package let heldOut: [[UInt32]]
  /// For each tested player, the number of relevant games that have no column. They count as
  /// misses.
  package let unreachable: [Int]
  /// Games that the tested players have seen [tested, games], as `InteractionMatrix.seen`.
  package let seen: SparseRows
  /// Those that they only skipped [tested, games], as `InteractionMatrix.skips`.
  package let skips: SparseRows
  /// Games that must not be listed, since the player knows them [tested, games].
  package let excluded: SparseRows
  /// Whether each game may be listed at all.
  package let candidates: [Bool]

  package init(
    _ design: SplitDesign, train: SparseRows, players: [String],
    profiles: SparseRows, heldOut: [[UInt32]], unreachable: [Int]? = nil, seen: SparseRows,
    skips: SparseRows? = nil, candidates: [Bool]
  ) {
    let skips = skips ?? SparseRows(emptyRows: players.count, columns: train.columns)
    precondition(
      profiles.rows == players.count && heldOut.count == players.count
        && seen.rows == players.count && skips.rows == players.count,
      "a split of \(players.count) players")
    precondition(
      profiles.columns == train.columns && seen.columns == train.columns
        && candidates.count == train.columns, "a split of \(train.columns) games")
    self.design = design
    self.train = train
    self.players = players
    self.profiles = profiles
    self.heldOut = heldOut
    self.unreachable = unreachable ?? [Int](repeating: 0, count: players.count)
    self.seen = seen
    self.skips = skips
    excluded = seen.subtracting(skips)
    self.candidates = candidates
  }

  /// The number of relevant games of a tested player.
  func relevant(_ player: Int) -> Int { heldOut[player].count + unreachable[player] }
}

extension Split {
  /// The tested players of several splits, one split after the other.
  ///
  /// - Parameters:
  ///   - parts: of the same games and candidates; at least one.
  ///   - train: the training of all.
  package init(joining parts: [Split], train: SparseRows, _ design: SplitDesign) {
    self.init(
      design, train: train, players: parts.flatMap(\.players),
      profiles: SparseRows(joining: parts.map(\.profiles)), heldOut: parts.flatMap(\.heldOut),
      unreachable: parts.flatMap(\.unreachable), seen: SparseRows(joining: parts.map(\.seen)),
      skips: SparseRows(joining: parts.map(\.skips)), candidates: parts[0].candidates)
  }
}

extension Split {
  /// Tested players who also train: their held-out games are missing from the training, and the
  /// rest of the row is the profile.
  ///
  /// - Parameter heldOut: for each row of the matrix; empty for players that are not tested.
  init(
    _ design: SplitDesign, train: InteractionMatrix, heldOut: [[UInt32]], isOut: [Bool]
  ) {
    let tested = heldOut.indices.filter { !heldOut[$0].isEmpty }
    self.init(
      design, train: train.observed,
      players: tested.map { train.players[$0] }, profiles: train.observed.gathering(tested),
      heldOut: tested.map { heldOut[$0] }, seen: train.seen.gathering(tested),
      skips: train.skips.gathering(tested),
      candidates: isOut)
  }

  /// At most `limit` of the tested players, those with the smallest seeded hash of their ids.
  ///
  /// - Parameter rows: the players to choose from, ascending; nil for all.
  package func limited(to limit: Int, of rows: [Int]? = nil, seed: UInt64) -> Split {
    let rows = rows ?? Array(players.indices)
    guard rows.count > limit else {
      return rows.count == players.count ? self : gathering(rows, design)
    }
    var sampled = design
    sampled.notes.append(.sampled(players: limit, of: rows.count))
    return gathering(sampledRows(limit, of: rows, seed: seed), sampled)
  }

  /// The rows of the sampled players, ascending.
  package func sampledRows(_ limit: Int, of rows: [Int], seed: UInt64) -> [Int] {
    let keys = rows.map { row in
      (key: hash64(of: players[row].utf8.span, seed: ~seed), row: row)
    }
    return keys.sorted { $0 < $1 }.prefix(limit).map(\.row).sorted()
  }

  /// The split with some of its tested players.
  ///
  /// - Parameter rows: their rows, ascending.
  package func gathering(_ rows: [Int], _ design: SplitDesign) -> Split {
    Split(
      design,
      train: train, players: rows.map { players[$0] }, profiles: profiles.gathering(rows),
      heldOut: rows.map { heldOut[$0] }, unreachable: rows.map { unreachable[$0] },
      seen: seen.gathering(rows), skips: skips.gathering(rows), candidates: candidates)
  }
}

extension Split {
  /// A split that is given as training and test: the protocol of a published benchmark.
  ///
  /// The games are those of the training, the players those of the test. Their profiles are their
  /// rows of the fold-in, which never train, or without a fold-in their rows of the training.
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
        if profiles.seen.contains(row: profile, column: UInt32(column)),
          !profiles.skips.contains(row: profile, column: UInt32(column))
        {
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
    let both = (foldIn?.players.ids ?? []).count { id in
      train.players.index(of: id).map { train.observed.count(ofRow: $0) > 0 } ?? false
    }
    let unknown = foldIn?.interactionsWithUnknownGames ?? 0
    let notes: [(Int, SplitDesign.Note)] = [
      (withoutProfile, .withoutProfile(players: withoutProfile)),
      (missing.count, .untrained(games: missing.count, misses: unreachable.reduce(0, +))),
      (known, .known(pairs: known)), (both, .alsoTrained(players: both)),
      (unknown, .unknownGames(lines: unknown)),
    ]
    return Split(
      SplitDesign(.given(hasFoldIn: foldIn != nil), notes: notes.filter { $0.0 > 0 }.map(\.1)),
      train: train.observed, players: players, profiles: profiles.observed.gathering(tested),
      heldOut: heldOut, unreachable: unreachable, seen: profiles.seen.gathering(tested),
      skips: profiles.skips.gathering(tested), candidates: isTrained)
  }
}

// The splits that hold out games at random.

extension Split {
  /// Holds out a share of every player's positives, sampled by a seeded hash.
  package static func random(
    _ matrix: InteractionMatrix, parameters: EvaluationParameters, isOut: [Bool]
  ) -> Split {
    Split(
      HoldOut(matrix, share: parameters.heldOutShare, seed: parameters.seed, isOut: isOut),
      parameters: parameters, isOut: isOut)
  }

  /// - Parameter holdOut: by the same parameters.
  package init(_ holdOut: HoldOut, parameters: EvaluationParameters, isOut: [Bool]) {
    self.init(
      SplitDesign(.random(seed: parameters.seed, share: parameters.heldOutShare)),
      train: holdOut.train, heldOut: holdOut.heldOut, isOut: isOut)
  }
}

package struct EvaluationParameters: Codable, Sendable, Equatable {
  /// The share of a player's positives that is held out.
  package var heldOutShare = 0.2
  /// The length of the evaluated lists.
  package var k = 20
  /// The maximum number of players to test; those with the smallest seeded hash are taken.
  package var players = 5_000
  package var seed: UInt64 = 7

  package init() {}
}
