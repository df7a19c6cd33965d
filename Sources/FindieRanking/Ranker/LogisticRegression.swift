package import FindieModels
package import FindieWorkers
import Foundation

/// Logistic regression on one feature with a ridge, by Newton's method (iteratively reweighted
/// least squares); a step is halved until it improves.
///
/// Maximizes  Σ log P(yᵢ | zᵢ) − ½ λ w²  with P(y = 1 | z) = 1 / (1 + exp(−w₀ − w z)) over the
/// feature z that is standardized here; w₀ is not regularized. Each step solves
///
///     (ZᵀWZ + λI) δ = Zᵀ(y − p) − λ w        W = diag p (1 − p)
///
/// by `dposv`.
///
/// Source: Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning*, 2nd ed. (2009),
/// section 4.4.1.
package struct LogisticRegression: Sendable {
  package let intercept: Double
  /// The weight of the original feature, before standardization; 0 for a constant one.
  package let weight: Double

  private static let maximumIterations = 50
  /// Features are of the order of 1. Smaller variation, such as that of products of factors that
  /// vanish on small data, is rounding.
  private static let minimumDeviation = 1e-6

  /// - Parameters:
  ///   - feature: z, one per row.
  ///   - labels: one per row.
  ///   - regularization: λ, above 0.
  /// - Throws: if the feature is not finite.
  package init(
    feature: [Float], labels: [Bool], regularization: Double, workers: Workers
  ) throws(LAPACKFailure) {
    precondition(
      regularization > 0 && feature.count == labels.count,
      "λ of \(regularization), \(feature.count) rows with \(labels.count) labels")
    let rows = Double(max(1, feature.count))
    let mean = feature.reduce(0) { $0 + Double($1) } / rows
    let squares = feature.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    let deviation = (squares / rows).squareRoot()
    let scale = deviation > Self.minimumDeviation ? 1 / deviation : 0
    func fit(at point: SIMD2<Double>) -> Fit {
      // Parts have a fixed size, so that sums are the same for any number of threads.
      let parts = Workers.ranges(of: labels.count, size: 1 << 14)
      var fit = workers.map(parts.count) { part in
        var fit = Fit()
        for row in parts[part] {
          fit.add((Double(feature[row]) - mean) * scale, labels[row], at: point)
        }
        return fit
      }.reduce(into: Fit()) { $0.add($1) }
      fit.objective -= 0.5 * regularization * point.x * point.x
      fit.gradient.x -= regularization * point.x
      fit.curvature[0] += regularization
      return fit
    }
    let share = (Double(labels.count { $0 }) + 0.5) / (Double(labels.count) + 1)
    var point = SIMD2(0, log(share / (1 - share)))
    var current = fit(at: point)
    for _ in 0..<Self.maximumIterations {
      let step = try current.newtonStep()
      var length = 1.0
      var (moved, next) = (point, current)
      repeat {
        moved = point + length * step
        next = fit(at: moved)
        length /= 2
      } while next.objective < current.objective && length > 1e-6
      let gain = next.objective - current.objective
      guard gain > 0 else { break }
      (point, current) = (moved, next)
      if gain < 1e-9 * abs(current.objective) { break }
    }
    weight = point.x * scale
    intercept = point.y - weight * mean
  }

  /// The objective at a point (w, w₀) and its derivatives.
  private struct Fit: Sendable {
    var objective = 0.0
    var gradient = SIMD2<Double>()
    /// Minus the second derivatives, [2, 2], of which the upper triangle is stored.
    var curvature = SIMD4<Double>()

    mutating func add(_ other: Fit) {
      objective += other.objective
      gradient += other.gradient
      curvature += other.curvature
    }

    mutating func add(_ z: Double, _ label: Bool, at point: SIMD2<Double>) {
      let logit = point.x * z + point.y
      let probability = 1 / (1 + exp(-logit))
      // ln(1 + eˣ), without overflow.
      objective -= max(logit, 0) + log1p(exp(-abs(logit))) - (label ? logit : 0)
      let residual = (label ? 1 : 0) - probability
      let weight = probability * (1 - probability)
      gradient += SIMD2(residual * z, residual)
      curvature += SIMD4(weight * z * z, weight * z, 0, weight)
    }

    func newtonStep() throws(LAPACKFailure) -> SIMD2<Double> {
      // Too small to change a digit, but it avoids a division by zero for a constant feature.
      var system = [curvature[0] + 1e-12, curvature[1], 0, curvature[3] + 1e-12]
      var solution = [gradient.x, gradient.y]
      var a = system.mutableSpan
      var b = solution.mutableSpan
      try LAPACK.posv(&a, order: 2, rightHandSides: &b, count: 1)
      return SIMD2(solution[0], solution[1])
    }
  }
}
