import FindieLinearAlgebra
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
    let numbers = parameters { $0.minimumPlayers = 1 }.ease
    let dense = try EASE(numbers).fit(observed, workers: workers).weights
    let few = try EASE(numbers).fitSparse(observed, workers: workers)
    for game in 0..<14 {
      #expect(isClose(few.weights.doubles(game).map { Float($0) }, dense.doubles(game)))
    }
    #expect(!few.usesConfidence && few.name == "EASE")
  }

  @Test func `the largest weights by magnitude of each game are stored`() throws {
    let numbers = parameters {
      $0.minimumPlayers = 1
      $0.maximumWeights = 3
    }.ease
    let dense = try EASE(numbers).fit(observed, workers: workers).weights
    let few = try EASE(numbers).fitSparse(observed, workers: workers).weights
    #expect(few.count == 14 * 3)
    for game in 0..<14 {
      let storedGames = (0..<14).filter { few.contains(row: $0, column: UInt32(game)) }
      let largest = (0..<14).filter { $0 != game }
        .sorted { abs(dense[$0, game]) > abs(dense[$1, game]) }.prefix(3)
      #expect(storedGames == largest.sorted())
    }
  }

  @Test func `games below the minimum number of players have no weights and change none`() throws {
    // The last game has one player.
    let rows: [[Float]] = [[1, 1, 0, 1], [1, 1, 1, 0], [1, 0, 1, 0], [0, 1, 1, 0]]
    let numbers = parameters { $0.minimumPlayers = 2 }.ease
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
    func models(_ use: EASEParameters.Use, bytes: Int? = nil) throws -> ItemItemModels {
      try ItemItemModels(
        trainedOn: observed, parameters: parameters { $0.use = use }, workers: workers,
        availableBytes: bytes)
    }
    #expect(try models(.automatic).ease != nil)
    #expect(try models(.automatic).easeSentence == "with EASE of 14 games")
    #expect(try models(.off).ease == nil)
    #expect(try models(.off).easeSentence == "without EASE: ease.use is off")
    #expect(try models(.automatic, bytes: 100).ease == nil)
    #expect(try models(.automatic, bytes: 100).easeSentence.contains("0 MB are free"))
    #expect(throws: TrainingFailure.self) { try models(.on, bytes: 100) }
    let alone = try ItemItemModels(
      trainedOn: SparseRows(dense: [[1, 0], [0, 1]]), parameters: parameters { _ in },
      workers: workers)
    #expect(alone.easeSentence == "without EASE: no game has enough players")
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
