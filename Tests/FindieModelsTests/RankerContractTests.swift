import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

/// Properties of every ranker. Add a new one to `Kind`.
struct RankerContractTests {
  enum Kind: CaseIterable {
    case popularity, content, vectors, factors, ease, neighborhood
  }

  /// Profiles of the training; the last two rows are empty and have only dislikes.
  private static let matrix: InteractionMatrix = {
    var dense = SparseRows.random(rows: 35, columns: 21, seed: 61).dense
    dense.append([Float](repeating: 0, count: 21))
    dense.append((0..<21).map { $0 % 5 == 0 ? -1 : 0 })
    return InteractionMatrix(dense: dense)
  }()

  /// Profiles that are not in the training.
  private static let strangers = SparseRows.random(rows: 11, columns: 21, seed: 62)

  private func ranker(_ kind: Kind) throws -> any Ranker {
    let matrix = Self.matrix
    let workers = Workers(threads: 2)
    switch kind {
    case .popularity: return PopularityRanker(positives: matrix.positives)
    case .content: return ContentRanker(ContentModel(games))
    case .vectors: return EmbeddingRanker(.random(games: 21))
    case .factors:
      return try FactorRanker(
        ImplicitALS(ALSParameters(rank: 7, iterations: 2))
          .fit(matrix.observed, workers: workers), workers: workers)
    case .ease:
      var parameters = EASEParameters()
      parameters.regularization = 5
      parameters.blasThreads = 1
      return try EASE(parameters).fit(matrix.observed, workers: workers)
    case .neighborhood:
      return ItemNeighborhood(NeighborhoodParameters()).fit(matrix.observed, workers: workers)
    }
  }

  private var games: [Game] {
    (0..<21).map {
      game(numbered("g", $0), [Genre.allCases[$0 % 5]], tags: $0 % 4 == 0 ? [] : ["t\($0 % 6)"])
    }
  }

  private func scores(
    _ ranker: any Ranker, _ rows: Range<Int>, of profiles: SparseRows = matrix.observed,
    from start: Float = 0
  ) throws -> [Float] {
    var scores = [Float](repeating: start, count: rows.count * profiles.columns)
    var span = scores.mutableSpan
    try ranker.score(rows, of: profiles, into: &span)
    return scores
  }

  @Test(arguments: Kind.allCases)
  func `every game of every profile gets a score, which is a finite number`(kind: Kind) throws {
    // A score that is not written would stay NaN.
    for profiles in [Self.matrix.observed, Self.strangers] {
      let scores = try scores(try ranker(kind), 0..<profiles.rows, of: profiles, from: .nan)
      #expect(scores.count == profiles.rows * 21)
      #expect(scores.allSatisfy { $0.isFinite })
    }
  }

  @Test(arguments: Kind.allCases)
  func `scores are overwritten`(kind: Kind) throws {
    let ranker = try ranker(kind)
    #expect(try scores(ranker, 3..<6, from: 1000) == scores(ranker, 3..<6))
  }

  @Test(arguments: Kind.allCases)
  func `a profile's scores do not depend on the other requested profiles`(kind: Kind) throws {
    let ranker = try ranker(kind)
    let all = try scores(ranker, 0..<37)
    for rows in [4..<5, 35..<37, 7..<30] {
      // The last bit of a sum may depend on how BLAS cuts the batch.
      #expect(
        isClose(
          try scores(ranker, rows),
          all[rows.lowerBound * 21..<rows.upperBound * 21].map { Double($0) }, within: 1e-6))
    }
  }

  @Test(arguments: Kind.allCases)
  func `a profile's scores do not depend on its row`(kind: Kind) throws {
    let ranker = try ranker(kind)
    let order = [36, 4, 4, 0, 35, 12]
    let all = try scores(ranker, 0..<37)
    let found = try scores(
      ranker, 0..<order.count, of: Self.matrix.observed.gathering(order))
    let expected = order.flatMap { all[$0 * 21..<($0 + 1) * 21].map { Double($0) } }
    #expect(isClose(found, expected, within: 1e-6))
  }

  @Test(arguments: Kind.allCases)
  func `without requested profiles nothing is written`(kind: Kind) throws {
    #expect(try scores(try ranker(kind), 5..<5).isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func `repeated scores are the same`(kind: Kind) throws {
    let ranker = try ranker(kind)
    #expect(try scores(ranker, 1..<4) == scores(ranker, 1..<4))
  }

  @Test func `names in reports are distinct`() throws {
    #expect(Set(try Kind.allCases.map { try ranker($0).name }).count == Kind.allCases.count)
  }

  @Test func `popularity is the number of players with a positive for a game`() throws {
    let expected = Self.matrix.positives.map { Float($0) }
    #expect(try scores(try ranker(.popularity), 8..<10) == expected + expected)
  }

  @Test func `tag similarity is the weighted sum of the cosines with the player's positives`()
    throws
  {
    let games = [game("g000", [.rpg]), game("g001", [.rpg]), game("g002", [.puzzle])]
    let scores = try scores(
      ContentRanker(ContentModel(games)), 0..<2,
      of: SparseRows(dense: [[0.5, 0, 2], [-1, 1, 0]]), from: 9)
    // Cosines are 1 within a genre and 0 otherwise: 0.5 and 2; the second player's dislike has no
    // effect.
    #expect(isClose(scores, [0.5, 0.5, 2, 1, 1, 0]))
  }

  @Test func `ALS scores are inner products with the factor solved for the profile`()
    throws
  {
    // λᵣ = 0.01 (row length + 0.05 · 5) by the parameters of the tests; p is 0 for the dislike.
    let model = FactorModel(
      players: Matrix(rows: 0, columns: 3), games: .random(5, 3, seed: 63),
      parameters: ALSParameters(rank: 3))
    let profiles: [[Float]] = [[0, 2, 0, -1, 1], [0, 0, 0, 0, 0], [1, 0, 0, 0, 0]]
    let expected = profiles.flatMap { profile in
      let known = Double(profile.count { $0 != 0 })
      var a = (0..<3).map { i in (0..<3).map { $0 == i ? 0.01 * (known + 0.25) : 0 } }
      var b = [0.0, 0, 0]
      for (game, confidence) in profile.enumerated() {
        let y = model.games.doubles(game)
        for i in 0..<3 {
          b[i] += max(0, Double(confidence)) * y[i]
          for j in 0..<3 { a[i][j] += (0.05 + abs(Double(confidence))) * y[i] * y[j] }
        }
      }
      let x = solution(a, b)
      return (0..<5).map { dot(x, model.games.doubles($0)) }
    }
    #expect(
      isClose(
        try scores(
          FactorRanker(model, workers: Workers(threads: 1)), 0..<3,
          of: SparseRows(dense: profiles), from: 9), expected,
        within: 1e-4))
  }

  @Test func `a profile that ALS cannot solve is named by its row`() {
    let model = FactorModel(
      players: Matrix(rows: 0, columns: 2), games: Matrix(rows: 1, columns: 2, elements: [1, 2]),
      parameters: ALSParameters(rank: 2, regularization: 0))
    let failure = #expect(throws: ModelFailure.self) {
      try scores(
        FactorRanker(model, workers: Workers(threads: 1)), 0..<3,
        of: SparseRows(dense: [[0], [1], [1]]))
    }
    guard case .notPositiveDefinite(.player, row: 1, 0) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
}
