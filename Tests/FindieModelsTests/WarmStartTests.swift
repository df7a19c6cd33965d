import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Testing

struct WarmStartTests {
  private let workers = Workers(threads: 2)
  private let observed = SparseRows.random(rows: 200, columns: 90, seed: 21)

  private func model(
    iterations: Int, rank: Int = 12, startingFrom last: Matrix? = nil,
    _ observed: SparseRows? = nil
  ) throws -> FactorModel {
    try ImplicitALS(ALSParameters(rank: rank, iterations: iterations)).fit(
      observed ?? self.observed, workers: workers, startingFrom: last)
  }

  private func loss(_ model: FactorModel, _ observed: SparseRows? = nil) -> Double {
    ImplicitALS(model.parameters).loss(model, on: observed ?? self.observed)
  }

  @Test func `training from last night's factors needs fewer iterations`() throws {
    let last = try model(iterations: 20)
    // Tonight's data: one player in ten has new events.
    var dense = observed.dense
    for player in stride(from: 0, to: 200, by: 10) { dense[player][player % 90] = 2 }
    let tonight = SparseRows(dense: dense)
    let goal = loss(try model(iterations: 12, tonight), tonight)
    let few = try model(iterations: 2, startingFrom: last.games, tonight)
    #expect(loss(few, tonight) <= goal)
    #expect(loss(try model(iterations: 2, tonight), tonight) > goal * 1.02)
  }

  @Test func `a new game starts from random numbers`() throws {
    // One new game among known ones gets a learned factor, too.
    var last = try model(iterations: 10).games
    for column in 0..<12 { last[40, column] = 0 }
    let warm = try model(iterations: 6, startingFrom: last)
    #expect(warm.games.doubles(40).contains { $0 != 0 })
    #expect(loss(warm) < loss(try model(iterations: 3)) * 1.001)
  }

  @Test func `initial factors of a lower rank are padded`() throws {
    let small = try model(iterations: 12, rank: 6)
    let large = try model(iterations: 4, startingFrom: small.games)
    #expect(large.games.columns == 12)
    #expect(loss(large) < loss(small))
  }

  @Test func `a NaN initial factor names its game`() {
    var last = Matrix.random(90, 12, seed: 3)
    last[7, 2] = .nan
    let failure = #expect(throws: ModelFailure.self) {
      try model(iterations: 2, startingFrom: last)
    }
    guard case .notFinite(.game, row: 7) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
}
