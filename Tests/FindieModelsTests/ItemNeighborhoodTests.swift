import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Foundation
import Testing

struct ItemNeighborhoodTests {
  private let workers = Workers(threads: 2)

  private func neighborhood(
    neighbors: Int = 100, shrinkage: Double = 0
  ) -> ItemNeighborhood {
    var parameters = NeighborhoodParameters()
    parameters.neighbors = neighbors
    parameters.shrinkage = shrinkage
    return ItemNeighborhood(parameters)
  }

  /// All similarities, computed over every pair and every player.
  private func similarities(_ observed: [[Float]], _ parameters: NeighborhoodParameters)
    -> [[Double]]
  {
    let games = observed.first?.count ?? 0
    let weights = observed.map { row in
      log(Double(games + 1) / Double(row.count { $0 > 0 } + 1))
    }
    let x = zip(observed, weights).map { row, weight in row.map { $0 > 0 ? weight : 0 } }
    func product(_ i: Int, _ j: Int) -> Double { x.reduce(0) { $0 + $1[i] * $1[j] } }
    return (0..<games).map { i in
      (0..<games).map { j in
        let common = Double(observed.count { $0[i] > 0 && $0[j] > 0 })
        guard i != j, product(i, j) > 0 else { return 0 }
        return common / (common + parameters.shrinkage) * product(i, j)
          / (product(i, i) * product(j, j)).squareRoot()
      }
    }
  }

  @Test func `the similarities of three games equal hand-computed ones`() {
    // All players have two positives, and so the same weight. Players of a and b: {0, 1, 2} and
    // {0, 1}, 2 in common: 2 / √6, shrunk by 1 to 2/3 of it. a and c: {0, 1, 2} and {2}, 1 in
    // common: 1 / √3, shrunk to 1/2 of it. b and c: none.
    let model = neighborhood(shrinkage: 1).fit(
      SparseRows(dense: [[1, 1, 0], [1, 1, 0], [1, 0, 1]]), workers: workers)
    let (ab, ac) = (2 / 6.0.squareRoot() * 2 / 3, 1 / 3.0.squareRoot() / 2)
    #expect(model.weights.columnIndices == [1, 2, 0, 0])
    #expect(isClose(model.weights.values, [ab, ac, ab, ac]))
  }

  @Test(arguments: [(3, 0.0), (7, 2.5), (1000, 40)])
  func `neighbours equal a brute-force computation`(of: (neighbors: Int, shrinkage: Double)) {
    let observed = SparseRows.random(rows: 60, columns: 90, seed: 81)
    let fitted = neighborhood(neighbors: of.neighbors, shrinkage: of.shrinkage)
    let expected = similarities(observed.dense, fitted.parameters)
    let found = fitted.fit(observed, workers: workers).weights
    for game in 0..<90 {
      // Scores are compared as Float32, in which ties by index are decided.
      let best = (0..<90).filter { expected[game][$0] > 0 }.sorted {
        (-Float(expected[game][$0]), $0) < (-Float(expected[game][$1]), $1)
      }.prefix(of.neighbors)
      let range = found.range(ofRow: game)
      #expect(range.count == best.count)
      let weakest = best.last.map { expected[game][$0] } ?? 0
      for index in range {
        let score = expected[game][Int(found.columnIndices[index])]
        #expect(abs(Double(found.values[index]) - score) < 1e-6)
        // Values that are equal except for the last bit may be exchanged at the end.
        #expect(score > weakest - 1e-6)
      }
    }
  }

  @Test func `of equal neighbours those with the smaller index are stored`() {
    let ones = [[Float]](repeating: [1, 1, 1, 1, 1, 0], count: 3)
    let model = neighborhood(neighbors: 2).fit(SparseRows(dense: ones), workers: workers)
    #expect(model.weights.columnIndices == [1, 2, 0, 2, 0, 1, 0, 1, 0, 1])
    #expect(isClose(model.weights.values, [Double](repeating: 1, count: 10)))
  }

  @Test(arguments: [1, 63, 64, 65, 200])
  func `the number of threads changes no byte`(games: Int) {
    let observed = SparseRows.random(rows: 80, columns: games, seed: 82)
    let fitted = neighborhood(neighbors: 9, shrinkage: 3)
    let one = fitted.fit(observed, workers: Workers(threads: 1))
    #expect(fitted.fit(observed, workers: Workers(threads: 2)) == one)
    #expect(fitted.fit(observed, workers: Workers(threads: 3)) == one)
  }

  @Test func `a player with positives for all games has weight zero`() {
    let model = neighborhood().fit(
      SparseRows(dense: [[1, 1, 1], [1, 1, 0]]), workers: workers)
    // Only the second player counts, for whom a and b are equal.
    #expect(model.weights.columnIndices == [1, 0])
    #expect(isClose(model.weights.values, [1, 1]))
  }

  @Test func `a dislike counts as unobserved, and all confidences count the same`() {
    let fitted = neighborhood(shrinkage: 2)
    let model = fitted.fit(
      SparseRows(dense: [[1, 1, 0], [0, 1, 1], [1, 0, 0]]), workers: workers)
    #expect(
      fitted.fit(SparseRows(dense: [[0.1, 7, -2], [-1, 3, 2], [5, 0, -9]]), workers: workers)
        == model)
  }

  @Test func `a score is the sum of the similarities, weighted by confidence`() {
    let model = ItemItemModel(
      "m", weights: SparseRows(dense: [[0, 1, 2], [3, 0, 0], [5, 6, 0]]), usesConfidence: true)
    var scores = [Float](repeating: 9, count: 6)
    var span = scores.mutableSpan
    model.score(1..<3, of: SparseRows(dense: [[1, 0, 0], [2, -3, 0.5], [0, 0, 0]]), into: &span)
    // Twice row 0 and half of row 2: [0 2 4] + [2.5 3 0]; the dislike adds nothing.
    let expected: [Float] = [2.5, 5, 4, 0, 0, 0]
    #expect(scores == expected)
  }

  @Test(arguments: [(0, 0), (0, 3), (3, 0), (1, 1)])
  func `the neighbourhood works with few players and few games`(of: (players: Int, games: Int)) {
    let ones = [[Float]](repeating: [Float](repeating: 1, count: of.games), count: of.players)
    let model = neighborhood().fit(SparseRows(dense: ones, columns: of.games), workers: workers)
    #expect(model.weights.rows == of.games)
    #expect(model.weights.count == 0)
  }
}
