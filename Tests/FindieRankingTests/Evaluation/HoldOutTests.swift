import FindieRanking
import FindieModels
import FindieModelsTestSupport
import Testing

struct HoldOutTests {
  private let matrix = InteractionMatrix(.random(rows: 60, columns: 40, seed: 81))
  private let isOut = (0..<40).map { $0 % 6 != 0 }

  /// The available games among a player's positives.
  private func positives(_ player: Int) -> [UInt32] {
    matrix.observed.range(ofRow: player).filter { matrix.observed.values[$0] > 0 }
      .map { matrix.observed.columnIndices[$0] }.filter { isOut[Int($0)] }
  }

  @Test(arguments: [
    // n · share rounded, at least one: 0.2, 0.4, 0.6, 1.6, 2, 1.5 and 7.
    (1, 0.2, 0), (2, 0.2, 1), (3, 0.2, 1), (8, 0.2, 2), (10, 0.2, 2), (3, 0.5, 2), (7, 1.0, 7),
    (0, 0.5, 0), (4, 0.0, 1),
  ])
  func `the share of a player's positives is held out`(
    of: (positives: Int, share: Double, count: Int)
  ) {
    let row = (0..<10).map { Float($0 < of.positives ? 1 : 0) }
    let split = HoldOut(
      InteractionMatrix(dense: [row]), share: of.share, seed: 1,
      isOut: [Bool](repeating: true, count: 10))
    #expect(split.heldOut[0].count == of.count)
  }

  @Test func `only positives of available games are held out, ascending`() {
    let split = HoldOut(matrix, share: 0.3, seed: 1, isOut: isOut)
    for player in 0..<60 {
      let allowed = positives(player)
      #expect(Set(split.heldOut[player]).isSubset(of: Set(allowed)))
      #expect(split.heldOut[player] == split.heldOut[player].sorted())
      #expect(
        split.heldOut[player].count
          == (allowed.count < 2 ? 0 : max(1, Int((Double(allowed.count) * 0.3).rounded()))))
    }
  }

  @Test func `held-out games are neither observed nor seen, and all else is unchanged`() {
    let split = HoldOut(matrix, share: 0.3, seed: 1, isOut: isOut)
    var expected = matrix.observed.dense
    for (player, games) in split.heldOut.enumerated() {
      for game in games { expected[player][Int(game)] = 0 }
    }
    #expect(split.train.observed == SparseRows(dense: expected))
    // In this matrix seen and observed games are the same.
    #expect(split.train.seen == SparseRows(dense: expected))
    #expect(split.train.strongestActions.count == split.train.observed.count)
    #expect(split.train.players == matrix.players)
    #expect(split.train.games == matrix.games)
  }

  @Test func `the strongest actions stay with their elements`() {
    let marked = InteractionMatrix(
      players: matrix.players, games: matrix.games, observed: matrix.observed,
      strongestActions: matrix.observed.columnIndices.map { UInt8($0 % 7) }, seen: matrix.seen,
      interactionsWithUnknownGames: 3)
    let train = HoldOut(marked, share: 0.5, seed: 1, isOut: isOut).train
    #expect(train.strongestActions == train.observed.columnIndices.map { UInt8($0 % 7) })
    #expect(train.interactionsWithUnknownGames == 3)
  }

  @Test func `the same seed holds out the same games and another seed others`() {
    let split = HoldOut(matrix, share: 0.3, seed: 1, isOut: isOut)
    #expect(HoldOut(matrix, share: 0.3, seed: 1, isOut: isOut).heldOut == split.heldOut)
    #expect(HoldOut(matrix, share: 0.3, seed: 2, isOut: isOut).heldOut != split.heldOut)
  }

  @Test func `a player's split does not depend on the other players`() {
    let split = HoldOut(matrix, share: 0.3, seed: 1, isOut: isOut)
    let alone = InteractionMatrix(
      players: Identifiers([matrix.players[7]]), games: matrix.games,
      observed: SparseRows(dense: [matrix.observed.dense[7]]),
      strongestActions: [UInt8](repeating: 0, count: matrix.observed.count(ofRow: 7)),
      seen: SparseRows(dense: [matrix.seen.dense[7]]), interactionsWithUnknownGames: 0)
    #expect(
      HoldOut(alone, share: 0.3, seed: 1, isOut: isOut).heldOut[0] == split.heldOut[7])
  }

  @Test func `each positive is held out about as often as the share`() {
    // 2000 players with the same ten games: a game's share is 0.2 with a deviation of 0.009.
    let rows = SparseRows(
      rows: 2000, columns: 10, offsets: (0...2000).map { $0 * 10 },
      columnIndices: (0..<20_000).map { UInt32($0 % 10) },
      values: [Float](repeating: 1, count: 20_000))
    let matrix = InteractionMatrix(
      players: Identifiers((0..<2000).map { "p\($0)" }),
      games: Identifiers((0..<10).map { "g\($0)" }), observed: rows,
      strongestActions: [UInt8](repeating: 0, count: 20_000), seen: rows,
      interactionsWithUnknownGames: 0)
    let split = HoldOut(matrix, share: 0.2, seed: 3, isOut: [Bool](repeating: true, count: 10))
    for game in UInt32(0)..<10 {
      let share = Double(split.heldOut.count { $0.contains(game) }) / 2000
      #expect(abs(share - 0.2) < 0.045)
    }
  }
}
