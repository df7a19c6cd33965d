import FindieDomain
import FindieLinearAlgebra
import FindieRecommender
import FindieTestSupport
import FindieWorkers
import Testing

struct SimilarityModelTests {
  private let workers = Workers(threads: 2)

  private func parameters(length: Int = 200, half: Double = 20) -> SimilarityParameters {
    var parameters = SimilarityParameters()
    parameters.listLength = length
    parameters.evidenceForHalf = half
    return parameters
  }

  /// 150 games, more than two parts of 64, a few without a genre and a tag.
  private func games(_ count: Int = 150) -> [Game] {
    var generator = SeededGenerator(seed: 41)
    return (0..<count).map { index in
      game(
        numbered("g", index), index % 9 == 0 ? [] : [Genre.allCases[index % 4]],
        tags: index % 9 == 0 ? [] : ["t\(Int.random(in: 0..<10, using: &generator))"])
    }
  }

  private func model(
    _ games: [Game], factors: Matrix, evidence: [Int], _ parameters: SimilarityParameters
  ) -> SimilarityModel {
    SimilarityModel(
      content: ContentModel(games), factors: factors, evidence: evidence, parameters: parameters)
  }

  @Test func `the blend is as by brute force, with what carried it`() {
    let games = games()
    let factors = Matrix.random(150, 6, seed: 42)
    let evidence = (0..<150).map { $0 * 7 % 60 }
    let neighbors = model(games, factors: factors, evidence: evidence, parameters())
      .neighbors(isListed: [Bool](repeating: true, count: 150), workers: workers)
    let vectors = ContentModel(games).vectors.dense.map { $0.map { Double($0) } }
    for game in 0..<150 {
      var expected: [Int: (sum: Double, players: Double)] = [:]
      for other in 0..<150 where other != game {
        let (x, y) = (factors.doubles(game), factors.doubles(other))
        let n = Double(min(evidence[game], evidence[other]))
        let weight = n / (n + 20)
        let players = weight * max(0, dot(x, y) / (dot(x, x) * dot(y, y)).squareRoot())
        let sum = players + (1 - weight) * dot(vectors[game], vectors[other])
        if sum > 0 { expected[other] = (sum, players) }
      }
      #expect(Set(neighbors[game].map(\.game)) == Set(expected.keys))
      for neighbor in neighbors[game] {
        guard let (sum, players) = expected[neighbor.game] else { continue }
        #expect(abs(Double(neighbor.score) - sum) < 1e-5)
        if abs(2 * players - sum) > 1e-4 {
          #expect(neighbor.carriedBy == (2 * players > sum ? .players : .tags))
        }
      }
      let scores = neighbors[game].map(\.score)
      #expect(scores == scores.sorted(by: >))
    }
  }

  @Test func `similarity is symmetric`() {
    let neighbors = model(
      games(), factors: .random(150, 6, seed: 43), evidence: (0..<150).map { $0 % 50 },
      parameters()
    ).neighbors(isListed: [Bool](repeating: true, count: 150), workers: workers)
    for (game, list) in neighbors.enumerated() {
      for neighbor in list {
        let back = neighbors[neighbor.game].first { $0.game == game }
        #expect(abs((back?.score ?? -1) - neighbor.score) < 1e-6)
      }
    }
  }

  @Test func `a game that nobody has played is found by its tags`() {
    let games = [game("a", [.rpg]), game("b", [.rpg]), game("c", [.puzzle])]
    let neighbors = model(
      games, factors: Matrix(rows: 3, columns: 1, elements: [0, 1, 1]), evidence: [0, 50, 50],
      parameters()
    ).neighbors(isListed: [true, true, true], workers: workers)
    #expect(neighbors[0].map(\.game) == [1])
    #expect(neighbors[0].map(\.score) == [1])
    #expect(neighbors[0].map(\.carriedBy) == [.tags])
  }

  @Test func `as many players as for half weigh both alike`() {
    // Factors agree wholly, tags not at all: 20 / (20 + 20) · 1.
    let neighbors = model(
      [game("a", [.rpg]), game("b", [.puzzle])],
      factors: Matrix(rows: 2, columns: 1, elements: [2, 3]), evidence: [20, 400], parameters()
    ).neighbors(isListed: [true, true], workers: workers)
    #expect(neighbors[0].map(\.game) == [1])
    #expect(neighbors[0].map(\.score) == [0.5])
    #expect(neighbors[0].map(\.carriedBy) == [.players])
  }

  @Test func `factors that disagree take nothing from the tags`() {
    let neighbors = model(
      [game("a", [.rpg]), game("b", [.rpg])],
      factors: Matrix(rows: 2, columns: 1, elements: [2, -3]), evidence: [20, 20], parameters()
    ).neighbors(isListed: [true, true], workers: workers)
    #expect(neighbors[0].map(\.game) == [1])
    #expect(neighbors[0].map(\.score) == [0.5])
    #expect(neighbors[0].map(\.carriedBy) == [.tags])
  }

  @Test func `lists hold what may be listed, the best only, ties by index`() {
    // All alike: every cosine is 1. Game 1 may not be listed, and has a list all the same.
    let neighbors = model(
      (0..<5).map { game("\($0)", [.rpg]) }, factors: Matrix(rows: 5, columns: 1),
      evidence: [0, 0, 0, 0, 0], parameters(length: 2)
    ).neighbors(isListed: [true, false, true, true, true], workers: workers)
    #expect(neighbors.map { $0.map(\.game) } == [[2, 3], [0, 2], [0, 3], [0, 2], [0, 2]])
  }

  @Test func `the number of threads changes nothing`() {
    let model = model(
      games(), factors: .random(150, 6, seed: 44), evidence: (0..<150).map { $0 }, parameters())
    let all = [Bool](repeating: true, count: 150)
    #expect(
      model.neighbors(isListed: all, workers: Workers(threads: 1))
        == model.neighbors(isListed: all, workers: Workers(threads: 3)))
  }
}
