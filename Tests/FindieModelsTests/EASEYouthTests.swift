import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Foundation
import Testing

/// EASE whose weights that lead to a game depend on how young the game's positives are.
struct EASEYouthTests {
  private let workers = Workers(threads: 2)
  private let observed = SparseRows.random(rows: 600, columns: 14, seed: 12)

  /// From day 500 to day 799 in no order; some have no date.
  private var days: [Float] {
    observed.values.indices.map { $0 % 11 == 0 ? .infinity : Float(500 + $0 * 7919 % 300) }
  }

  private func parameters(
    halfLife: Double?, denseGames: Int? = nil
  ) -> ModelParameters {
    var parameters = ModelParameters()
    parameters.ease.regularization = 3
    parameters.ease.blasThreads = 1
    parameters.ease.minimumPositives = 1
    parameters.ease.maximumWeights = 14
    parameters.ease.halfLifeInDays = halfLife
    parameters.ease.denseGames = denseGames
    return parameters
  }

  private func youth(_ days: [Float], halfLife: Double = 90) -> [Float]? {
    EASE(parameters(halfLife: halfLife).ease).youth(observed, days: days)
  }

  /// By the definition, with ages counted from day 1,000.
  private func expected(halfLife: Double) -> [Double] {
    var (ages, counts) = ([Double](repeating: 0, count: 14), [Double](repeating: 0, count: 14))
    for (element, value) in observed.values.enumerated() where value > 0 {
      let game = Int(observed.columnIndices[element])
      counts[game] += 1
      ages[game] += pow(2, -(1000 - Double(days[element])).magnitude / halfLife)
    }
    let mean = ages.reduce(0, +) / counts.reduce(0, +)
    return zip(ages, counts).map { $0 / $1 / mean }
  }

  @Test(arguments: [30.0, 365])
  func `youth is a game's mean share of aged positives relative to all`(halfLife: Double) throws {
    let found = try #require(youth(days, halfLife: halfLife))
    #expect(isClose(found, expected(halfLife: halfLife)))
    #expect((found.max() ?? 0) > (found.min() ?? 0))
  }

  @Test func `the passing of days changes nothing`() {
    #expect(youth(days) == youth(days.map { $0 + 6 }))
  }

  @Test func `without dates or a half-life weights have no age`() {
    #expect(youth([]) == nil)
    #expect(youth(days.map { _ in .infinity }) == nil)
    #expect(EASE(parameters(halfLife: nil).ease).youth(observed, days: days) == nil)
  }

  @Test func `a game whose positives have no date is older than any other`() throws {
    let undated = zip(days, observed.columnIndices).map { $1 == 3 ? .infinity : $0 }
    #expect(try #require(youth(undated))[3] == 0)
  }

  @Test(arguments: [nil, 6, 0])
  func `weights that lead to a game are multiplied by its youth`(denseGames: Int?) throws {
    func models(_ halfLife: Double?) throws -> ItemItemModels {
      try ItemItemModels(
        trainedOn: observed, days: days,
        parameters: parameters(halfLife: halfLife, denseGames: denseGames), workers: workers)
    }
    try expectAged(models(90), from: models(nil))
  }

  @Test func `weights that are updated have age, too`() throws {
    let half = SparseRows(
      dense: (0..<600).map { row in
        (0..<14).map { row < 300 ? observed.value(row: row, column: UInt32($0)) ?? 0 : 0 }
      })
    func models(_ halfLife: Double?) throws -> ItemItemModels {
      let parameters = parameters(halfLife: halfLife)
      return try ItemItemModels(
        trainedOn: half, days: Array(days.prefix(half.count)), parameters: parameters,
        workers: workers
      ).updated(for: observed, days: days, parameters: parameters, workers: workers)
    }
    // Each game has twice the positives.
    try expectAged(models(90), from: models(nil))
  }

  private func expectAged(_ aged: ItemItemModels, from plain: ItemItemModels) throws {
    let (aged, plain) = (try #require(aged.ease).weights, try #require(plain.ease).weights)
    let youth = expected(halfLife: 90)
    for row in 0..<14 {
      let expected = zip(plain.doubles(row), youth).map { $0 * $1 }
      #expect(isClose(aged.doubles(row).map { Float($0) }, expected))
    }
    #expect(aged.count > 100)
  }

  @Test func `the dense model of trials has the same age`() throws {
    func weights(_ halfLife: Double?) throws -> Matrix {
      try EASE(parameters(halfLife: halfLife).ease)
        .fit(observed, days: days, workers: workers).weights
    }
    let (aged, plain, youth) = (try weights(90), try weights(nil), expected(halfLife: 90))
    for row in 0..<14 {
      #expect(
        isClose(
          aged.doubles(row).map { Float($0) }, zip(plain.doubles(row), youth).map { $0 * $1 }))
    }
  }
}
