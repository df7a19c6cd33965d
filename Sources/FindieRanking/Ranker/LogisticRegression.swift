package import FindieLinearAlgebra
package import FindieWorkers
import Foundation

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
      // Parts of a fixed size: the sums are the same at any number of threads.
      let parts = Workers.ranges(of: labels.count, size: 1 << 14)
      var state = workers.map(parts.count) { part in
        LogisticRegression.state(at: solution, parts[part], features, labels)
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
