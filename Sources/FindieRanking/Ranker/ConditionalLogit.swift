package import FindieLinearAlgebra
package import FindieWorkers
import Foundation

/// Logistic regression within each player's candidates: which of them became positives.
///
/// Maximizes, with equal weight for each player,
///
///     Σᵤ 1/nᵤ Σ over u's n positives i  ln( exp(w·zᵢ) / Σ over u's candidates j exp(w·zⱼ) )  −  ½ λ ‖w‖²
///
/// by Newton's method over features z that are standardized here. What is equal for all candidates
/// of a player, such as the player's activity, has no effect: only the order within a list is
/// learned, which is what the metrics evaluate.
///
/// Source: D. McFadden, *Conditional logit analysis of qualitative choice behavior* (1974).
package struct ConditionalLogit: Sendable {
  /// The weights of the original features, before standardization.
  package let weights: [Double]
  package let uncertainties: [Double]
  /// Of the features.
  package let deviations: [Double]

  /// - Parameters:
  ///   - features: Z[rows, features].
  ///   - labels: one per row.
  ///   - groups: each player's rows; those without a positive have no effect.
  ///   - regularization: λ, above 0.
  /// - Throws: if a feature is not finite.
  package init(
    features: [Float], labels: [Bool], groups: [Range<Int>], count: Int, regularization: Double,
    workers: Workers
  ) throws(LAPACKFailure) {
    precondition(regularization > 0, "λ of \(regularization)")
    let features = StandardizedFeatures(features, rows: labels.count, count: count)
    let groups = groups.filter { group in group.contains { labels[$0] } }
    let start = [Double](repeating: 0, count: count)
    let (solution, state) = try NewtonAscent.maximum(from: start) { solution in
      // Parts of a fixed size: the sums are the same at any number of threads.
      let parts = Workers.ranges(of: groups.count, size: 64)
      var state = workers.map(parts.count) { part in
        groups[parts[part]].reduce(into: ConcaveState(size: count)) { state, group in
          ConditionalLogit.add(group, at: solution, features, labels, to: &state)
        }
      }.reduce(into: ConcaveState(size: count)) { $0.add($1) }
      state.addRidge(regularization, at: solution, count: count)
      return state
    }
    weights = zip(solution, features.scales).map { $0 * $1 }
    uncertainties = zip(try state.standardErrors(), features.scales).map { $0 * $1 }
    deviations = features.deviations
  }

  private static func add(
    _ group: Range<Int>, at solution: [Double], _ features: StandardizedFeatures,
    _ labels: [Bool], to state: inout ConcaveState
  ) {
    let count = solution.count
    var rows = [Double](repeating: 0, count: group.count * count)
    var logits = [Double](repeating: 0, count: group.count)
    for (position, row) in group.enumerated() {
      for column in 0..<count {
        let z = features[row, column]
        rows[position * count + column] = z
        logits[position] += solution[column] * z
      }
    }
    let largest = logits.max() ?? 0
    let total = logits.reduce(0.0) { $0 + exp($1 - largest) }
    var mean = [Double](repeating: 0, count: count)
    for (position, logit) in logits.enumerated() {
      let probability = exp(logit - largest) / total
      for index in 0..<count {
        let weighted = probability * rows[position * count + index]
        mean[index] += weighted
        for other in index..<count {
          state.curvature[index * count + other] += weighted * rows[position * count + other]
        }
      }
    }
    for index in 0..<count {
      state.gradient[index] -= mean[index]
      for other in index..<count {
        state.curvature[index * count + other] -= mean[index] * mean[other]
      }
    }
    let positives = group.enumerated().filter { labels[$0.element] }.map(\.offset)
    let share = 1 / Double(positives.count)
    for position in positives {
      state.objective += share * (logits[position] - largest - log(total))
      for index in 0..<count { state.gradient[index] += share * rows[position * count + index] }
    }
  }
}
