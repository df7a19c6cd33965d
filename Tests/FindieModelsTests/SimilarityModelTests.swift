import FindieDomain
import FindieLinearAlgebra
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct SimilarityModelTests {
  private let workers = Workers(threads: 2)

  private func parameters(length: Int = 200) -> SimilarityParameters {
    var parameters = SimilarityParameters()
    parameters.listLength = length
    return parameters
  }

  /// 150 games, more than two parts of 64, a few without a genre and a tag.
  private let games: [Game] = {
    var generator = SeededGenerator(seed: 41)
    return (0..<150).map { index in
      game(
        numbered("g", index), index % 9 == 0 ? [] : [Genre.allCases[index % 4]],
        tags: index % 9 == 0 ? [] : ["t\(Int.random(in: 0..<10, using: &generator))"])
    }
  }()

  /// 40 players; every fifth game has no players.
  private func observed(seed: UInt64) -> SparseRows {
    SparseRows(
      dense: SparseRows.random(rows: 40, columns: 150, seed: seed).dense.map { row in
        row.enumerated().map { $0 % 5 == 4 ? 0 : $1 }
      })
  }

  private func neighbors(
    _ games: [Game], factors: Matrix? = nil, observed: SparseRows, isListed: [Bool]? = nil,
    _ parameters: SimilarityParameters = SimilarityParameters(), threads: Int = 2
  ) -> [[SimilarityModel.Neighbor]] {
    SimilarityModel(
      content: ContentModel(games), factors: factors ?? Matrix(rows: games.count, columns: 1),
      observed: observed, editions: Editions(games), parameters: parameters
    ).neighbors(
      isListed: isListed ?? games.map { _ in true }, workers: Workers(threads: threads))
  }

  /// `count` players with positives for all games of a line.
  private func players(_ lines: [(games: [Int], count: Int)], of games: Int) -> SparseRows {
    SparseRows(
      dense: lines.flatMap { line in
        [[Float]](
          repeating: (0..<games).map { line.games.contains($0) ? 1 : 0 }, count: line.count)
      }, columns: games)
  }

  @Test func `scores and their larger part equal a brute-force computation`() {
    let factors = Matrix.random(150, 6, seed: 42)
    let observed = observed(seed: 45)
    let found = neighbors(games, factors: factors, observed: observed, parameters())
    let vectors = ContentModel(games).vectors.dense.map { $0.map { Double($0) } }
    let likes = observed.dense.map { row in row.map { $0 > 0 ? 1.0 : 0 } }
    let weights = likes.map { row in pow(log(151 / (1 + row.reduce(0, +))), 2) }
    func sum(_ i: Int, _ j: Int, _ weights: [Double]) -> Double {
      zip(likes, weights).reduce(0) { $0 + $1.1 * $1.0[i] * $1.0[j] }
    }
    let ones = likes.map { _ in 1.0 }
    let counts = (0..<150).map { sum($0, $0, ones) }
    for game in 0..<150 {
      var expected: [Int: (sum: Double, players: Double)] = [:]
      for other in 0..<150 where other != game {
        let (x, y) = (factors.doubles(game), factors.doubles(other))
        let common = sum(game, other, ones)
        let evidence = common + counts[game] * counts[other] / 40
        let share = evidence / (evidence + 20)
        let known = min(counts[game], counts[other])
        let trust = known / (known + 20)
        let cosine =
          common > 0
          ? sum(game, other, weights)
            / (sum(game, game, weights) * sum(other, other, weights)).squareRoot() : 0
        let players =
          share * cosine + (1 - share) * trust * 0.2
          * max(0, dot(x, y) / (dot(x, x) * dot(y, y)).squareRoot())
        let tags = (1 - share) * (1 - trust) * 0.1 * dot(vectors[game], vectors[other])
        if players + tags > 0 { expected[other] = (players + tags, players) }
      }
      #expect(Set(found[game].map(\.game)) == Set(expected.keys))
      for neighbor in found[game] {
        guard let (sum, players) = expected[neighbor.game] else { continue }
        #expect(abs(Double(neighbor.score) - sum) < 1e-6)
        if abs(2 * players - sum) > 1e-5 {
          #expect(neighbor.carriedBy == (2 * players > sum ? .players : .tags))
        }
      }
      let scores = found[game].map(\.score)
      #expect(scores == scores.sorted(by: >))
    }
  }

  @Test func `a short list is the beginning of the long one`() {
    let (factors, observed) = (Matrix.random(150, 6, seed: 46), observed(seed: 47))
    let long = neighbors(games, factors: factors, observed: observed, parameters())
    let short = neighbors(games, factors: factors, observed: observed, parameters(length: 7))
    #expect(short == long.map { Array($0.prefix(7)) })
  }

  @Test(arguments: [1000, 5])
  func `similarity is symmetric`(maximumGames: Int) {
    var parameters = parameters()
    parameters.maximumGamesPerPlayer = maximumGames
    let found = neighbors(
      games, factors: .random(150, 6, seed: 43), observed: observed(seed: 48), parameters)
    for (game, list) in found.enumerated() {
      for neighbor in list {
        let back = found[neighbor.game].first { $0.game == game }
        #expect(abs((back?.score ?? -1) - neighbor.score) < 1e-6)
      }
    }
  }

  @Test func `the score of two games with the same players equals a hand-computed one`() {
    // Both players have positives for a and b only: c = 1, m = 2 + 2 · 2 / 2 = 4.
    let found = neighbors(
      [game("a"), game("b"), game("c")], observed: players([([0, 1], 2)], of: 3))
    #expect(found.map { $0.map(\.game) } == [[1], [0], []])
    #expect(isClose(found[0].map(\.score), [4.0 / 24]))
    #expect(found[0].map(\.carriedBy) == [.players])
  }

  @Test func `a game without players is found by its tags`() {
    let found = neighbors(
      [game("a", [.rpg]), game("b", [.rpg]), game("c", [.puzzle])],
      factors: Matrix(rows: 3, columns: 1, elements: [1, 1, 1]),
      observed: players([([1, 2], 50)], of: 3))
    #expect(found[0].map(\.game) == [1])
    #expect(found[0].map(\.score) == [0.1])
    #expect(found[0].map(\.carriedBy) == [.tags])
  }

  @Test func `a game without content is found by its players`() {
    let found = neighbors(
      [game("a"), game("b", [.rpg]), game("c", [.rpg])],
      observed: players([([0, 2], 30), ([1], 30)], of: 3))
    #expect(found[0].map(\.game) == [2])
    #expect(found[0].map(\.carriedBy) == [.players])
  }

  @Test func `a game without players and content has an empty list`() {
    let found = neighbors(
      [game("a"), game("b", [.rpg]), game("c", [.rpg])], observed: players([([1, 2], 9)], of: 3))
    #expect(found.map(\.isEmpty) == [true, false, false])
  }

  @Test func `with more players, tags have less weight`() {
    // Each game has players, but none in common: the expectation from tags, reduced by the evidence.
    let scores = [0, 1, 10, 1000].map { count in
      neighbors(
        [game("a", [.rpg]), game("b", [.rpg])],
        observed: players([([0], count), ([1], count)], of: 2))[0][0].score
    }
    // m = n² / 2n, so ρ = n / (n + 40), and w = n / (n + 20).
    #expect(
      isClose(
        scores,
        [0, 1, 10, 1000].map { (n: Double) in 0.1 * (40 / (n + 40)) * (20 / (n + 20)) }))
  }

  @Test func `negative cosines of factors do not reduce the tags' part`() {
    let games = [game("a", [.rpg]), game("b", [.rpg])]
    let observed = players([([0], 20), ([1], 20)], of: 2)
    let apart = neighbors(
      games, factors: Matrix(rows: 2, columns: 1, elements: [2, -3]), observed: observed)
    #expect(apart == neighbors(games, observed: observed))
    #expect(apart[0].map(\.carriedBy) == [.tags])
  }

  @Test func `lists have the best listed games, ties by index`() {
    // All games are equal. Game 1 may not be listed, but has a list.
    let found = neighbors(
      (0..<5).map { game("\($0)", [.rpg]) }, observed: players([], of: 5),
      isListed: [true, false, true, true, true], parameters(length: 2))
    #expect(found.map { $0.map(\.game) } == [[2, 3], [0, 2], [0, 3], [0, 2], [0, 2]])
  }

  @Test func `a list has one edition of a game, and none of its own`() {
    let titles = ["Moss", "Moss: Definitive Edition", "Fern", "Fern Demo", "Fern Remastered"]
    let games = titles.enumerated().map { index, title in
      Game(id: "\(index)", title: title, developerId: "d", genres: [.rpg])
    }
    // The remaster has the most players; the demo has more than the first edition.
    let observed = players([([4], 9), ([3], 5), ([2], 3), ([1], 1)], of: 5)
    let found = neighbors(games, observed: observed)
    #expect(found.map { $0.map(\.game) } == [[4], [4], [1], [1], [1]])
    let other = neighbors(
      games, observed: observed, isListed: [true, false, true, true, false])
    #expect(other.map { $0.map(\.game) } == [[2], [2], [0], [0], [0]])
  }

  @Test func `the positives of a player with very many games are sampled by the seed`() {
    // Three players for the first 60 of 90 games.
    let observed = players([(Array(0..<60), 3)], of: 90)
    func lists(_ most: Int, seed: UInt64 = 1) -> [[SimilarityModel.Neighbor]] {
      var parameters = parameters()
      parameters.maximumGamesPerPlayer = most
      parameters.seed = seed
      return neighbors((0..<90).map { game(numbered("g", $0)) }, observed: observed, parameters)
    }
    // 60 games have 59 · 60 pairs, ten of a player's 9 · 10.
    #expect(lists(60).joined().count == 59 * 60)
    #expect(lists(60) == lists(1000, seed: 9))
    let drawn = lists(10).joined().count
    #expect(drawn >= 9 * 10 && drawn <= 3 * 9 * 10)
    #expect(lists(10) == lists(10))
    #expect(lists(10) != lists(10, seed: 9))
  }

  @Test func `the number of threads changes nothing`() {
    let (factors, observed) = (Matrix.random(150, 6, seed: 44), observed(seed: 49))
    #expect(
      neighbors(games, factors: factors, observed: observed, threads: 1)
        == neighbors(games, factors: factors, observed: observed, threads: 3))
  }
}
