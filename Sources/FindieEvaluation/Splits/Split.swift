import FindieHistory
package import FindieLinearAlgebra
import FindieModels

/// Training and test data: an evaluation protocol as a value.
///
/// ```swift
/// let split = Split.heldOutPlayers(matrix, parameters: EvaluationParameters(), isOut: isOut)
/// let model = try ImplicitALS(parameters).fit(split.train, workers: workers)
/// print(split.sentence)
/// ```
///
/// - Invariant: row i of `profiles` and `excluded`, and element i of the arrays, are of one tested
///   player. A player's held-out games are candidates, are not among the excluded, and are in no
///   row of `train` of that player.
package struct Split: Sendable {
  /// A description of the split for people.
  package let sentence: String
  /// Further notes, such as on players that could not be tested, one sentence each.
  package let notes: [String]
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
  /// Games that must not be listed, since the player knows them [tested, games].
  package let excluded: SparseRows
  /// Whether each game may be listed at all.
  package let candidates: [Bool]

  package init(
    sentence: String, notes: [String] = [], train: SparseRows, players: [String],
    profiles: SparseRows, heldOut: [[UInt32]], unreachable: [Int]? = nil, excluded: SparseRows,
    candidates: [Bool]
  ) {
    precondition(
      profiles.rows == players.count && heldOut.count == players.count
        && excluded.rows == players.count, "a split of \(players.count) players")
    precondition(
      profiles.columns == train.columns && excluded.columns == train.columns
        && candidates.count == train.columns, "a split of \(train.columns) games")
    self.sentence = sentence
    self.notes = notes
    self.train = train
    self.players = players
    self.profiles = profiles
    self.heldOut = heldOut
    self.unreachable = unreachable ?? [Int](repeating: 0, count: players.count)
    self.excluded = excluded
    self.candidates = candidates
  }

  /// The number of relevant games of a tested player.
  func relevant(_ player: Int) -> Int { heldOut[player].count + unreachable[player] }
}

extension Split {
  /// Tested players that train: their held-out games are missing from the training, and the rest of
  /// the row is the profile.
  ///
  /// - Parameter heldOut: for each row of the matrix; empty for players that are not tested.
  init(
    sentence: String, notes: [String] = [], train: InteractionMatrix, heldOut: [[UInt32]],
    isOut: [Bool]
  ) {
    let tested = heldOut.indices.filter { !heldOut[$0].isEmpty }
    self.init(
      sentence: sentence, notes: notes, train: train.observed,
      players: tested.map { train.players[$0] }, profiles: train.observed.gathering(tested),
      heldOut: tested.map { heldOut[$0] }, excluded: train.seen.gathering(tested),
      candidates: isOut)
  }

  /// Of more than `limit` tested players, those with the smallest seeded hash of their ids.
  package func limited(to limit: Int, seed: UInt64) -> Split {
    guard players.count > limit else { return self }
    let keys = players.indices.map { player in
      (key: hash64(of: players[player].utf8.span, seed: ~seed), player: player)
    }
    let selected = keys.sorted { $0 < $1 }.prefix(limit).map(\.player).sorted()
    return gathering(
      selected, notes: ["\(limit) of \(players.count) eligible players were sampled."])
  }

  /// The split with some of its tested players.
  ///
  /// - Parameters:
  ///   - rows: their rows, ascending.
  ///   - notes: on the selection.
  func gathering(_ rows: [Int], notes more: [String]) -> Split {
    Split(
      sentence: sentence, notes: notes + more,
      train: train, players: rows.map { players[$0] }, profiles: profiles.gathering(rows),
      heldOut: rows.map { heldOut[$0] }, unreachable: rows.map { unreachable[$0] },
      excluded: excluded.gathering(rows), candidates: candidates)
  }
}
