import Foundation

/// The ratio of a value to an earlier one, with its 95 % interval.
package struct Change: Sendable, Equatable {
  /// Above 0; 1 is no change.
  package let ratio: Double
  package let lower: Double
  package let upper: Double

  private static let z = 1.959963984540054

  private init(log: Double, variance: Double) {
    let half = Self.z * variance.squareRoot()
    (ratio, lower, upper) = (exp(log), exp(log - half), exp(log + half))
  }

  /// Whether the interval excludes 1.
  package var isSignificant: Bool { lower > 1 || upper < 1 }

  /// (N / E) / (N₀ / E₀) for Poisson counts N with means in proportion to exposures E; nil if a count is 0.
  ///
  /// ln N - ln N₀ has the variance 1/N + 1/N₀. The exposure of a period is the sum of the weekday factors of
  /// its days, so that the number of weekends in a period does not count as a change.
  package init?(
    of count: Int, exposure: Double, since before: Int, exposureBefore: Double
  ) {
    guard count > 0, before > 0, exposure > 0, exposureBefore > 0 else { return nil }
    self.init(
      log: log(Double(count) / exposure) - log(Double(before) / exposureBefore),
      variance: 1 / Double(count) + 1 / Double(before))
  }

  /// p / p₀ for two shares; nil if either has no success.
  ///
  /// Source: D. Katz et al., *Obtaining confidence intervals for the risk ratio in cohort studies*
  /// (1978), DOI 10.2307/2530610.
  package init?(of share: Proportion?, since before: Proportion?) {
    guard let share, let before, share.successes > 0, before.successes > 0 else { return nil }
    let variance =
      1 / Double(share.successes) - 1 / Double(share.trials)
      + 1 / Double(before.successes) - 1 / Double(before.trials)
    self.init(log: log(share.estimate / before.estimate), variance: max(0, variance))
  }
}
