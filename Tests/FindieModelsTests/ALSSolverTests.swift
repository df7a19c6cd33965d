import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Foundation
import Testing

struct ALSSolverTests {
  private let workers = Workers(threads: 2)

  init() {
    BLASLibrary.useOneThread()
  }

  private func parameters(
    _ solver: ALSSolver, rank: Int, iterations: Int = 6, exponent: Double = 1,
    unobserved: Double = 0.05
  ) -> ALSParameters {
    var parameters = ALSParameters(
      rank: rank, iterations: iterations, exponent: exponent, unobserved: unobserved)
    parameters.solver = solver
    return parameters
  }

  @Test(arguments: [ALSSolver.exact, .conjugateGradient], [8, 32, 64, 128])
  func `the number of threads changes no byte`(solver: ALSSolver, rank: Int) throws {
    let observed = SparseRows.random(rows: 150, columns: 70, seed: 5)
    let als = ImplicitALS(parameters(solver, rank: rank, iterations: 3))
    let one = try als.fit(observed, workers: Workers(threads: 1))
    for threads in [2, 3, 8] {
      #expect(try als.fit(observed, workers: Workers(threads: threads)) == one)
    }
  }

  // findie's frequency scaling, and implicit's objective.
  @Test(arguments: [(1.0, 0.05), (0.5, 0.2), (0, 1)], [4, 24, 100])
  func `conjugate gradient reaches the loss of the exact solver`(
    setting: (exponent: Double, unobserved: Double), rank: Int
  ) throws {
    let observed = SparseRows.random(rows: 200, columns: 90, seed: 8)
    func loss(_ solver: ALSSolver) throws -> Double {
      let parameters = parameters(
        solver, rank: rank, iterations: 20, exponent: setting.exponent,
        unobserved: setting.unobserved)
      let model = try ImplicitALS(parameters).fit(observed, workers: workers)
      return bruteForceLoss(
        observed.dense, players: (0..<200).map { model.players.doubles($0) },
        games: (0..<90).map { model.games.doubles($0) }, parameters)
    }
    // On this small data, which the factors can fit completely, two steps are slightly behind.
    let (gradient, exact) = (try loss(.conjugateGradient), try loss(.exact))
    #expect(gradient / exact < 1.03)
  }

  @Test(arguments: ALSSolver.allCases)
  func `players' factors are the exact solution for the games, whatever the solver`(
    solver: ALSSolver
  ) throws {
    let observed = SparseRows.random(rows: 40, columns: 30, seed: 9)
    let model = try ImplicitALS(parameters(solver, rank: 6)).fit(observed, workers: workers)
    for player in 0..<40 where observed.count(ofRow: player) > 0 {
      let x = bruteForceFactor(ofPlayer: player, observed, model)
      #expect(isClose((0..<6).map { model.players[player, $0] }, x, within: 1e-4))
    }
  }

  @Test(arguments: [1, 3, 12, 40])
  func `the exact half-step solves the normal equation`(rank: Int) throws {
    // Rows shorter and longer than the rank.
    let observed = SparseRows.random(rows: 30, columns: 60, seed: 10)
    let games = Matrix.random(60, rank, seed: 11)
    let parameters = parameters(.exact, rank: rank)
    var players = Matrix(rows: 30, columns: rank)
    try ImplicitALS(parameters).solve(
      observed, fixed: games, into: &players, side: .player, workers: workers)
    let model = FactorModel(players: players, games: games, parameters: parameters)
    for player in 0..<30 {
      let x = bruteForceFactor(ofPlayer: player, observed, model)
      #expect(isClose((0..<rank).map { players[player, $0] }, x, within: 2e-4))
    }
  }

  @Test(arguments: [1, 4, 70])
  func `the automatic solver is resolved and recorded in the model`(rank: Int) throws {
    let observed = SparseRows.random(rows: 40, columns: 30, seed: 1)
    func model(_ solver: ALSSolver) throws -> FactorModel {
      try ImplicitALS(parameters(solver, rank: rank, iterations: 2)).fit(observed, workers: workers)
    }
    let chosen = try model(.automatic)
    #expect(chosen.parameters.solver != .automatic)
    #expect(try chosen == model(chosen.parameters.solver))
  }

  @Test(arguments: [(1, 1, 1), (1, 1, 8), (1, 5, 3), (5, 1, 3), (3, 2, 16), (4, 3, 128)])
  func `conjugate gradient works with few players, few games and a rank above both`(
    of: (players: Int, games: Int, rank: Int)
  ) throws {
    let ones = [[Float]](repeating: [Float](repeating: 1, count: of.games), count: of.players)
    let model = try ImplicitALS(parameters(.conjugateGradient, rank: of.rank, iterations: 12)).fit(
      SparseRows(dense: ones), workers: workers)
    for player in 0..<of.players {
      for game in 0..<of.games {
        #expect(dot(model.players.doubles(player), model.games.doubles(game)) > 0.5)
      }
    }
  }

  @Test func `with conjugate gradient a dislike lowers the score`() throws {
    var dense = (0..<20).map { player in (0..<8).map { Float(($0 + player + 1) % 2) } }
    dense[0][6] = 0
    func score() throws -> Double {
      let model = try ImplicitALS(parameters(.conjugateGradient, rank: 8, iterations: 12)).fit(
        SparseRows(dense: dense), workers: workers)
      return dot(model.players.doubles(0), model.games.doubles(6))
    }
    let before = try score()
    dense[0][6] = -5
    #expect(try score() < before - 0.1)
  }
}
