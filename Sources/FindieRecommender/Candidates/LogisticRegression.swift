package import FindieLinearAlgebra
package import FindieWorkers
import Foundation

/// Logistic regression with a ridge, by Newton's method (iteratively reweighted least squares).
///
/// Maximizes  Σ log P(yᵢ | zᵢ) − ½ λ ‖w‖²  with P(y = 1 | z) = 1 / (1 + exp(−w₀ − w·z)) over features z
/// that are standardized here, so that λ means the same for each; w₀ is not held back. Each step solves
///
///     (ZᵀWZ + λI) δ = Zᵀ(y − p) − λ w        W = diag p (1 − p)
///
/// by `dposv`, and is halved while it gains nothing.
///
/// Source: Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning*, 2nd ed. (2009),
/// section 4.4.1.
package struct LogisticRegression: Sendable {
  /// Of the features as they were given.
  package let intercept: Double
  package let weights: [Double]
  package let uncertainties: [Double]
  /// Of the features.
  package let deviations: [Double]
  package let iterations: Int

  private static let mostIterations = 50

  /// - Parameters:
  ///   - features: Z[rows, features].
  ///   - labels: 1 or 0 a row.
  ///   - regularization: λ, above 0.
  /// - Throws: where a feature is not finite.
  package init(
    features: [Float], labels: [Bool], count: Int, regularization: Double, workers: Workers
  ) throws(LAPACKFailure) {
    let rows = labels.count
    precondition(features.count == rows * count && regularization > 0, "\(rows) rows")
    let moments = LogisticRegression.moments(features, rows: rows, count: count)
    deviations = moments.map(\.deviation)
    let data = Rows(
      features: features, labels: labels, count: count, means: moments.map(\.mean),
      // A feature that is the same in all rows says nothing: its weight stays 0.
      scales: moments.map { $0.deviation > 0 ? 1 / $0.deviation : 0 },
      regularization: regularization,
      workers: workers)
    var solution = [Double](repeating: 0, count: count + 1)
    let share = (Double(labels.count { $0 }) + 0.5) / (Double(rows) + 1)
    solution[count] = log(share / (1 - share))
    var state = data.state(at: solution)
    var iterations = 0
    while iterations < LogisticRegression.mostIterations {
      iterations += 1
      let step = try state.newtonStep(size: count + 1)
      var length = 1.0
      var next = state
      var moved = solution
      repeat {
        moved = zip(solution, step).map { $0 + length * $1 }
        next = data.state(at: moved)
        length /= 2
      } while next.objective < state.objective && length > 1e-6
      let gain = next.objective - state.objective
      guard gain > 0 else { break }
      (solution, state) = (moved, next)
      if gain < 1e-9 * abs(state.objective) { break }
    }
    self.iterations = iterations
    let errors = try state.uncertainties(size: count + 1)
    let weights = (0..<count).map { [solution] in solution[$0] * data.scales[$0] }
    self.weights = weights
    uncertainties = (0..<count).map { errors[$0] * data.scales[$0] }
    intercept = solution[count] - zip(weights, data.means).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func moments(
    _ features: [Float], rows: Int, count: Int
  ) -> [(mean: Double, deviation: Double)] {
    (0..<count).map { column in
      var (sum, squares) = (0.0, 0.0)
      for row in 0..<rows { sum += Double(features[row * count + column]) }
      let mean = sum / Double(max(1, rows))
      for row in 0..<rows {
        let difference = Double(features[row * count + column]) - mean
        squares += difference * difference
      }
      return (mean, (squares / Double(max(1, rows))).squareRoot())
    }
  }
}

/// The data, standardized as they are read.
private struct Rows: Sendable {
  let features: [Float]
  let labels: [Bool]
  let count: Int
  let means: [Double]
  let scales: [Double]
  let regularization: Double
  let workers: Workers

  /// The objective, its gradient and its curvature at a solution; the intercept is the last element.
  func state(at solution: [Double]) -> LogisticState {
    let size = count + 1
    // Parts of a fixed size: the sums are the same at any number of threads.
    let parts = Workers.ranges(of: labels.count, size: 1 << 14)
    var state = workers.map(parts.count) { part in
      var state = LogisticState(size: size)
      var z = [Double](repeating: 1, count: size)
      for row in parts[part] {
        var logit = solution[count]
        for column in 0..<count {
          z[column] = (Double(features[row * count + column]) - means[column]) * scales[column]
          logit += solution[column] * z[column]
        }
        state.add(z, label: labels[row], logit: logit)
      }
      return state
    }.reduce(into: LogisticState(size: size)) { $0.add($1) }
    for column in 0..<count {
      state.objective -= 0.5 * regularization * solution[column] * solution[column]
      state.gradient[column] -= regularization * solution[column]
      state.curvature[column * size + column] += regularization
    }
    return state
  }
}

private struct LogisticState: Sendable {
  var objective = 0.0
  var gradient: [Double]
  /// The upper triangle.
  var curvature: [Double]

  init(size: Int) {
    gradient = [Double](repeating: 0, count: size)
    curvature = [Double](repeating: 0, count: size * size)
  }

  mutating func add(_ z: [Double], label: Bool, logit: Double) {
    let size = gradient.count
    let probability = 1 / (1 + exp(-logit))
    // ln(1 + eˣ), without overflow.
    objective -= max(logit, 0) + log1p(exp(-abs(logit))) - (label ? logit : 0)
    let residual = (label ? 1 : 0) - probability
    let weight = probability * (1 - probability)
    for row in 0..<size {
      gradient[row] += residual * z[row]
      let weighed = weight * z[row]
      for column in row..<size { curvature[row * size + column] += weighed * z[column] }
    }
  }

  mutating func add(_ other: LogisticState) {
    objective += other.objective
    for index in gradient.indices { gradient[index] += other.gradient[index] }
    for index in curvature.indices { curvature[index] += other.curvature[index] }
  }

  func newtonStep(size: Int) throws(LAPACKFailure) -> [Double] {
    try solve(gradient, size: size, count: 1)
  }

  /// The roots of the inverse curvature's diagonal.
  func uncertainties(size: Int) throws(LAPACKFailure) -> [Double] {
    var identity = [Double](repeating: 0, count: size * size)
    for index in 0..<size { identity[index * size + index] = 1 }
    let inverse = try solve(identity, size: size, count: size)
    return (0..<size).map { inverse[$0 * size + $0].squareRoot() }
  }

  private func solve(
    _ right: [Double], size: Int, count: Int
  ) throws(LAPACKFailure) -> [Double] {
    var (system, solution) = (curvature, right)
    // So little that no digit changes, and a column of zeros can still be divided by.
    for index in 0..<size { system[index * size + index] += 1e-12 }
    var a = system.mutableSpan
    var b = solution.mutableSpan
    try LAPACK.posv(&a, order: size, rightHandSides: &b, count: count)
    return solution
  }
}
