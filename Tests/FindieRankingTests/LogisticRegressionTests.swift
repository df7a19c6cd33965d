import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct LogisticRegressionTests {
  private let workers = Workers(threads: 2)

  /// Rows whose labels were drawn by a logistic model: w₀ = -1, w = (2, -0.5, 0).
  private func drawn(_ rows: Int, seed: UInt64) -> (features: [Float], labels: [Bool]) {
    var generator = SeededGenerator(seed: seed)
    var (features, labels): ([Float], [Bool]) = ([], [])
    for _ in 0..<rows {
      let z = (0..<3).map { Float.random(in: -1...1, using: &generator) * [1, 3, 10][$0] }
      let logit = -1 + 2 * Double(z[0]) - 0.5 * Double(z[1])
      features += z
      labels.append(Double.random(in: 0..<1, using: &generator) < 1 / (1 + exp(-logit)))
    }
    return (features, labels)
  }

  @Test func `planted weights are found within their standard errors`() throws {
    let (features, labels) = drawn(40_000, seed: 3)
    let found = try LogisticRegression(
      features: features, labels: labels, count: 3, regularization: 1, workers: workers)
    for (weight, (error, planted)) in zip(found.weights, zip(found.uncertainties, [2, -0.5, 0])) {
      #expect(abs(weight - planted) < 4 * error)
      #expect(error < 0.05)
    }
    #expect(abs(found.intercept + 1) < 0.1)
  }

  @Test func `one binary feature has a closed-form weight`() throws {
    // 30 of 100 at 0 and 80 of 100 at 1: ln(3/7) and ln(8/2). The ridge is negligible.
    let features = [Float](repeating: 0, count: 100) + [Float](repeating: 1, count: 100)
    let labels = (0..<100).map { $0 < 30 } + (0..<100).map { $0 < 80 }
    let found = try LogisticRegression(
      features: features, labels: labels, count: 1, regularization: 1e-9, workers: workers)
    #expect(abs(found.intercept - log(3 / 7.0)) < 1e-6)
    #expect(abs(found.weights[0] - (log(4) - log(3 / 7.0))) < 1e-6)
    // The variance of a difference of log odds: Σ 1 / count.
    let variance = 1 / 30.0 + 1 / 70.0 + 1 / 80.0 + 1 / 20.0
    #expect(abs(found.uncertainties[0] - variance.squareRoot()) < 1e-4)
  }

  @Test func `a constant feature has no weight, and a separating one a finite weight`()
    throws
  {
    let features = (0..<100).map { Float($0 % 2 == 0 || $0 >= 50 ? 1 : -1) }
    let found = try LogisticRegression(
      features: features, labels: (0..<50).map { $0 >= 25 }, count: 2, regularization: 1,
      workers: workers)
    #expect(found.weights[0] == 0)
    #expect(found.weights[1] > 1 && found.weights[1] < 10)
  }

  @Test func `the number of threads changes no bit`() throws {
    let (features, labels) = drawn(40_000, seed: 5)
    let found = try [1, 2, 3].map {
      try LogisticRegression(
        features: features, labels: labels, count: 3, regularization: 1,
        workers: Workers(threads: $0))
    }
    #expect(found[0].weights == found[1].weights && found[1].weights == found[2].weights)
    #expect(found[0].intercept == found[2].intercept)
  }
}
