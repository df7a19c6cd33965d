import FindieRanking
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct ListShapeTests {
  @Test(arguments: [
    ([1, 1, 1, 1], 0.0), ([0, 0, 0, 8], 0.75), ([0, 0, 0, 0], 0.0), ([7], 0.0), ([1, 3], 0.25),
  ])
  func `Gini coefficients equal hand-computed ones`(of: (exposures: [Int], gini: Double)) {
    #expect(abs(ListShape.gini(of: of.exposures) - of.gini) < 1e-12)
  }

  @Test func `the Gini coefficient is half the relative mean difference of all pairs`() {
    var generator = SeededGenerator(seed: 81)
    for _ in 0..<50 {
      let exposures = (0..<17).map { _ in Int.random(in: 0...9, using: &generator) }
      let total = exposures.reduce(0, +)
      guard total > 0 else { continue }
      let differences = exposures.map { one in
        exposures.reduce(0) { $0 + abs(one - $1) }
      }.reduce(0, +)
      #expect(
        abs(ListShape.gini(of: exposures) - Double(differences) / Double(2 * 17 * total)) < 1e-12)
    }
  }

  private let matrix = InteractionMatrix(.random(rows: 120, columns: 25, seed: 82))
  private let isOut = (0..<25).map { $0 % 9 != 4 }

  /// Rows of length one; every sixth is empty.
  private let features = SparseRows(
    dense: SparseRows.random(rows: 25, columns: 7, seed: 83).dense.enumerated().map { game, row in
      let row = row.map { abs($0) }
      let length = row.reduce(0) { $0 + $1 * $1 }.squareRoot()
      return game % 6 == 0 || length == 0 ? row.map { _ in 0 } : row.map { $0 / length }
    })

  private struct List {
    let games: [Int]
    let profile: [Int]
  }

  /// Popularity's lists of five, computed by brute force.
  private func lists(_ split: Split, _ popularity: [Int], k: Int) -> [List] {
    split.players.indices.map { player in
      let known = Set(split.excluded.columns(ofRow: player).map { Int($0) })
      let ranked = (0..<25).filter { isOut[$0] && !known.contains($0) }
        .sorted { (-popularity[$0], $0) < (-popularity[$1], $1) }
      let profile = split.profiles.dense[player]
      return List(
        games: Array(ranked.prefix(k)), profile: (0..<25).filter { profile[$0] > 0 })
    }
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  @Test(arguments: [1, 2, 5, 30])
  func `list statistics equal a brute-force computation`(k: Int) throws {
    let split = Split.random(matrix, parameters: EvaluationParameters(), isOut: isOut)
    let popularity = split.train.positives
    let players = Double(split.train.dense.count { $0.contains { $0 > 0 } })
    let evaluation = try Evaluation(
      of: [PopularityRanker(positives: popularity)], split: split, ks: [4, k], features: features,
      workers: Workers(threads: 2))
    let shape = evaluation.rows[0].cuts[1].shape
    let lists = lists(split, popularity, k: k)
    #expect(lists.count > 100)

    let bits = lists.map { list in
      mean(list.games.map { -log2(Double(max(1, popularity[$0])) / players) })
    }
    #expect(abs(shape.novelty - mean(bits)) < 1e-9)

    let listed = lists.filter { !$0.profile.isEmpty }
    let shown = mean(listed.map { mean($0.games.map { Double(popularity[$0]) }) })
    let liked = mean(listed.map { mean($0.profile.map { Double(popularity[$0]) }) })
    #expect(abs(shape.popularityShift - (shown / liked - 1)) < 1e-9)

    let exposures = (0..<25).filter { isOut[$0] }.map { game in
      lists.count { $0.games.contains(game) }
    }
    #expect(abs(shape.gini - ListShape.gini(of: exposures)) < 1e-12)
    #expect(shape.coverage == Double(exposures.count { $0 > 0 }) / Double(exposures.count))

    let dense = features.dense.map { $0.map { Double($0) } }
    let distances = lists.filter { $0.games.count > 1 }.map { list in
      mean(
        list.games.indices.flatMap { one in
          list.games[..<one].map { 1 - dot(dense[list.games[one]], dense[$0]) }
        })
    }
    let distance = try #require(shape.intraListDistance)
    #expect(abs(distance - (distances.isEmpty ? 0 : mean(distances))) < 1e-6)
  }

  @Test func `without features there is no distance`() throws {
    let split = Split.random(matrix, parameters: EvaluationParameters(), isOut: isOut)
    let evaluation = try Evaluation(
      of: [PopularityRanker(positives: split.train.positives)], split: split, ks: [5],
      workers: Workers(threads: 1))
    #expect(evaluation.rows[0].cuts[0].shape.intraListDistance == nil)
  }
}
