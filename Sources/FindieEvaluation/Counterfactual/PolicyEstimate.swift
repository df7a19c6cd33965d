/// The expected reward of one policy, estimated from the logged choices of another.
///
/// With w = newProbability / probability:
///
///     SNIPS = Σ w r / Σ w
///     DR    = Σ (expected + w (r − predicted)) / n
///
/// Both are consistent if the logging policy could make every choice of the new one; DR has less
/// variance the better the reward model predicts, and is consistent for any reward model. Intervals
/// use the normal distribution: for SNIPS by the delta method, for DR from the variance of its
/// terms.
///
/// Source: Swaminathan and Joachims, *The self-normalized estimator for counterfactual learning*
/// (2015), NIPS 28; Dudík, Langford and Li, *Doubly robust policy evaluation and learning* (2011),
/// arXiv 1103.4601.
package struct PolicyEstimate: Sendable, Equatable {
  package let reward: Interval
  package let choices: Int
  /// (Σ w)² / Σ w²: the effective sample size.
  package let effectiveChoices: Double
  package let largestWeight: Double

  /// Why a policy's reward is not identifiable.
  package struct NotIdentifiable: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package var description: String { "not identifiable: \(reason)" }
  }

  /// By importance weights, normalized by their sum.
  package static func snips(_ choices: [LoggedChoice]) throws(NotIdentifiable) -> PolicyEstimate {
    let weights = try weights(of: choices)
    let total = weights.reduce(0, +)
    let mean = zip(weights, choices).reduce(0.0) { $0 + $1.0 * $1.1.reward } / total
    let variance =
      zip(weights, choices).reduce(0.0) { sum, pair in
        let term = pair.0 * (pair.1.reward - mean)
        return sum + term * term
      } / (total * total)
    return PolicyEstimate(mean, error: variance.squareRoot(), weights)
  }

  /// By a reward model, corrected by importance weights.
  package static func doublyRobust(
    _ choices: [LoggedChoice]
  ) throws(NotIdentifiable) -> PolicyEstimate {
    let weights = try weights(of: choices)
    let terms = zip(weights, choices).map { weight, choice in
      choice.expected + weight * (choice.reward - choice.predicted)
    }
    let count = Double(terms.count)
    let mean = terms.reduce(0, +) / count
    let variance = terms.reduce(0.0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    return PolicyEstimate(mean, error: (variance / count).squareRoot(), weights)
  }

  private static func weights(of choices: [LoggedChoice]) throws(NotIdentifiable) -> [Double] {
    guard choices.count > 1 else {
      throw NotIdentifiable(
        reason: "at least two choices with a logged probability are needed, not \(choices.count)")
    }
    guard choices.allSatisfy({ $0.probability > 0 && $0.probability <= 1 }) else {
      throw NotIdentifiable(reason: "a logged probability is outside (0, 1]")
    }
    let weights = choices.map { $0.newProbability / $0.probability }
    guard weights.contains(where: { $0 > 0 }) else {
      throw NotIdentifiable(reason: "the new policy would have chosen no shown game")
    }
    return weights
  }

  private init(_ mean: Double, error: Double, _ weights: [Double]) {
    reward = Interval(mean: mean, normalDeviation: error)
    choices = weights.count
    let total = weights.reduce(0, +)
    effectiveChoices = total * total / weights.reduce(0.0) { $0 + $1 * $1 }
    largestWeight = weights.max() ?? 0
  }
}
