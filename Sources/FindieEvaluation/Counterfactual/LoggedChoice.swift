/// A logged action of a policy, with its propensity and its reward.
package struct LoggedChoice: Sendable, Equatable {
  /// The reward, such as 1 for a like.
  package let reward: Double
  /// The probability with which the logging policy chose it; above 0.
  package let probability: Double
  /// The probability with which the other policy would choose it, for the same player at the same time.
  package let newProbability: Double
  /// The reward that a model predicts for it.
  package let predicted: Double
  /// The expected reward of the other policy under the reward model: Σ_a π(a|x) r̂(x, a).
  package let expected: Double

  package init(
    reward: Double, probability: Double, newProbability: Double, predicted: Double = 0,
    expected: Double = 0
  ) {
    self.reward = reward
    self.probability = probability
    self.newProbability = newProbability
    self.predicted = predicted
    self.expected = expected
  }
}
