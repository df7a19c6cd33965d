import FindieDomain
import FindieModels
import FindieModelsTestSupport
import FindieTestSupport
import FindieWorkers
import Testing

struct GameFactorRegressionTests {
  private func parameters(
    regularization: Double = 1, half: Double = 5
  ) -> NewGameParameters {
    var parameters = NewGameParameters()
    parameters.regularization = regularization
    parameters.evidenceForHalf = half
    return parameters
  }

  /// Features [games, terms]: about a third of the elements, within 0 and 1.
  private func features(_ games: Int, _ terms: Int, seed: UInt64) -> SparseRows {
    var generator = SeededGenerator(seed: seed)
    return SparseRows(
      dense: (0..<games).map { _ in
        (0..<terms).map { _ in
          Int.random(in: 0..<3, using: &generator) == 0
            ? Float.random(in: 0.1...1, using: &generator) : 0
        }
      }, columns: terms)
  }

  /// Θᵀz for known coefficients Θ[terms + 1, rank], in Double.
  private func linear(_ features: SparseRows, _ coefficients: Matrix) -> [Double] {
    features.dense.flatMap { row in
      (0..<coefficients.columns).map { index in
        zip(row + [1], 0..<coefficients.rows).reduce(0.0) {
          $0 + Double($1.0) * Double(coefficients[$1.1, index])
        }
      }
    }
  }

  @Test func `a linear relation is recovered, also for games without players`() throws {
    let features = features(120, 9, seed: 1)
    let expected = linear(features, .random(10, 4, seed: 2))
    let factors = Matrix(rows: 120, columns: 4, elements: expected.map { Float($0) })
    // Every fifth game has no players, and a factor of zeros.
    var learned = factors
    let evidence = (0..<120).map { $0 % 5 == 0 ? 0 : $0 }
    for game in stride(from: 0, to: 120, by: 5) {
      for index in 0..<4 { learned[game, index] = 0 }
    }
    let regression = try GameFactorRegression.fit(
      factors: learned, evidence: evidence, features: features,
      parameters: parameters(regularization: 1e-4))
    #expect(isClose(regression.predictions(features).elements, expected, within: 1e-3))
    let completed = regression.completing(learned, evidence: evidence, features: features)
    #expect(isClose(completed.elements, expected, within: 1e-3))
  }

  @Test func `coefficients equal a brute-force solution of the normal equations in Double`()
    throws
  {
    let features = features(30, 5, seed: 3)
    let factors = Matrix.random(30, 3, seed: 4)
    let evidence = (0..<30).map { $0 % 7 }
    let regression = try GameFactorRegression.fit(
      factors: factors, evidence: evidence, features: features,
      parameters: parameters(regularization: 0.3, half: 2))
    let z = features.dense.map { $0.map { Double($0) } + [1] }
    let w = evidence.map { Double($0) / (Double($0) + 2) }
    var a = [[Double]](repeating: [Double](repeating: 0, count: 6), count: 6)
    for i in 0..<6 {
      a[i][i] = 0.3
      for j in 0..<6 {
        for game in 0..<30 { a[i][j] += w[game] * z[game][i] * z[game][j] }
      }
    }
    for index in 0..<3 {
      var b = [Double](repeating: 0, count: 6)
      for i in 0..<6 {
        for game in 0..<30 { b[i] += w[game] * z[game][i] * Double(factors[game, index]) }
      }
      #expect(
        isClose(
          (0..<6).map { regression.coefficients[$0, index] }, solution(a, b), within: 1e-6))
    }
  }

  @Test func `the weight of learned factors increases with the evidence`() throws {
    // One game of each evidence, all with the same features; w = n / (n + 5).
    let evidence = [0, 5, 15, 5_000_000]
    let features = SparseRows(dense: [[1], [1], [1], [1]])
    let factors = Matrix(rows: 4, columns: 1, elements: [0, 3, -1, 2])
    let regression = try GameFactorRegression.fit(
      factors: factors, evidence: evidence, features: features, parameters: parameters())
    let predicted = Double(regression.predictions(features)[0, 0])
    let completed = regression.completing(factors, evidence: evidence, features: features)
    #expect(
      isClose(
        completed.elements,
        [predicted, (3 + predicted) / 2, -0.75 + predicted / 4, 2], within: 1e-5))
  }

  @Test func `with n₀ of zero only games without evidence are predicted`()
    throws
  {
    let features = features(40, 6, seed: 5)
    let factors = Matrix.random(40, 3, seed: 6)
    let evidence = (0..<40).map { $0 == 11 ? 0 : 1 }
    let regression = try GameFactorRegression.fit(
      factors: factors, evidence: evidence, features: features, parameters: parameters(half: 0))
    let completed = regression.completing(factors, evidence: evidence, features: features)
    for game in 0..<40 where game != 11 {
      #expect(completed.doubles(game) == factors.doubles(game))
    }
    #expect(completed.doubles(11) == regression.predictions(features).doubles(11))
  }

  @Test(arguments: [(0, 0), (0, 3), (3, 0), (3, 2)])
  func `without evidence for any game nothing is predicted`(of: (games: Int, terms: Int)) throws {
    let features = SparseRows(
      dense: [[Float]](repeating: [Float](repeating: 1, count: of.terms), count: of.games),
      columns: of.terms)
    let regression = try GameFactorRegression.fit(
      factors: Matrix(rows: of.games, columns: 2),
      evidence: [Int](repeating: 0, count: of.games), features: features, parameters: parameters())
    #expect(regression.predictions(features) == Matrix(rows: of.games, columns: 2))
  }

  @Test func `a regularization that is too small is named`() {
    // Two features that all four games have equally, each game with weight 1: [4 4; 4 4] is
    // singular.
    let failure = #expect(throws: ModelFailure.self) {
      try GameFactorRegression.fit(
        factors: .random(4, 2, seed: 7), evidence: [1, 1, 1, 1],
        features: SparseRows(dense: [[1, 1], [1, 1], [1, 1], [1, 1]]),
        parameters: parameters(regularization: 0, half: 0))
    }
    #expect(failure == .singularFeatures(feature: 1, 0))
    #expect(
      "\(ModelFailure.singularFeatures(feature: 1, 0))".contains("newGames.regularization"))
  }

  @Test func `a NaN factor is named`() {
    #expect(throws: ModelFailure.singularFeatures(feature: 0, 1)) {
      try GameFactorRegression.fit(
        factors: Matrix(rows: 2, columns: 1, elements: [.nan, 1]), evidence: [1, 1],
        features: SparseRows(dense: [[1], [1]]), parameters: parameters())
    }
  }
}

struct NewGamesTests {
  /// Results of BLAS depend on its number of threads, which is a setting of the process.
  init() { BLASLibrary.useOneThread() }

  private let workers = Workers(threads: 2)

  /// Even players like even games, which have one genre, and odd players like the others. Games 10
  /// and 11 have no players.
  private var observed: SparseRows {
    SparseRows(
      dense: (0..<40).map { player in
        (0..<12).map { game in
          game < 10 && (player + game) % 2 == 0 && (player / 2 + game / 2) % 5 != 0 ? 1 : 0
        }
      })
  }

  private let features = ContentModel(
    (0..<12).map { game(numbered("g", $0), [$0 % 2 == 0 ? .rpg : .puzzle]) }
  ).vectors

  private func model() throws -> FactorModel {
    try ImplicitALS(ALSParameters(rank: 4)).fit(observed, workers: workers)
  }

  private func completed(half: Double = 5) throws -> FactorModel {
    var parameters = NewGameParameters()
    parameters.regularization = 0.1
    parameters.evidenceForHalf = half
    return try model().completingGames(
      features: features, observed: observed, parameters: parameters, workers: workers)
  }

  @Test func `a game without players ranks above all games of the other genre`() throws {
    let (before, after) = (try model(), try completed())
    for player in 0..<40 {
      let scores = (0..<12).map { dot(after.players.doubles(player), after.games.doubles($0)) }
      let new = 10 + player % 2
      #expect(dot(before.players.doubles(player), before.games.doubles(new)) == 0)
      for other in 0..<12 where other % 2 != player % 2 {
        #expect(scores[new] > scores[other] + 0.2)
      }
    }
  }

  @Test func `every player's factor is the exact solution for the completed games`() throws {
    let after = try completed()
    let solved = try FoldIn(after, workers: Workers(threads: 1)).factors(
      of: 0..<40, in: observed)
    for player in 0..<40 {
      #expect(isClose(solved.doubles(player).map { Float($0) }, after.players.doubles(player)))
    }
  }

  @Test func `with much evidence only games without players change`() throws {
    // Every game has at least 12 players: w > 1 - 1e-6.
    let (before, after) = (try model(), try completed(half: 1e-5))
    for game in 0..<10 {
      #expect(
        isClose((0..<4).map { after.games[game, $0] }, before.games.doubles(game), within: 1e-5))
    }
  }

  @Test func `of very many terms the most frequent are used`() throws {
    func features(_ terms: Int, _ has: (_ game: Int, _ term: Int) -> Bool) -> SparseRows {
      SparseRows(dense: (0..<12).map { game in (0..<terms).map { has(game, $0) ? 1 : 0 } })
    }
    // Each of 2,048 terms belongs to two of the twelve games; between these, each game has a term
    // of its own.
    func isShared(_ game: Int, _ term: Int) -> Bool { (game + term).isMultiple(of: 6) }
    let common = features(2048, isShared)
    let all = features(4096) { game, term in
      term.isMultiple(of: 2) ? term / 2 == game : isShared(game, term / 2)
    }
    let (model, parameters) = (try model(), NewGameParameters())
    func completed(_ features: SparseRows) throws -> Matrix {
      try model.completingGames(
        features: features, observed: observed, parameters: parameters, workers: workers
      ).games
    }
    #expect(try completed(all) == completed(common))
  }

  @Test func `the number of threads changes no byte`() throws {
    let model = try model()
    func completed(_ threads: Int) throws -> FactorModel {
      try model.completingGames(
        features: features, observed: observed, parameters: NewGameParameters(),
        workers: Workers(threads: threads))
    }
    #expect(try completed(1) == completed(2))
    #expect(try completed(1) == completed(3))
  }

  @Test func `solving players for the learned games gives the trained factors`() throws {
    let model = try model()
    let again = try FactorModel(
      solvingPlayersOf: observed, games: model.games, parameters: model.parameters,
      workers: workers)
    for player in 0..<40 {
      #expect(
        isClose(
          (0..<4).map { again.players[player, $0] }, model.players.doubles(player), within: 1e-5))
    }
  }
}
