import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import Testing

struct TopPositionsTests {
  private func heads(_ lists: [[RankedCandidate]]) -> ListHeads {
    lists.reduce(into: ListHeads()) { $0.append($1) }
  }

  /// With players named by their numbers.
  private func placed(
    _ heads: ListHeads, games: Int, parameters: TopPositionParameters
  ) -> TopPositions {
    TopPositions(
      heads, of: (0..<heads.count).map { "p\($0 + 10_000)" }, games: games, parameters: parameters)
  }

  private func counts(_ lists: [[RankedCandidate]], _ found: TopPositions, games: Int) -> [Int] {
    zip(lists, found.places).reduce(into: [Int](repeating: 0, count: games)) { counts, list in
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

  @Test func `those who lose least give the place up, to the nearest that has room`() {
    // Share .5 of 4: two first places a game. Game 0 has four; the losses to game 1, in likes, are
    // 0 for player 2, little for player 0, more for the others.
    let second: [Float] = [1.9, 0.5, 2, -1]
    let lists = second.map { logit in
      [
        RankedCandidate(game: 0, relevance: 2), RankedCandidate(game: 1, relevance: logit),
        RankedCandidate(game: 2, relevance: -3),
      ]
    }
    let found = placed(heads(lists), games: 3, parameters: parameters(0.5))
    #expect(found.places == [1, 0, 1, 0])
    #expect((found.cap, found.moved, found.excess, found.largest) == (2, 2, 0, 2))
    // One first place a game: game 1 has room once, the next goes on to game 2, and one is too many.
    let one = placed(heads(lists), games: 3, parameters: parameters(0.25))
    #expect(one.places == [2, 0, 1, 0])
    #expect((one.cap, one.moved, one.excess, one.largest) == (1, 2, 1, 2))
  }

  @Test(arguments: [0.05, 0.1, 0.3, 1])
  func `no game has more than its share where there are enough games`(share: Double) {
    let lists = lists(2_000, games: 60, length: 30, seed: 6)
    let found = placed(heads(lists), games: 60, parameters: parameters(share, searchDepth: 30))
    let own = counts(lists, found, games: 60)
    let players = lists.count { !$0.isEmpty }
    #expect(players < 2_000)
    #expect(own.reduce(0, +) == players)
    #expect(found.cap == Int(share * Double(players) + 1e-9))
    #expect(own.max() == found.largest)
    #expect(found.largest <= found.cap)
    #expect(found.excess == 0)
    #expect(found.moved == found.places.count { $0 > 0 })
  }

  @Test func `nobody moves who need not`() {
    let lists = lists(500, games: 40, length: 20, seed: 7)
    let before = lists.reduce(into: [Int](repeating: 0, count: 40)) { counts, list in
      if let first = list.first { counts[Int(first.game)] += 1 }
    }
    let found = placed(heads(lists), games: 40, parameters: parameters(0.1, searchDepth: 20))
    let own = counts(lists, found, games: 40)
    #expect(found.moved == before.reduce(0) { $0 + max(0, $1 - found.cap) })
    for game in 0..<40 {
      // Who is above comes down to the cap and no lower; nobody else loses a place.
      #expect(before[game] > found.cap ? own[game] == found.cap : own[game] >= before[game])
    }
  }

  @Test func `with too few games the cap gives way, and how far is said`() {
    let lists = lists(300, games: 3, length: 3, seed: 8)
    let found = placed(heads(lists), games: 3, parameters: parameters(0.05))
    let own = counts(lists, found, games: 3)
    let players = lists.count { !$0.isEmpty }
    #expect(own.reduce(0, +) == players)
    #expect(found.excess == own.reduce(0) { $0 + max(0, $1 - found.cap) })
    #expect(found.excess == players - 3 * found.cap)
  }

  @Test func `lists of one entry and no lists at all are left as they are`() {
    let alone = [[RankedCandidate]](repeating: [RankedCandidate(game: 0, relevance: 1)], count: 30)
    let found = placed(heads(alone), games: 1, parameters: parameters(0.1))
    #expect(found.places.allSatisfy { $0 == 0 })
    #expect((found.cap, found.excess) == (3, 27))
    let none = placed(ListHeads(), games: 0, parameters: parameters(0.1))
    #expect((none.places, none.largest) == ([], 0))
  }

  @Test func `heads joined from parts are those made at once`() {
    let lists = lists(50, games: 9, length: 4, seed: 9)
    var joined = heads(Array(lists[..<17]))
    joined.append(heads([]))
    joined.append(heads(Array(lists[17...])))
    #expect(joined == heads(lists))
    #expect(lists.indices.allSatisfy { Array(joined[$0]) == lists[$0] })
  }

  @Test func `who gives way of equal players is drawn by the seed`() {
    let list = [RankedCandidate(game: 0, relevance: 1), RankedCandidate(game: 1, relevance: 1)]
    let heads = heads([[RankedCandidate]](repeating: list, count: 40))
    var other = parameters(0.5)
    other.seed += 1
    let one = placed(heads, games: 2, parameters: parameters(0.5))
    #expect(one == placed(heads, games: 2, parameters: parameters(0.5)))
    #expect(one.places != placed(heads, games: 2, parameters: other).places)
    #expect(one.moved == 20)
  }

  @Test func `whose turn it is does not depend on who else is there`() {
    let list = [RankedCandidate(game: 0, relevance: 1), RankedCandidate(game: 1, relevance: 1)]
    let ids = (0..<40).map { "p\($0 + 10)" }
    let lists = [[RankedCandidate]](repeating: list, count: 40)
    let before = TopPositions(heads(lists), of: ids, games: 2, parameters: parameters(0.5))
    // Someone who signed up today, and has no list yet, comes first in the order of ids.
    let after = TopPositions(
      heads([[]] + lists), of: ["a"] + ids, games: 2, parameters: parameters(0.5))
    #expect(Array(after.places.dropFirst()) == before.places)
  }
}
