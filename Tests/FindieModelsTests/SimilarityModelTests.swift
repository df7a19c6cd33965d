import FindieDomain
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
    _ games: [Game], observed: SparseRows, isListed: [Bool]? = nil,
    _ parameters: SimilarityParameters = SimilarityParameters(), minimumPlayers: Int = 1,
    threads: Int = 2
  ) -> [[SimilarityModel.Neighbor]] {
    SimilarityModel(
      content: ContentModel(games), observed: observed, minimumPlayers: minimumPlayers,
      editions: Editions(games), parameters: parameters
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

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `what the players of rarely played games like changes no list`(seed: UInt64) {
    let observed = observed(seed: seed)
    // The median of the games with players.
    let counts = observed.positives
    let minimum = counts.filter { $0 > 0 }.sorted()[60]
    let isRare = counts.map { $0 < minimum }
    let lists = neighbors(games, observed: observed, minimumPlayers: minimum)
    // Any other players, but as few as before at most; the first third has none.
    var generator = SeededGenerator(seed: seed)
    let changed = SparseRows(
      dense: observed.dense.enumerated().map { player, row in
        row.enumerated().map { game, value in
          guard isRare[game] else { return value }
          return player < minimum - 1 && game % 3 > 0 && Bool.random(using: &generator) ? 1 : 0
        }
      })
    #expect(neighbors(games, observed: changed, minimumPlayers: minimum) == lists)
    #expect(neighbors(games, observed: changed) != neighbors(games, observed: observed))
    for (game, list) in lists.enumerated() {
      for entry in list where entry.carriedBy == .players {
        #expect(!isRare[game] && !isRare[entry.game])
      }
    }
  }

  @Test func `common players count from k on`() {
    let games = (0..<5).map { game("g\($0)", []) }
    func score(_ common: Int, k: Int) -> Float {
      // All games have more than 2k players, and fewer common ones are expected by chance.
      let observed = players(
        [([0, 1], common), ([0, 2], 30), ([1, 2], 30), ([3, 4], 400)], of: 5)
      let list = neighbors(games, observed: observed, minimumPlayers: k)[0]
      return list.first { $0.game == 1 }?.score ?? 0
    }
    #expect(score(9, k: 1) > 0)
    for common in 0..<10 { #expect(score(common, k: 10) == 0) }
    #expect(score(13, k: 10) > 0)
  }

  /// - Parameter length: how many games a list may hold; with few, the search for content is cut
  ///   short.
  @Test(arguments: [200, 7])
  func `scores and their larger part equal a brute-force computation`(length: Int) {
    let observed = observed(seed: 45)
    let found = neighbors(games, observed: observed, parameters(length: length))
    let vectors = ContentModel(games).vectors.dense.map { $0.map { Double($0) } }
    let likes = observed.dense.map { row in row.map { $0 > 0 ? 1.0 : 0 } }
      .filter { $0.reduce(0, +) > 1 }
    let counts = likes.map { $0.reduce(0, +) }
    let weights = counts.map { pow(log(151 / (1 + $0)), 2) }
    func sum(_ i: Int, _ j: Int, _ weights: [Double]) -> Double {
      zip(likes, weights).reduce(0) { $0 + $1.1 * $1.0[i] * $1.0[j] }
    }
    let ones = likes.map { _ in 1.0 }
    // The players of each stratum are those with 2 or 3 positives, with 4 to 7, and so on.
    let strata = Dictionary(grouping: likes.indices) { Int(log2(counts[$0])) }.values
    func chance(_ i: Int, _ j: Int) -> Double {
      strata.reduce(0) { sum, players in
        let size = Double(players.count)
        let mean = players.map { weights[$0] * (1 - 1 / counts[$0]) }.reduce(0, +) / size
        let (x, y) = (
          players.map { likes[$0][i] }.reduce(0, +), players.map { likes[$0][j] }.reduce(0, +)
        )
        return sum + mean * x * y / size
      }
    }
    let players = (0..<150).map { sum($0, $0, ones) }
    for game in 0..<150 {
      var expected: [Int: (sum: Double, players: Double)] = [:]
      for other in 0..<150 where other != game {
        let common = sum(game, other, ones)
        let evidence = common + players[game] * players[other] / Double(likes.count)
        let share = evidence / (evidence + 20)
        let surplus = max(0, sum(game, other, weights) - chance(game, other))
        let cosine =
          common > 0
          ? surplus
            / (sum(game, game, weights) * sum(other, other, weights)).squareRoot() : 0
        let content = dot(vectors[game], vectors[other])
        let kept = 1 - 0.8 * (1 - content)
        let carried = share * cosine * kept
        let total = carried + (1 - share) * 0.05 * content * kept
        if total > 0 { expected[other] = (total, carried) }
      }
      let best = expected.values.map(\.sum).sorted(by: >).prefix(length)
      #expect(found[game].count == best.count)
      for (neighbor, score) in zip(found[game], best) {
        #expect(abs(Double(neighbor.score) - score) < 1e-6)
        guard let (sum, players) = expected[neighbor.game] else {
          Issue.record("\(neighbor.game) is not similar to \(game)")
          continue
        }
        #expect(abs(Double(neighbor.score) - sum) < 1e-6)
        if abs(2 * players - sum) > 1e-5 {
          #expect(neighbor.carriedBy == (2 * players > sum ? .players : .tags))
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func `a short list is the beginning of the long one`(seed: UInt64) {
    let observed = observed(seed: seed)
    let long = neighbors(games, observed: observed, parameters())
    for length in [1, 7, 20] {
      let short = neighbors(games, observed: observed, parameters(length: length))
      #expect(short == long.map { Array($0.prefix(length)) })
    }
  }

  @Test func `games without players equal a brute-force computation in every block of games`() {
    // More games than a block of `ContentIndex` has.
    var generator = SeededGenerator(seed: 43)
    let games = (0..<4200).map { index in
      game(
        "g\(10_000 + index)", [.rpg],
        tags: Set((0..<3).map { _ in "t\(Int.random(in: 0..<60, using: &generator))" }).sorted())
    }
    let found = neighbors(games, observed: players([], of: games.count))
    let content = ContentModel(games)
    for game in [0, 4095, 4096, 4199] {
      var cosines = [Float](repeating: 0, count: games.count)
      var scores = cosines.mutableSpan
      content.addCosines(with: game, to: &scores)
      let best = cosines.enumerated().filter { $0.offset != game }
        .map { 0.05 * $0.element * (0.2 + 0.8 * $0.element) }.sorted(by: >).prefix(20)
      #expect(isClose(found[game].map(\.score), best.map { Double($0) }, within: 1e-6))
      for neighbor in found[game] {
        let cosine = cosines[neighbor.game]
        #expect(abs(neighbor.score - 0.05 * cosine * (0.2 + 0.8 * cosine)) < 1e-6)
      }
    }
  }

  @Test(arguments: [1000, 5])
  func `similarity is symmetric`(maximumGames: Int) {
    var parameters = parameters()
    parameters.maximumGamesPerPlayer = maximumGames
    let found = neighbors(
      games, observed: observed(seed: 48), parameters)
    for (game, list) in found.enumerated() {
      for neighbor in list {
        let back = found[neighbor.game].first { $0.game == game }
        #expect(abs((back?.score ?? -1) - neighbor.score) < 1e-6)
      }
    }
  }

  @Test func `the score of two games with the same players equals a hand-computed one`() {
    // In one stratum, w² = ln(5 / 3)²: two players have positives for a and b, two others for c and
    // d. v = w² / 2 and e = v · 2 · 2 / 4 = w² / 2, so c = (2 - 1/2) / 2; m = 2 + 2 · 2 / 4 = 3.
    // Without content a fifth of it is left.
    let found = neighbors(
      [game("a"), game("b"), game("c"), game("d")],
      observed: players([([0, 1], 2), ([2, 3], 2)], of: 4))
    #expect(found.map { $0.map(\.game) } == [[1], [0], [3], [2]])
    #expect(isClose(found[0].map(\.score), [3.0 / 23 * 0.75 * 0.2]))
    #expect(found[0].map(\.carriedBy) == [.players])
  }

  @Test func `games that the players of everything own are not similar for that`() {
    // A hundred players own the first 64 of 80 games, and only three share a taste for two of them.
    let observed = players([(Array(0..<64), 100), ([0, 1], 3), ([2, 3], 3)], of: 80)
    let found = neighbors(
      (0..<80).map { game(numbered("g", $0)) }, observed: observed, parameters())
    let scores = Dictionary(uniqueKeysWithValues: found[0].map { ($0.game, $0.score) })
    #expect(found[0].first?.game == 1)
    #expect(scores[2, default: 0] < 0.1 * scores[1, default: 0])
  }

  @Test func `players with one positive change nothing`() {
    let lines = [(games: [0, 1], count: 5), (games: [1, 2], count: 5)]
    let games = (0..<3).map { game("\($0)", [.rpg]) }
    let few = neighbors(games, observed: players(lines, of: 3))
    #expect(
      few == neighbors(games, observed: players(lines + [(games: [1], count: 40)], of: 3)))
  }

  @Test func `of two games with the same players, the one with common tags precedes`() {
    let found = neighbors(
      [game("a", [.rpg]), game("b", [.puzzle]), game("c", [.rpg]), game("d"), game("e")],
      observed: players([([0, 1, 2], 50), ([3, 4], 50)], of: 5))
    #expect(found[0].map(\.game) == [2, 1])
    #expect(found[0].map(\.carriedBy) == [.players, .players])
  }

  @Test func `a game without players is found by its tags`() {
    let found = neighbors(
      [game("a", [.rpg]), game("b", [.rpg]), game("c", [.puzzle])],
      observed: players([([1, 2], 50)], of: 3))
    #expect(found[0].map(\.game) == [1])
    #expect(found[0].map(\.score) == [0.05])
    #expect(found[0].map(\.carriedBy) == [.tags])
  }

  @Test func `a game without content is found by its players`() {
    let found = neighbors(
      [game("a"), game("b", [.rpg]), game("c", [.rpg]), game("d")],
      observed: players([([0, 2], 30), ([1, 3], 30)], of: 4))
    #expect(found[0].map(\.game) == [2])
    #expect(found[0].map(\.carriedBy) == [.players])
  }

  @Test func `a game without players and content has an empty list`() {
    let found = neighbors(
      [game("a"), game("b", [.rpg]), game("c", [.rpg])], observed: players([([1, 2], 9)], of: 3))
    #expect(found.map(\.isEmpty) == [true, false, false])
  }

  @Test func `with more players, tags have less weight`() {
    // Each game has players, but none in common: the expectation from tags, reduced by the
    // evidence.
    let scores = [0, 1, 10, 1000].map { count in
      neighbors(
        [game("a", [.rpg]), game("b", [.rpg]), game("c"), game("d")],
        observed: players([([0, 2], count), ([1, 3], count)], of: 4))[0]
        .first { $0.game == 1 }?.score ?? 0
    }
    // m = n² / 2n, so 1 - ρ = 40 / (n + 40).
    #expect(isClose(scores, [0, 1, 10, 1000].map { (n: Double) in 0.05 * (40 / (n + 40)) }))
  }

  @Test func `lists have the best listed games, of equal ones those that follow`() {
    // All games are equal. Game 1 may not be listed, but has a list.
    let found = neighbors(
      (0..<5).map { game("\($0)", [.rpg]) }, observed: players([], of: 5),
      isListed: [true, false, true, true, true], parameters(length: 2))
    #expect(found.map { $0.map(\.game) } == [[2, 3], [2, 3], [3, 4], [4, 0], [0, 2]])
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
    // Three players for the first 60 of 90 games, and three for pairs of the others.
    let observed = players(
      [(Array(0..<60), 3), ([60, 61], 1), ([62, 63], 1), ([64, 65], 1)], of: 90)
    func lists(_ most: Int, seed: UInt64 = 1) -> [[SimilarityModel.Neighbor]] {
      var parameters = parameters()
      parameters.maximumGamesPerPlayer = most
      parameters.seed = seed
      return neighbors((0..<90).map { game(numbered("g", $0)) }, observed: observed, parameters)
    }
    // 60 games have 59 · 60 pairs, ten of a player's 9 · 10.
    #expect(lists(60).joined().count == 59 * 60 + 6)
    #expect(lists(60) == lists(1000, seed: 9))
    let drawn = lists(10).joined().count
    #expect(drawn > 6 && drawn <= 3 * 9 * 10 + 6)
    #expect(lists(10) == lists(10))
    #expect(lists(10) != lists(10, seed: 9))
  }

  @Test func `the number of threads changes nothing`() {
    let observed = observed(seed: 49)
    #expect(
      neighbors(games, observed: observed, threads: 1)
        == neighbors(games, observed: observed, threads: 3))
  }

  @Test func `many games with the same tags are in equally many lists`() {
    let found = neighbors(
      (0..<300).map { game(numbered("g", $0), [.rpg]) }, observed: players([], of: 300))
    let hubness = Hubness(of: NeighborTable(found))
    #expect(hubness.maximum == 5)
    #expect(hubness.skewness == nil)
  }

  @Test func `hubness is that of the first five of each list`() throws {
    // Game 0 is in three lists, game 1 in one at rank 1 and in one at rank 6.
    let table = NeighborTable(
      offsets: [0, 1, 2, 3, 9, 9, 9], games: [1, 0, 0, 0, 2, 3, 4, 5, 1],
      scores: [Float](repeating: 0.5, count: 9), carriers: [UInt8](repeating: 0, count: 9))
    let hubness = Hubness(of: try #require(table))
    // N₅ is 3, 1, 1, 1, 1, 1, with mean 4/3: third moment (125/27 - 5/27) / 6, variance 10/18.
    #expect(hubness.maximum == 3)
    #expect(abs((hubness.skewness ?? 0) - (120.0 / 162) / pow(10.0 / 18, 1.5)) < 1e-12)
    #expect(Hubness(of: NeighborTable([])).skewness == nil)
  }
}
