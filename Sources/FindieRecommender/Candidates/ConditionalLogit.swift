package import FindieLinearAlgebra
package import FindieWorkers
import Foundation

/// Logistic regression within each player's candidates: which of them the player came to be for.
///
/// Maximizes, each player weighing the same,
///
///     Σᵤ 1/nᵤ Σ over u's n positives i  ln( exp(w·zᵢ) / Σ over u's candidates j exp(w·zⱼ) )  −  ½ λ ‖w‖²
///
/// by Newton's method over features z that are standardized here. What is the same for all candidates of
/// a player, such as how much the player does at all, has no say: the order within a list is what is
/// learned, as it is what lists are judged by.
///
/// Source: D. McFadden, *Conditional logit analysis of qualitative choice behavior* (1974).
package struct ConditionalLogit: Sendable {
  /// Of the features as they were given.
  package let weights: [Double]
  package let uncertainties: [Double]
  /// Of the features.
  package let deviations: [Double]

  private static let mostIterations = 50

  /// - Parameters:
  ///   - features: Z[rows, features].
  ///   - labels: a row.
  ///   - groups: each player's rows; those without a positive teach nothing.
  ///   - regularization: λ, above 0.
  /// - Throws: where a feature is not finite.
  package init(
    features: [Float], labels: [Bool], groups: [Range<Int>], count: Int, regularization: Double,
    workers: Workers
  ) throws(LAPACKFailure) {
    precondition(features.count == labels.count * count && regularization > 0, "\(count) features")
    let (means, deviations) = ConditionalLogit.moments(features, rows: labels.count, count: count)
    self.deviations = deviations
    let choices = Choices(
      features: features, labels: labels,
      groups: groups.filter { group in group.contains { labels[$0] } }, count: count, means: means,
      scales: deviations.map { $0 > 0 ? 1 / $0 : 0 }, regularization: regularization,
      workers: workers)
    var solution = [Double](repeating: 0, count: count)
    var state = choices.state(at: solution)
    for _ in 0..<ConditionalLogit.mostIterations {
      let step = try state.solve(state.gradient, count: 1)
      var length = 1.0
      var (moved, next) = (solution, state)
      repeat {
        moved = zip(solution, step).map { $0 + length * $1 }
        next = choices.state(at: moved)
        length /= 2
      } while next.objective < state.objective && length > 1e-6
      let gain = next.objective - state.objective
      guard gain > 0 else { break }
      (solution, state) = (moved, next)
      if gain < 1e-9 * abs(state.objective) { break }
    }
    var identity = [Double](repeating: 0, count: count * count)
    for index in 0..<count { identity[index * count + index] = 1 }
    let inverse = try state.solve(identity, count: count)
    let (scales, found) = (choices.scales, solution)
    weights = (0..<count).map { found[$0] * scales[$0] }
    uncertainties = (0..<count).map { inverse[$0 * count + $0].squareRoot() * scales[$0] }
  }

  private static func moments(
    _ features: [Float], rows: Int, count: Int
  ) -> (means: [Double], deviations: [Double]) {
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
    return (means, deviations)
  }
}

/// What players chose among, standardized as it is read.
private struct Choices: Sendable {
  let features: [Float]
  let labels: [Bool]
  let groups: [Range<Int>]
  let count: Int
  let means: [Double]
  let scales: [Double]
  let regularization: Double
  let workers: Workers

  func state(at solution: [Double]) -> ChoiceState {
    // Parts of a fixed size: the sums are the same at any number of threads.
    let parts = Workers.ranges(of: groups.count, size: 64)
    var state = workers.map(parts.count) { part in
      groups[parts[part]].reduce(into: ChoiceState(size: count)) { state, group in
        add(group, at: solution, to: &state)
      }
    }.reduce(into: ChoiceState(size: count)) { $0.add($1) }
    for column in 0..<count {
      state.objective -= 0.5 * regularization * solution[column] * solution[column]
      state.gradient[column] -= regularization * solution[column]
      state.curvature[column * count + column] += regularization
    }
    return state
  }

  private func add(_ group: Range<Int>, at solution: [Double], to state: inout ChoiceState) {
    var rows = [Double](repeating: 0, count: group.count * count)
    var logits = [Double](repeating: 0, count: group.count)
    for (position, row) in group.enumerated() {
      for column in 0..<count {
        let z = (Double(features[row * count + column]) - means[column]) * scales[column]
        rows[position * count + column] = z
        logits[position] += solution[column] * z
      }
    }
    let largest = logits.max() ?? 0
    let total = logits.reduce(0.0) { $0 + exp($1 - largest) }
    var mean = [Double](repeating: 0, count: count)
    for (position, logit) in logits.enumerated() {
      let probability = exp(logit - largest) / total
      for row in 0..<count {
        let z = rows[position * count + row]
        mean[row] += probability * z
        let weighed = probability * z
        for column in row..<count {
          state.curvature[row * count + column] += weighed * rows[position * count + column]
        }
      }
    }
    for row in 0..<count {
      state.gradient[row] -= mean[row]
      for column in row..<count {
        state.curvature[row * count + column] -= mean[row] * mean[column]
      }
    }
    let positives = group.enumerated().filter { labels[$0.element] }.map(\.offset)
    let share = 1 / Double(positives.count)
    for position in positives {
      state.objective += share * (logits[position] - largest - log(total))
      for column in 0..<count { state.gradient[column] += share * rows[position * count + column] }
    }
  }
}

private struct ChoiceState: Sendable {
  var objective = 0.0
  var gradient: [Double]
  /// The upper triangle.
  var curvature: [Double]

  init(size: Int) {
    gradient = [Double](repeating: 0, count: size)
    curvature = [Double](repeating: 0, count: size * size)
  }

  mutating func add(_ other: ChoiceState) {
    objective += other.objective
    for index in gradient.indices { gradient[index] += other.gradient[index] }
    for index in curvature.indices { curvature[index] += other.curvature[index] }
  }

  func solve(_ right: [Double], count: Int) throws(LAPACKFailure) -> [Double] {
    var (system, solution) = (curvature, right)
    var a = system.mutableSpan
    var b = solution.mutableSpan
    try LAPACK.posv(&a, order: gradient.count, rightHandSides: &b, count: count)
    return solution
  }
}
