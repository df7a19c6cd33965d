package import FindieModels
package import FindieWorkers
import Foundation

/// A concave function at one point: its value, gradient and negative second derivatives.
struct ConcaveState: Sendable {
  var objective = 0.0
  var gradient: [Double]
  /// The upper triangle.
  var curvature: [Double]

  init(size: Int) {
    gradient = [Double](repeating: 0, count: size)
    curvature = [Double](repeating: 0, count: size * size)
  }

  mutating func add(_ other: ConcaveState) {
    objective += other.objective
    for index in gradient.indices { gradient[index] += other.gradient[index] }
    for index in curvature.indices { curvature[index] += other.curvature[index] }
  }

  /// Subtracts ½ λ ‖w‖², where w is the first `count` elements of the point.
  mutating func addRidge(_ regularization: Double, at point: [Double], count: Int) {
    for index in 0..<count {
      objective -= 0.5 * regularization * point[index] * point[index]
      gradient[index] -= regularization * point[index]
      curvature[index * gradient.count + index] += regularization
    }
  }

  /// The roots of the inverse curvature's diagonal: the standard errors at a likelihood's maximum.
  func standardErrors() throws(LAPACKFailure) -> [Double] {
    let size = gradient.count
    var identity = [Double](repeating: 0, count: size * size)
    for index in 0..<size { identity[index * size + index] = 1 }
    let inverse = try solve(identity, count: size)
    return (0..<size).map { inverse[$0 * size + $0].squareRoot() }
  }

  fileprivate func newtonStep() throws(LAPACKFailure) -> [Double] { try solve(gradient, count: 1) }

  private func solve(_ right: [Double], count: Int) throws(LAPACKFailure) -> [Double] {
    var (system, solution) = (curvature, right)
    // Too small to change a digit, but it avoids a division by zero for a column of zeros.
    for index in gradient.indices { system[index * gradient.count + index] += 1e-12 }
    var a = system.mutableSpan
    var b = solution.mutableSpan
    try LAPACK.posv(&a, order: gradient.count, rightHandSides: &b, count: count)
    return solution
  }
}

/// Newton's method for the maximum of a concave function; a step is halved until it improves.
enum NewtonAscent {
  private static let maximumIterations = 50

  /// - Throws: if the curvature is not positive definite, or not finite.
  static func maximum(
    from start: [Double], _ state: ([Double]) -> ConcaveState
  ) throws(LAPACKFailure) -> (point: [Double], state: ConcaveState) {
    var (point, current) = (start, state(start))
    for _ in 0..<maximumIterations {
      let step = try current.newtonStep()
      var length = 1.0
      var (moved, next) = (point, current)
      repeat {
        moved = zip(point, step).map { $0 + length * $1 }
        next = state(moved)
        length /= 2
      } while next.objective < current.objective && length > 1e-6
      let gain = next.objective - current.objective
      guard gain > 0 else { break }
      (point, current) = (moved, next)
      if gain < 1e-9 * abs(current.objective) { break }
    }
    return (point, current)
  }
}

/// Logistic regression with a ridge, by Newton's method (iteratively reweighted least squares).
///
/// Maximizes  Σ log P(yᵢ | zᵢ) − ½ λ ‖w‖²  with P(y = 1 | z) = 1 / (1 + exp(−w₀ − w·z)) over
/// features z that are standardized here, so that λ means the same for each; w₀ is not regularized.
/// Each step solves
///
///     (ZᵀWZ + λI) δ = Zᵀ(y − p) − λ w        W = diag p (1 − p)
///
/// by `dposv`.
///
/// Source: Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning*, 2nd ed. (2009),
/// section 4.4.1.
package struct LogisticRegression: Sendable {
  /// The weights of the original features, before standardization.
  package let intercept: Double
  package let weights: [Double]
  package let uncertainties: [Double]

  /// - Parameters:
  ///   - features: Z[rows, features].
  ///   - labels: true or false, one per row.
  ///   - regularization: λ, above 0.
  /// - Throws: if a feature is not finite.
  package init(
    features: [Float], labels: [Bool], count: Int, regularization: Double, workers: Workers
  ) throws(LAPACKFailure) {
    precondition(regularization > 0, "λ of \(regularization)")
    let features = StandardizedFeatures(features, rows: labels.count, count: count)
    var start = [Double](repeating: 0, count: count + 1)
    let share = (Double(labels.count { $0 }) + 0.5) / (Double(labels.count) + 1)
    start[count] = log(share / (1 - share))
    let (solution, state) = try NewtonAscent.maximum(from: start) { solution in
      // Parts have a fixed size, so that sums are the same for any number of threads.
      let parts = Workers.ranges(of: labels.count, size: 1 << 14)
      var state = workers.map(parts.count) { part in
        Self.state(at: solution, parts[part], features, labels)
      }.reduce(into: ConcaveState(size: count + 1)) { $0.add($1) }
      state.addRidge(regularization, at: solution, count: count)
      return state
    }
    let weights = zip(solution, features.scales).map { $0 * $1 }
    self.weights = weights
    uncertainties = zip(try state.standardErrors(), features.scales).map { $0 * $1 }
    intercept = solution[count] - zip(weights, features.means).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func state(
    at solution: [Double], _ rows: Range<Int>, _ features: StandardizedFeatures, _ labels: [Bool]
  ) -> ConcaveState {
    let size = solution.count
    var state = ConcaveState(size: size)
    var z = [Double](repeating: 1, count: size)
    for row in rows {
      for column in 0..<size - 1 { z[column] = features[row, column] }
      let logit = zip(solution, z).reduce(0) { $0 + $1.0 * $1.1 }
      let probability = 1 / (1 + exp(-logit))
      // ln(1 + eˣ), without overflow.
      state.objective -= max(logit, 0) + log1p(exp(-abs(logit))) - (labels[row] ? logit : 0)
      let residual = (labels[row] ? 1 : 0) - probability
      let weight = probability * (1 - probability)
      for index in 0..<size {
        state.gradient[index] += residual * z[index]
        let weighted = weight * z[index]
        for other in index..<size { state.curvature[index * size + other] += weighted * z[other] }
      }
    }
    return state
  }
}

/// Z[rows, features], standardized to mean 0 and deviation 1 on access. A feature that is constant
/// up to rounding reads as 0.
struct StandardizedFeatures: Sendable {
  /// Features are of the order of 1. Smaller variation, such as that of products of factors that
  /// vanish on small data, is rounding.
  private static let minimumDeviation = 1e-6

  let count: Int
  private let features: [Float]
  let means: [Double]
  let deviations: [Double]
  /// 1 / deviation, 0 for a constant feature: multiplied by the weight of a standardized feature it
  /// gives that of the original one.
  let scales: [Double]

  init(_ features: [Float], rows: Int, count: Int) {
    precondition(features.count == rows * count, "\(features.count) features of \(rows) rows")
    self.features = features
    self.count = count
    var (means, deviations): ([Double], [Double]) = ([], [])
    for column in 0..<count {
      var (sum, squares) = (0.0, 0.0)
      for row in 0..<rows { sum += Double(features[row * count + column]) }
      let mean = sum / Double(max(1, rows))
      for row in 0..<rows {
        let difference = Double(features[row * count + column]) - mean
        squares += difference * difference
      }
      means.append(mean)
      deviations.append((squares / Double(max(1, rows))).squareRoot())
    }
    self.means = means
    self.deviations = deviations
    scales = deviations.map { $0 > Self.minimumDeviation ? 1 / $0 : 0 }
  }

  subscript(row: Int, column: Int) -> Double {
    (Double(features[row * count + column]) - means[column]) * scales[column]
  }
}
