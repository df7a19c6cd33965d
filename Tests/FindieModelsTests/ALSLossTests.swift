import FindieModels
import FindieModelsTestSupport
import FindieWorkers
import Foundation
import Testing

struct ALSLossTests {
  private let workers = Workers(threads: 2)
  private let observed = SparseRows.random(rows: 23, columns: 17, seed: 11)

  static let settings = [
    ALSParameters(rank: 3), ALSParameters(rank: 5, exponent: 0, unobserved: 1),
    ALSParameters(rank: 4, regularization: 0.3, exponent: 0.5, unobserved: 0.4),
    ALSParameters(rank: 30, regularization: 0.05, exponent: 2),
  ]

  private func bruteForce(_ model: FactorModel) -> Double {
    bruteForceLoss(
      observed.dense, players: (0..<model.players.rows).map { model.players.doubles($0) },
      games: (0..<model.games.rows).map { model.games.doubles($0) }, model.parameters)
  }

  @Test(arguments: settings, [0, 1])
  func `each half-step is the exact minimum of the loss`(
    parameters: ALSParameters, side: Int
  ) throws {
    let als = ImplicitALS(parameters)
    let (rows, fixed) = side == 0 ? (observed, 17) : (observed.transposed, 23)
    let others = Matrix.random(fixed, parameters.rank, seed: 14)
    var factors = Matrix.random(rows.rows, parameters.rank, seed: 15)
    try als.solve(
      rows, fixed: others, into: &factors, side: side == 0 ? .player : .game, workers: workers)
    for (row, elements) in rows.dense.enumerated() {
      // Half the gradient: Σ c (x·y - p) y + α₀ Σ (x·y) y + λᵣ x, and the sum of its terms' sizes.
      let x = factors.doubles(row)
      let scale =
        Double(elements.count { $0 != 0 }) + parameters.unobservedWeight * Double(fixed)
      let regularization = parameters.regularization * pow(scale, parameters.frequencyExponent)
      var gradient = x.map { regularization * $0 }
      var size = 1.0
      for (column, confidence) in elements.enumerated() {
        let y = others.doubles(column)
        let weight =
          abs(Double(confidence)) * (dot(x, y) - (confidence > 0 ? 1 : 0))
          + parameters.unobservedWeight * dot(x, y)
        for index in x.indices { gradient[index] += weight * y[index] }
        size += abs(weight)
      }
      #expect(gradient.allSatisfy { abs($0) < 2e-5 * size })
    }
  }

  @Test(arguments: settings)
  func `the loss never increases from one iteration to the next`(parameters: ALSParameters) throws {
    var last = Double.infinity
    for iterations in 1...8 {
      var parameters = parameters
      parameters.iterations = iterations
      let model = try ImplicitALS(parameters).fit(observed, workers: workers)
      let loss = bruteForce(model)
      #expect(loss <= last * (1 + 1e-6))
      last = loss
    }
  }

  @Test func `regularization is scaled by the length of a row`() {
    // λ (n + α₀ m)^ν = 0.5 · (10 + 0.25 · 24)^0.5 = 0.5 · 4.
    let als = ImplicitALS(
      ALSParameters(rank: 1, regularization: 0.5, exponent: 0.5, unobserved: 0.25))
    #expect(als.regularization(rowLength: 10, otherSide: 24) == 2)
    // ν = 0: λ for all.
    let flat = ImplicitALS(ALSParameters(rank: 1, regularization: 0.5, exponent: 0))
    #expect(flat.regularization(rowLength: 10, otherSide: 24) == 0.5)
    // ν = 1: in proportion, 0.5 · 16.
    let full = ImplicitALS(ALSParameters(rank: 1, regularization: 0.5, unobserved: 0.25))
    #expect(full.regularization(rowLength: 10, otherSide: 24) == 8)
  }
}
