/// What a ranker would have been rewarded with, had it chosen: estimated from what another one chose.
///
/// With w = newProbability / probability:
///
///     SNIPS = Σ w r / Σ w
///     DR    = Σ (expected + w (r − predicted)) / n
///
/// Both are right where everything that the new ranker would choose could have been chosen; DR also
/// varies less the better the model predicts, and is right whatever the model says. Intervals are those
/// of the normal distribution: of SNIPS by the delta method, of DR from the spread of its terms.
///
/// Source: Swaminathan and Joachims, *The self-normalized estimator for counterfactual learning* (2015),
/// NIPS 28; Dudík, Langford and Li, *Doubly robust policy evaluation and learning* (2011),
/// arXiv 1103.4601.
package struct PolicyEstimate: Sendable, Equatable {
  package let reward: Interval
  package let choices: Int
  /// (Σ w)² / Σ w²: as many choices of equal weight would say as much.
  package let effectiveChoices: Double
  package let largestWeight: Double

  /// Why nothing can be said, in a sentence.
  package struct NotIdentifiable: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package var description: String { "not identifiable: \(reason)" }
  }

  /// The 97.5 % quantile of the normal distribution.
  private static let quantile = 1.959963984540054

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

  /// By a model, corrected by importance weights where it was wrong.
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
        reason: "it takes two choices that were logged with a probability, not \(choices.count)")
    }
    guard choices.allSatisfy({ $0.probability > 0 && $0.probability <= 1 }) else {
      throw NotIdentifiable(reason: "a choice was logged with a probability outside (0, 1]")
    }
    let weights = choices.map { $0.newProbability / $0.probability }
    guard weights.contains(where: { $0 > 0 }) else {
      throw NotIdentifiable(reason: "the new ranker would have chosen nothing that was shown")
    }
    return weights
  }

  private init(_ mean: Double, error: Double, _ weights: [Double]) {
    let half = PolicyEstimate.quantile * error
    reward = Interval(mean: mean, low: mean - half, high: mean + half)
    choices = weights.count
    let total = weights.reduce(0, +)
    effectiveChoices = total * total / weights.reduce(0.0) { $0 + $1 * $1 }
    largestWeight = weights.max() ?? 0
  }
}
