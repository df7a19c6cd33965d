import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Testing

/// The best games by factors, compared with a full sort of all scores.
struct FactorTopGamesTests {
  @Test(arguments: 0..<60)
  func `lists are the best of all scores, sorted`(seed: Int) throws {
    let world = FactorWorld(seed: UInt64(seed))
    #expect(try world.lists() == world.bruteForce())
  }

  @Test(arguments: [40, 41])
  func `a score is the inner product`(seed: UInt64) throws {
    let world = FactorWorld(seed: seed)
    let lists = try world.lists()
    for player in 0..<lists.count {
      for position in lists.range(ofPlayer: player) {
        let exact = dot(
          world.players.doubles(player), world.games.doubles(Int(lists.games[position])))
        let error = abs(Double(lists.scores[position]) - exact)
        // Elements are within -1...1, so a score has at most as many steps of that size.
        #expect(error <= 1e-6 * Double(world.games.columns))
      }
    }
  }

  @Test(arguments: [3, 4, 5, 16] as [UInt64], [1, 2, 5])
  func `threads, memory and parts change no byte`(seed: UInt64, threads: Int) throws {
    let world = FactorWorld(seed: seed, players: 700, games: 900, rank: 24, count: 30)
    let expected = world.bruteForce()
    for memory in [1 << 30, 4 << 20, 1 << 20, 500_000] {
      let lists = try world.lists(threads: threads, memoryInBytes: memory)
      #expect(lists == expected, "\(memory) bytes")
    }
  }

  @Test func `a subset of players in any order has the same lists`() throws {
    let world = FactorWorld(seed: 9, players: 90, games: 300, rank: 8, count: 7)
    let all = try world.lists()
    let rows = [88, 3, 3, 0, 57]
    let some = try world.lists(rows: rows)
    for (index, row) in rows.enumerated() {
      #expect(some.games[some.range(ofPlayer: index)] == all.games[all.range(ofPlayer: row)])
      #expect(some.scores[some.range(ofPlayer: index)] == all.scores[all.range(ofPlayer: row)])
    }
  }

  @Test func `the filter is called only for games that would be listed, once per player`()
    throws
  {
    // Rank one: a game's length is its score, so no game after the first panel is listed.
    let games = Matrix(rows: 5000, columns: 1, elements: (0..<5000).map { Float(5000 - $0) })
    let filtered = NumberLog()
    let lists = try FactorTopGames(
      games, isListed: [Bool](repeating: true, count: 5000), count: 10,
      workers: Workers(threads: 1)
    ).lists(
      of: Matrix(rows: 1, columns: 1, elements: [1]),
      excluded: SparseRows(dense: [[Float](repeating: 0, count: 5000)])
    ) { player, game in
      filtered.note(game)
      return game % 2 == 1
    }
    let odd: [UInt32] = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
    #expect(lists.games == odd)
    #expect(Set(filtered.games).count == filtered.games.count)
    #expect(filtered.games.count < 300)
  }

  @Test func `progress counts every player once, and its error stops the computation`() throws {
    struct Stopped: Error {}
    let world = FactorWorld(seed: 12, players: 300, games: 40, rank: 4, count: 3)
    let top = try FactorTopGames(
      world.games, isListed: world.isListed, count: 3, workers: Workers(threads: 2))
    let filtered = NumberLog()
    _ = try top.lists(
      of: world.players, excluded: world.excluded, progress: { filtered.note($0) })
    #expect(filtered.games.reduce(0, +) == 300)
    #expect(throws: Stopped.self) {
      try top.lists(
        of: world.players, excluded: world.excluded, progress: { _ in throw Stopped() })
    }
  }
}
