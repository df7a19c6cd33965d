import FindieLinearAlgebra
import FindieRecommender
import FindieTestSupport
import Testing

/// The bound by a few directions.
struct FactorScreenTests {
  @Test(arguments: [32, 40, 64, 129], [false, true])
  func `no score exceeds the product of the heads`(rank: Int, isStructured: Bool) throws {
    let (players, games) = FactorScreenTests.factors(rank: rank, isStructured: isStructured)
    let screen = try #require(FactorScreen(games))
    let own = screen.heads(of: players, as: .player)
    let others = screen.heads(of: games, as: .game)
    var excess = 0.0
    for player in 0..<players.rows {
      for game in 0..<games.rows {
        let score = fusedDot(players.row(player), games.row(game))
        let bound = fusedDot(own.row(player), others.row(game))
        #expect(score <= bound)
        excess += Double(bound - score)
      }
    }
    // Games of a few tastes lie in a few directions: there the bound is nearly the score.
    if isStructured { #expect(excess / Double(players.rows * games.rows) < 0.05) }
  }

  @Test func `short factors, few games and games of no length are not screened in vain`() {
    #expect(FactorScreen(.random(300, 16, seed: 81)) == nil)
    #expect(FactorScreen(.random(200, 64, seed: 82)) == nil)
    let huge = Matrix(
      rows: 300, columns: 32, elements: [Float](repeating: 1e30, count: 300 * 32))
    #expect(FactorScreen(huge) == nil)
  }

  @Test func `lists are the same where screening spares most`() throws {
    let (players, games) = FactorScreenTests.factors(rank: 48, isStructured: true)
    var world = FactorWorld(players: [], games: [], rank: 48, count: 10)
    world.players = players
    world.games = games
    world.excluded = .random(rows: players.rows, columns: games.rows, seed: 85)
    world.isListed = (0..<games.rows).map { $0 % 9 != 0 }
    #expect(try world.lists() == world.bruteForce())
  }

  /// Factors along four directions, with a little of all others; or along all.
  private static func factors(rank: Int, isStructured: Bool) -> (Matrix, Matrix) {
    let tastes = Matrix.random(4, rank, seed: 83)
    var generator = SeededGenerator(seed: 84)
    func factors(_ rows: Int) -> Matrix {
      var matrix = Matrix.random(rows, rank, seed: generator.next())
      guard isStructured else { return matrix }
      for row in 0..<rows {
        let weights = (0..<4).map { _ in Float.random(in: -1...1, using: &generator) }
        for column in 0..<rank {
          matrix[row, column] *= 0.01
          for taste in 0..<4 { matrix[row, column] += weights[taste] * tastes[taste, column] }
        }
      }
      return matrix
    }
    return (factors(40), factors(600))
  }
}
