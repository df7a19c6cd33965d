import Foundation

/// Whether as many players of a metric were seen in an arm as its share says, a test that is valid
/// at all nights together.
///
/// With n players of the arm of N seen, and the share θ, the evidence against it is the Bayes
/// factor B(kθ + n, k(1 − θ) + N − n) / B(kθ, k(1 − θ)) / (θⁿ (1 − θ)^(N − n)). If the share is
/// right, it ever reaches 1 / α with a chance of at most α.
///
/// Source: M. Lindon, A. Malek, *Anytime-valid inference for multinomial count data*, NeurIPS
/// (2022), arXiv 2011.03567.
package struct SampleRatio: Sendable, Equatable {
  /// The players of the arm who were seen.
  package let arm: Int
  /// Those and the others who could have been in the arm.
  package let players: Int
  package let share: Double

  /// The chance of a false alarm, for all metrics of an experiment together.
  package static let alpha = 0.001
  /// The evidence that is an alarm, for one of the metrics.
  package static let alarm = log(Double(ExperimentMetric.allCases.count) / Self.alpha)
  /// k: the weight of the share in the prior, in players.
  private static let concentration = 100.0

  package init(arm: Int, players: Int, share: Double) {
    precondition((0...players).contains(arm) && share > 0 && share < 1, "\(arm) of \(players)")
    self.arm = arm
    self.players = players
    self.share = share
  }

  /// The natural logarithm of the Bayes factor.
  package var logEvidence: Double {
    let (inArm, outside) = (Double(arm), Double(players - arm))
    let (a, b) = (Self.concentration * share, Self.concentration * (1 - share))
    return logBeta(a + inArm, b + outside) - logBeta(a, b) - inArm * log(share)
      - outside * log(1 - share)
  }

  package var isWrong: Bool { logEvidence >= Self.alarm }
}
