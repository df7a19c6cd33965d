import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Foundation
import Testing

struct ImplicitALSTests {
  private let workers = Workers(threads: 2)

  init() {
    BLASLibrary.useOneThread()
  }

  /// 1 where player and game are both even or both odd.
  private func checkerboard(_ players: Int, _ games: Int) -> [[Float]] {
    (0..<players).map { player in (0..<games).map { ($0 + player) % 2 == 0 ? 1 : 0 } }
  }

  private func score(_ model: FactorModel, _ player: Int, _ game: Int) -> Double {
    dot(model.players.doubles(player), model.games.doubles(game))
  }

  @Test func `even players get even games first`() throws {
    // Player 0 has no element for game 6, player 1 none for game 7.
    var observed = checkerboard(20, 8)
    observed[0][6] = 0
    observed[1][7] = 0
    let model = try ImplicitALS(ALSParameters(rank: 4)).fit(
      SparseRows(dense: observed), workers: workers)
    for player in 0..<20 {
      let own = stride(from: player % 2, to: 8, by: 2).map { score(model, player, $0) }
      let others = stride(from: 1 - player % 2, to: 8, by: 2).map { score(model, player, $0) }
      #expect(try #require(own.min()) > (try #require(others.max())) + 0.3)
    }
  }

  @Test func `a disliked game ranks below an unobserved one`() throws {
    var observed = checkerboard(20, 8)
    observed[0][6] = 0
    let model = try ImplicitALS(ALSParameters(rank: 8)).fit(
      SparseRows(dense: observed), workers: workers)
    observed[0][6] = -5
    let after = try ImplicitALS(ALSParameters(rank: 8)).fit(
      SparseRows(dense: observed), workers: workers)
    #expect(score(after, 0, 6) < score(model, 0, 6) - 0.1)
  }

  @Test func `a matrix of ones is learned as the constant that minimizes the loss`() throws {
    // All observed with c = 1 and hardly regularized: (1 - s)² + α₀ s² is least at s = 1 / (1 +
    // α₀).
    let ones = [[Float]](repeating: [Float](repeating: 1, count: 6), count: 9)
    let model = try ImplicitALS(
      ALSParameters(rank: 2, iterations: 30, regularization: 1e-6, unobserved: 0.25)
    ).fit(SparseRows(dense: ones), workers: workers)
    for player in 0..<9 {
      for game in 0..<6 { #expect(abs(score(model, player, game) - 1 / 1.25) < 1e-3) }
    }
  }

  @Test func `an empty row and an empty column get factors of zeros`() throws {
    var observed = checkerboard(6, 5)
    observed[2] = [0, 0, 0, 0, 0]
    for player in 0..<6 { observed[player][3] = 0 }
    let model = try ImplicitALS(ALSParameters(rank: 3)).fit(
      SparseRows(dense: observed), workers: workers)
    #expect(model.players.doubles(2) == [0, 0, 0])
    #expect(model.games.doubles(3) == [0, 0, 0])
  }

  @Test(arguments: [(1, 1, 1), (1, 1, 8), (1, 5, 3), (5, 1, 3), (3, 2, 16)])
  func `training works with few players, few games and a rank above both`(
    of: (players: Int, games: Int, rank: Int)
  ) throws {
    let ones = [[Float]](repeating: [Float](repeating: 1, count: of.games), count: of.players)
    let model = try ImplicitALS(ALSParameters(rank: of.rank)).fit(
      SparseRows(dense: ones), workers: workers)
    for player in 0..<of.players {
      for game in 0..<of.games { #expect(score(model, player, game) > 0.5) }
    }
  }

  @Test(arguments: [(0, 0), (0, 4), (4, 0)])
  func `training works without players or without games`(of: (players: Int, games: Int)) throws {
    let none = [[Float]](repeating: [Float](repeating: 0, count: of.games), count: of.players)
    let model = try ImplicitALS(ALSParameters(rank: 2)).fit(
      SparseRows(dense: none, columns: of.games), workers: workers)
    #expect(model.players.elements.allSatisfy { $0 == 0 })
    #expect(model.games.elements.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [8, 32])
  func `the number of threads changes no byte`(rank: Int) throws {
    let observed = SparseRows.random(rows: 150, columns: 70, seed: 5)
    let als = ImplicitALS(ALSParameters(rank: rank, iterations: 3))
    let one = try als.fit(observed, workers: Workers(threads: 1))
    #expect(try als.fit(observed, workers: Workers(threads: 2)) == one)
    #expect(try als.fit(observed, workers: Workers(threads: 3)) == one)
  }

  @Test func `the same seed gives the same bytes and another seed others`() throws {
    let observed = SparseRows.random(rows: 40, columns: 30, seed: 6)
    func model(_ seed: UInt64) throws -> FactorModel {
      try ImplicitALS(ALSParameters(rank: 5, iterations: 2, seed: seed))
        .fit(observed, workers: workers)
    }
    #expect(try model(3) == model(3))
    #expect(try model(3).games != model(4).games)
  }

  @Test func `progress counts the iterations from one`() throws {
    var seen: [Int] = []
    _ = try ImplicitALS(ALSParameters(rank: 2, iterations: 4)).fit(
      SparseRows(dense: [[1]]), workers: workers
    ) { seen.append($0) }
    #expect(seen == [1, 2, 3, 4])
  }

  @Test func `an error of the progress stops the training`() {
    struct Stopped: Error {}
    #expect(throws: Stopped.self) {
      try ImplicitALS(ALSParameters(rank: 2, iterations: 4)).fit(
        SparseRows(dense: [[1]]), workers: workers
      ) { if $0 == 2 { throw Stopped() } }
    }
  }
}
