import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Foundation
import Testing

struct EASETests {
  private let workers = Workers(threads: 2)

  /// One thread of BLAS: other tests compute in the same process.
  private func ease(_ regularization: Double) -> EASE {
    var parameters = EASEParameters()
    parameters.regularization = regularization
    (parameters.dropout, parameters.lengthExponent, parameters.diagonalBound) = (0, 0, 0)
    parameters.blasThreads = 1
    return EASE(parameters)
  }

  private func failure(_ dense: [[Float]], _ regularization: Double) -> ModelFailure? {
    #expect(throws: ModelFailure.self) {
      try ease(regularization).fit(SparseRows(dense: dense), workers: workers)
    }
  }

  @Test func `the weights of two games equal hand-computed ones`() throws {
    // Three players like both, one the first: G = [4 3; 3 3] + I = [5 3; 3 4], its determinant 11,
    // P = [4 -3; -3 5] / 11. B₀₁ = -P₀₁ / P₁₁ = 3 / 5, B₁₀ = -P₁₀ / P₀₀ = 3 / 4.
    let model = try ease(1).fit(
      SparseRows(dense: [[1, 1], [1, 1], [1, 1], [1, 0]]), workers: workers)
    #expect(isClose(model.weights.elements, [0, 0.6, 0.75, 0]))
  }

  @Test(arguments: [(40, 9, 0.5), (9, 40, 2.0), (200, 70, 30.0), (300, 130, 5.0)])
  func `weights equal a brute-force inverse in Double`(
    of: (players: Int, games: Int, regularization: Double)
  ) throws {
    let observed = SparseRows.random(rows: of.players, columns: of.games, seed: 71)
    let model = try ease(of.regularization).fit(observed, workers: workers)
    let x = observed.dense.map { $0.map { $0 > 0 ? 1.0 : 0 } }
    let gramian = (0..<of.games).map { i in
      (0..<of.games).map { j in
        x.reduce(i == j ? of.regularization : 0) { $0 + $1[i] * $1[j] }
      }
    }
    for j in 0..<of.games {
      // Column j of P solves G p = eⱼ.
      let p = solution(gramian, (0..<of.games).map { $0 == j ? 1 : 0 })
      let expected = (0..<of.games).map { $0 == j ? 0 : -p[$0] / p[j] }
      #expect(isClose((0..<of.games).map { model.weights[$0, j] }, expected, within: 2e-5))
    }
  }

  /// By the Karush–Kuhn–Tucker conditions: the gradient of each column vanishes off the diagonal,
  /// the diagonal is at most ξ, and its multiplier is 0 or above where it is ξ.
  @Test(arguments: [(0.0, 0.0), (0.33, 0.0), (0.33, 0.5), (0.5, 0.2), (0.0, 0.9)])
  func `weights minimize the loss with a bounded diagonal`(
    of: (dropout: Double, bound: Double)
  ) throws {
    let observed = SparseRows.random(rows: 80, columns: 12, seed: 77)
    var parameters = EASEParameters()
    parameters.regularization = 4
    (parameters.dropout, parameters.lengthExponent, parameters.diagonalBound) = (
      of.dropout, 0.5, of.bound
    )
    parameters.blasThreads = 1
    let weights = try EASE(parameters).fit(observed, workers: workers).weights
    let x = observed.dense.map { $0.map { $0 > 0 ? 1.0 : 0 } }
    let lengths = x.map { max(1, $0.reduce(0, +)) }
    let gramian = (0..<12).map { i in
      (0..<12).map { j in
        x.indices.reduce(0.0) { $0 + x[$1][i] * x[$1][j] / lengths[$1].squareRoot() }
      }
    }
    let penalties = (0..<12).map { 4 + of.dropout / (1 - of.dropout) * gramian[$0][$0] }
    for column in 0..<12 {
      // The diagonal element that makes its own gradient least, within the bound.
      var b = (0..<12).map { Double(weights[$0, column]) }
      let rest = (0..<12).reduce(0.0) { $0 + gramian[column][$1] * b[$1] }
      let free =
        (gramian[column][column] - rest) / (gramian[column][column] + penalties[column])
      b[column] = min(of.bound, free)
      for row in 0..<12 {
        let gradient =
          (0..<12).reduce(-gramian[row][column]) { $0 + gramian[row][$1] * b[$1] }
          + penalties[row] * b[row]
        if row != column || free < of.bound - 1e-4 {
          #expect(abs(gradient) < 2e-3)
        } else {
          #expect(gradient < 2e-3)
        }
      }
    }
  }

  @Test(arguments: [(-0.2, Int.max), (0.3, 5), (0.3, 0)])
  func `an exponent multiplies the weights that lead to a game by a power of its popularity`(
    of: (exponent: Double, dense: Int)
  ) throws {
    let observed = SparseRows.random(rows: 60, columns: 20, seed: 78)
    var parameters = ease(3).parameters
    let plain = try EASE(parameters).fitSparse(
      observed, denseGames: of.dense, workers: workers
    ).weights
    parameters.popularityExponent = of.exponent
    let raised = try EASE(parameters).fitSparse(
      observed, denseGames: of.dense, workers: workers
    ).weights
    #expect(raised.columnIndices == plain.columnIndices && !plain.columnIndices.isEmpty)
    for (position, game) in plain.columnIndices.enumerated() {
      // Without a weight of players, Gⱼⱼ is the number of positives.
      let factor = pow(Double(observed.positives[Int(game)]), of.exponent)
      #expect(
        isClose([raised.values[position]], [Double(plain.values[position]) * factor]))
    }
  }

  @Test func `the diagonal is zero`() throws {
    let model = try ease(3).fit(.random(rows: 90, columns: 33, seed: 72), workers: workers)
    #expect((0..<33).allSatisfy { model.weights[$0, $0] == 0 })
  }

  @Test func `all confidences count the same, and a dislike counts as unobserved`() throws {
    let liked = SparseRows(dense: [[1, 1, 0], [0, 1, 1], [1, 0, 0]])
    let weighted = SparseRows(dense: [[0.1, 7, -2], [-1, 3, 2], [5, 0, -9]])
    let model = try ease(1).fit(liked, workers: workers)
    #expect(try ease(1).fit(weighted, workers: workers) == model)
    var scores = [[Float](repeating: 9, count: 9), [Float](repeating: -9, count: 9)]
    for (index, profiles) in [liked, weighted].enumerated() {
      var span = scores[index].mutableSpan
      model.score(0..<3, of: profiles, into: &span)
    }
    #expect(scores[0] == scores[1])
  }

  @Test func `a score is the profile's row times the weights`() throws {
    let model = EASEModel(
      weights: Matrix(rows: 3, columns: 3, elements: [0, 1, 2, 3, 0, 4, 5, 6, 0]))
    var scores = [Float](repeating: 9, count: 6)
    var span = scores.mutableSpan
    model.score(1..<3, of: SparseRows(dense: [[1, 0, 0], [2, 0, 1], [0, 0, 0]]), into: &span)
    // The sum of rows 0 and 2 of the weights; then an empty profile.
    let expected: [Float] = [5, 7, 2, 0, 0, 0]
    #expect(scores == expected)
  }

  @Test func `a score does not change in a larger catalogue`() {
    let games = 2100
    let weights = Matrix.random(games, games, seed: 74)
    let profiles = SparseRows.random(rows: 3, columns: games, seed: 75)
    var scores = [Float](repeating: 9, count: 3 * games)
    var span = scores.mutableSpan
    EASEModel(weights: weights).score(0..<3, of: profiles, into: &span)
    for (player, row) in profiles.dense.enumerated() {
      for game in [0, 1, 2047, 2048, 2099] {
        let expected = (0..<games).reduce(0.0) {
          row[$1] > 0 ? $0 + Double(weights[$1, game]) : $0
        }
        #expect(abs(Double(scores[player * games + game]) - expected) < 1e-3)
      }
    }
  }

  @Test(arguments: [1, 15, 16, 17, 64, 65, 150])
  func `the number of threads changes no byte`(games: Int) throws {
    let observed = SparseRows.random(rows: 120, columns: games, seed: 73)
    let one = try ease(10).fit(observed, workers: Workers(threads: 1))
    #expect(try ease(10).fit(observed, workers: Workers(threads: 2)) == one)
    #expect(try ease(10).fit(observed, workers: Workers(threads: 3)) == one)
  }

  @Test func `a game without positives has zero weights`() throws {
    let model = try ease(1).fit(
      SparseRows(dense: [[1, 0, 1], [1, 0, 0], [1, -1, 1]]), workers: workers)
    for other in 0..<3 {
      #expect(model.weights[1, other] == 0)
      #expect(model.weights[other, 1] == 0)
    }
  }

  @Test(arguments: [(0, 0), (0, 3), (3, 0), (1, 1)])
  func `EASE works with few players and few games`(of: (players: Int, games: Int)) throws {
    let ones = [[Float]](repeating: [Float](repeating: 1, count: of.games), count: of.players)
    let model = try ease(1).fit(SparseRows(dense: ones, columns: of.games), workers: workers)
    #expect(model.weights.elements.allSatisfy { $0 == 0 })
  }

  @Test func `a matrix that does not fit in memory is refused with the sizes`() throws {
    let observed = SparseRows(dense: [[1, 0, 1, -1], [0, 1, 1, 1]])
    // 4 for each of 10 pairs, 2 · 4 for each of 5 positives, 2 · 8 for each of 2 + 4 + 1 offsets.
    let bytes = 40 + 40 + 112
    #expect(EASE.bytes(players: 2, games: 4, positives: 5) == bytes)
    // And 4 · 4² for the weights.
    let needed = bytes + 64
    let failure = #expect(throws: ModelFailure.self) {
      try ease(1).fit(observed, workers: workers, availableBytes: needed - 1)
    }
    #expect(failure == .tooLarge(games: 4, neededBytes: needed, availableBytes: needed - 1))
    #expect("\(try #require(failure))".contains("needs \(needed) bytes"))
    _ = try ease(1).fit(observed, workers: workers, availableBytes: needed)
  }

  @Test func `twenty thousand games need little more memory than half a dense matrix`() {
    let half = 2 * 20_000 * 20_000
    let needed = EASE.bytes(players: 200_000, games: 20_000, positives: 10_000_000)
    #expect(needed > half)
    #expect(Double(needed) < 1.2 * Double(half))
  }

  @Test func `without regularization a game without positives is named as singular`() {
    #expect(failure([[1, 0, 0], [1, 0, 1]], 0) == .singularGramian(game: 1, 0))
  }

  @Test(arguments: [-5, Double.nan])
  func `an invalid regularization is named`(regularization: Double) throws {
    guard case .singularGramian(game: 0, let named) = failure([[1, 1]], regularization) else {
      Issue.record("another failure")
      return
    }
    #expect(named == regularization || named.isNaN)
    let text = "\(ModelFailure.singularGramian(game: 0, named))"
    #expect(text.contains("Raise ease.regularization"))
  }

  @Test(arguments: [Float.nan, .infinity])
  func `a NaN confidence is reported with its player`(confidence: Float) {
    #expect(
      failure([[1, 1], [0, 0], [1, confidence], [1, 1]], 1) == .confidenceNotFinite(row: 2))
  }
}
