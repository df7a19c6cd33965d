import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

/// The weights of EASE and item-kNN that a night stores.
struct ItemItemModelsTests {
  private let workers = Workers(threads: 2)
  private let observed = SparseRows.random(rows: 60, columns: 14, seed: 12)

  private func parameters(_ change: (inout EASEParameters) -> Void) -> ModelParameters {
    var parameters = ModelParameters()
    parameters.ease.regularization = 3
    parameters.ease.blasThreads = 1
    change(&parameters.ease)
    return parameters
  }

  @Test func `the stored weights are those of EASE`() throws {
    let numbers = parameters { $0.minimumPositives = 1 }.ease
    let dense = try EASE(numbers).fit(observed, workers: workers).weights
    let few = try EASE(numbers).fitSparse(observed, workers: workers)
    for game in 0..<14 {
      #expect(isClose(few.weights.doubles(game).map { Float($0) }, dense.doubles(game)))
    }
    #expect(!few.usesConfidence && few.name == "EASE")
  }

  @Test func `the most important weights of all games are stored`() throws {
    let numbers = parameters {
      $0.minimumPositives = 1
      $0.maximumWeights = 3
    }.ease
    let dense = try EASE(numbers).fit(observed, workers: workers).weights
    let few = try EASE(numbers).fitSparse(observed, workers: workers).weights
    let pairs = (0..<14).flatMap { row in (0..<14).map { (row: row, column: $0) } }
      .filter { $0.row != $0.column }
    func importance(_ pair: (row: Int, column: Int)) -> Float {
      abs(dense[pair.row, pair.column]) * Float(observed.positives[pair.row]).squareRoot()
    }
    // A threshold of 8 bits of the mantissa may store a few less than the limit.
    #expect(few.count <= 14 * 3 && few.count >= 14 * 3 - 2)
    let least =
      pairs.filter { few.contains(row: $0.row, column: UInt32($0.column)) }
      .map(importance).min() ?? 0
    for pair in pairs where !few.contains(row: pair.row, column: UInt32(pair.column)) {
      #expect(importance(pair) < least)
    }
  }

  /// With few players, elements of the Gramian are computed where they are needed, with many they
  /// are stored.
  private static let players = [300, 3_000]

  @Test(arguments: players)
  func `local weights equal the dense ones if all games are neighbours`(players: Int) throws {
    // So many players that each pair of games has common ones.
    let observed = SparseRows.random(rows: players, columns: 14, seed: 12)
    #expect((observed.count < 128 * 14) == (players == 300))
    let numbers = parameters {
      $0.minimumPositives = 1
      $0.maximumWeights = 14
    }.ease
    let dense = try EASE(numbers).fit(observed, workers: workers).weights
    for head in [0, 5, 13] {
      let mixed = try EASE(numbers).fitSparse(observed, denseGames: head, workers: workers).weights
      // A part of the games alone has other dense weights; only the local ones are compared.
      let known = observed.positives
      let order = (0..<14).sorted { (-known[$0], $0) < (-known[$1], $1) }
      let isHead = Set(order.prefix(head))
      for row in 0..<14 {
        for column in 0..<14 where !isHead.contains(row) || !isHead.contains(column) {
          #expect(abs(Float(mixed.doubles(row)[column]) - dense[row, column]) < 1e-5)
        }
      }
    }
  }

  @Test(arguments: players)
  func `local weights solve the problem of the neighbours`(players: Int) throws {
    let observed = SparseRows.random(rows: players, columns: 14, seed: 12)
    let numbers = parameters {
      $0.minimumPositives = 1
      $0.neighbors = 4
    }.ease
    let local = try EASE(numbers).fitSparse(observed, denseGames: 0, workers: workers).weights
    for game in 0..<14 {
      let support = (0..<14).filter { local.contains(row: $0, column: UInt32(game)) }
      #expect(support.count == 4)
      let games = (support + [game]).sorted()
      // The players' weights depend on all of their positives, so they are passed as rows of the
      // whole matrix without the other games' columns.
      let alone = try EASE(numbers).weights(
        of: games, in: observed, workers: workers)
      for (index, other) in games.enumerated() where other != game {
        let own = games.firstIndex(of: game) ?? 0
        #expect(abs(Float(local.doubles(other)[game]) - alone[index, own]) < 1e-5)
      }
    }
  }

  @Test func `games below the minimum number of players have no weights and change none`() throws {
    // The last game has one player.
    let rows: [[Float]] = [[1, 1, 0, 1], [1, 1, 1, 0], [1, 0, 1, 0], [0, 1, 1, 0]]
    let numbers = parameters { $0.minimumPositives = 2 }.ease
    let few = try EASE(numbers).fitSparse(SparseRows(dense: rows), workers: workers).weights
    let without = try EASE(numbers).fit(
      SparseRows(dense: rows.map { Array($0.prefix(3)) }), workers: workers
    ).weights
    #expect(few.doubles(3) == [0, 0, 0, 0])
    for game in 0..<3 {
      #expect(isClose(few.doubles(game).map { Float($0) }, without.doubles(game) + [0]))
    }
  }

  @Test func `EASE is trained as configured, or the reason is stated`() throws {
    func models(_ use: EASEParameters.Use, isDense: Bool = true) throws -> ItemItemModels {
      try ItemItemModels(
        trainedOn: observed, parameters: parameters { $0.use = use }, workers: workers,
        hasDenseWeights: isDense)
    }
    #expect(try models(.automatic).ease != nil)
    #expect(try models(.automatic).easeUse == .fitted(games: 14, dense: 14))
    #expect(try models(.off).ease == nil)
    #expect(try models(.off).easeUse == .off)
    for use in [EASEParameters.Use.automatic, .on] {
      let poor = try models(use, isDense: false)
      #expect(poor.ease != nil)
      #expect(poor.easeUse == .fitted(games: 14, dense: 0))
    }
    func bytes(_ use: EASEParameters.Use) -> Int {
      EASE(parameters { $0.use = use }.ease).bytesOfDenseWeights(observed)
    }
    #expect(bytes(.off) == 0)
    #expect(bytes(.on) > 4 * 14 * 14)
    let alone = try ItemItemModels(
      trainedOn: SparseRows(dense: [[1, 0], [0, 1]]), parameters: parameters { _ in },
      workers: workers)
    #expect(alone.easeUse == .noGame)
  }

  @Test func `the number of threads changes no byte`() throws {
    let numbers = parameters { $0.maximumWeights = 4 }
    let found = try [1, 3].map {
      try ItemItemModels(
        trainedOn: observed, parameters: numbers, workers: Workers(threads: $0))
    }
    #expect(found[0] == found[1])
  }
}

extension EASE {
  /// The dense weights of some games, by the definition.
  fileprivate func weights(
    of games: [Int], in observed: SparseRows, workers: Workers
  ) throws -> Matrix {
    let all = gramian(SparsePattern(positivesOf: observed), workers: workers)
    var own = SymmetricMatrix(order: games.count)
    for (row, game) in games.enumerated() {
      for column in row..<games.count { own[row, column] = all[game, games[column]] }
    }
    return try denseWeights(inverting: own).rows(0..<games.count)
  }
}
