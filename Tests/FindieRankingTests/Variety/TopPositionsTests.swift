import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import Testing

struct TopPositionsTests {
  /// With players named by their numbers.
  private func placed(
    _ lists: [[RankedCandidate]], games: Int, parameters: TopPositionParameters
  ) -> TopPositions {
    TopPositions(
      of: lists.indices.map { "p\($0 + 10_000)" }, games: games, parameters: parameters
    ) { lists[$0] }
  }

  private func counts(_ lists: [[RankedCandidate]], _ found: TopPositions, games: Int) -> [Int] {
    zip(lists, found.positions).reduce(into: [Int](repeating: 0, count: games)) { counts, list in
      if !list.0.isEmpty { counts[Int(list.0[Int(list.1)].game)] += 1 }
    }
  }

  /// Lists in which small numbers are popular, some of them empty.
  private func lists(_ players: Int, games: Int, length: Int, seed: UInt64) -> [[RankedCandidate]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<players).map { _ in
      guard Int.random(in: 0..<20, using: &generator) > 0 else { return [] }
      return (0..<games)
        .map { ($0, Float.random(in: 0..<1, using: &generator) - 0.1 * Float(min($0, 8))) }
        .sorted { $0.1 > $1.1 }.prefix(length)
        .map { RankedCandidate(game: UInt32($0.0), relevance: 4 * $0.1) }
    }
  }

  private func parameters(_ share: Double, searchDepth: Int = 10) -> TopPositionParameters {
    var parameters = TopPositionParameters()
    (parameters.maximumShare, parameters.searchDepth) = (share, searchDepth)
    return parameters
  }

  @Test func `players with the smallest loss swap, with the next entry below its share`() {
    // Share .5 of 4: two top positions per game. Game 0 has four; the losses for game 1, in
    // expected likes, are 0 for player 2, small for player 0, larger for the others.
    let second: [Float] = [1.9, 0.5, 2, -1]
    let lists = second.map { logit in
      [
        RankedCandidate(game: 0, relevance: 2), RankedCandidate(game: 1, relevance: logit),
        RankedCandidate(game: 2, relevance: -3),
      ]
    }
    let found = placed(lists, games: 3, parameters: parameters(0.5))
    #expect(found.positions == [1, 0, 1, 0])
    #expect((found.cap, found.moved, found.excess, found.largest) == (2, 2, 0, 2))
    // One top position per game: one list takes game 1, the next one game 2, and one position is
    // above the cap.
    let one = placed(lists, games: 3, parameters: parameters(0.25))
    #expect(one.positions == [2, 0, 1, 0])
    #expect((one.cap, one.moved, one.excess, one.largest) == (1, 2, 1, 2))
  }

  @Test(arguments: [0.05, 0.1, 0.3, 1])
  func `no game exceeds its share if there are enough games`(share: Double) {
    let lists = lists(2_000, games: 60, length: 30, seed: 6)
    let found = placed(lists, games: 60, parameters: parameters(share, searchDepth: 30))
    let own = counts(lists, found, games: 60)
    let players = lists.count { !$0.isEmpty }
    #expect(players < 2_000)
    #expect(own.reduce(0, +) == players)
    #expect(found.cap == Int(share * Double(players) + 1e-9))
    #expect(own.max() == found.largest)
    #expect(found.largest <= found.cap)
    #expect(found.excess == 0)
    #expect(found.moved == found.positions.count { $0 > 0 })
  }

  @Test func `no list changes without need`() {
    let lists = lists(500, games: 40, length: 20, seed: 7)
    let before = lists.reduce(into: [Int](repeating: 0, count: 40)) { counts, list in
      if let first = list.first { counts[Int(first.game)] += 1 }
    }
    let found = placed(lists, games: 40, parameters: parameters(0.1, searchDepth: 20))
    let own = counts(lists, found, games: 40)
    #expect(found.moved == before.reduce(0) { $0 + max(0, $1 - found.cap) })
    for game in 0..<40 {
      // Games above the cap are reduced to the cap; no other game loses a position.
      #expect(before[game] > found.cap ? own[game] == found.cap : own[game] >= before[game])
    }
  }

  @Test func `with too few games the cap is exceeded, and the excess is reported`() {
    let lists = lists(300, games: 3, length: 3, seed: 8)
    let found = placed(lists, games: 3, parameters: parameters(0.05))
    let own = counts(lists, found, games: 3)
    let players = lists.count { !$0.isEmpty }
    #expect(own.reduce(0, +) == players)
    #expect(found.excess == own.reduce(0) { $0 + max(0, $1 - found.cap) })
    #expect(found.excess == players - 3 * found.cap)
  }

  @Test func `lists of one entry and an empty set of lists do not change`() {
    let alone = [[RankedCandidate]](repeating: [RankedCandidate(game: 0, relevance: 1)], count: 30)
    let found = placed(alone, games: 1, parameters: parameters(0.1))
    #expect(found.positions.allSatisfy { $0 == 0 })
    #expect((found.cap, found.excess) == (3, 27))
    let none = placed([], games: 0, parameters: parameters(0.1))
    #expect((none.positions, none.largest) == ([], 0))
  }

  @Test func `of equal players the seed chooses who swaps`() {
    let list = [RankedCandidate(game: 0, relevance: 1), RankedCandidate(game: 1, relevance: 1)]
    let heads = [[RankedCandidate]](repeating: list, count: 40)
    var other = parameters(0.5)
    other.seed += 1
    let one = placed(heads, games: 2, parameters: parameters(0.5))
    #expect(one == placed(heads, games: 2, parameters: parameters(0.5)))
    #expect(one.positions != placed(heads, games: 2, parameters: other).positions)
    #expect(one.moved == 20)
  }

  @Test func `the order of turns does not depend on the other players`() {
    let list = [RankedCandidate(game: 0, relevance: 1), RankedCandidate(game: 1, relevance: 1)]
    let ids = (0..<40).map { "p\($0 + 10)" }
    let lists = [[RankedCandidate]](repeating: list, count: 40)
    let before = TopPositions(of: ids, games: 2, parameters: parameters(0.5)) { lists[$0] }
    // A player who signed up today, and has no list yet, is first in the order of ids.
    let after = TopPositions(of: ["a"] + ids, games: 2, parameters: parameters(0.5)) {
      $0 == 0 ? [] : lists[$0 - 1]
    }
    #expect(Array(after.positions.dropFirst()) == before.positions)
  }
}
