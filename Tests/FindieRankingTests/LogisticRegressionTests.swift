import FindieModelsTestSupport
import FindieRanking
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct LogisticRegressionTests {
  private let workers = Workers(threads: 2)

  /// Rows whose labels were drawn by a logistic model: w₀ = -1, w = 2.
  private func drawn(_ rows: Int, seed: UInt64) -> (feature: [Float], labels: [Bool]) {
    var generator = SeededGenerator(seed: seed)
    let feature = (0..<rows).map { _ in Float.random(in: -1...1, using: &generator) }
    let labels = feature.map {
      Double.random(in: 0..<1, using: &generator) < 1 / (1 + exp(1 - 2 * Double($0)))
    }
    return (feature, labels)
  }

  @Test func `a planted weight is found within four standard errors`() throws {
    let (feature, labels) = drawn(40_000, seed: 3)
    let found = try LogisticRegression(
      feature: feature, labels: labels, regularization: 1, workers: workers)
    // 1 / √(n E[p (1 - p) z²]) is .024.
    #expect(abs(found.weight - 2) < 0.1)
    #expect(abs(found.intercept + 1) < 0.1)
  }

  @Test func `a binary feature has a closed-form weight`() throws {
    // 30 of 100 at 0 and 80 of 100 at 1: ln(3/7) and ln(8/2). The ridge is negligible.
    let feature = [Float](repeating: 0, count: 100) + [Float](repeating: 1, count: 100)
    let labels = (0..<100).map { $0 < 30 } + (0..<100).map { $0 < 80 }
    let found = try LogisticRegression(
      feature: feature, labels: labels, regularization: 1e-9, workers: workers)
    #expect(abs(found.intercept - log(3 / 7.0)) < 1e-6)
    #expect(abs(found.weight - (log(4) - log(3 / 7.0))) < 1e-6)
  }

  @Test func `a constant feature has no weight, and a separating one a finite weight`() throws {
    let labels = (0..<50).map { $0 >= 25 }
    let constant = try LogisticRegression(
      feature: [Float](repeating: 1, count: 50), labels: labels, regularization: 1,
      workers: workers)
    #expect(constant.weight == 0)
    let separating = try LogisticRegression(
      feature: labels.map { $0 ? 1 : -1 }, labels: labels, regularization: 1, workers: workers)
    #expect(separating.weight > 1 && separating.weight < 10)
  }

  @Test func `the number of threads changes no bit`() throws {
    let (feature, labels) = drawn(40_000, seed: 5)
    let found = try [1, 2, 3].map {
      try LogisticRegression(
        feature: feature, labels: labels, regularization: 1, workers: Workers(threads: $0))
    }
    #expect(found[0].weight == found[1].weight && found[1].weight == found[2].weight)
    #expect(found[0].intercept == found[2].intercept)
  }
}
