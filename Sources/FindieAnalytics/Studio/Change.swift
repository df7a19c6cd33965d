import Foundation

/// What a number became, as a multiple of what it was, with its 95 % interval.
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

  /// Whether the interval leaves out 1: whether there was a change at all.
  package var isTelling: Bool { lower > 1 || upper < 1 }

  /// (N / E) / (N₀ / E₀) for counts N that are Poisson with means in proportion to exposures E.
  ///
  /// ln N - ln N₀ has the variance 1/N + 1/N₀. Exposure is what the catalogue's weekdays let expect
  /// of a period's days, so that a period with two weekends is not better for that.
  /// Nil where there was nothing then, or is nothing now.
  package init?(
    of count: Int, exposure: Double, since before: Int, exposureBefore: Double
  ) {
    guard count > 0, before > 0, exposure > 0, exposureBefore > 0 else { return nil }
    self.init(
      log: log(Double(count) / exposure) - log(Double(before) / exposureBefore),
      variance: 1 / Double(count) + 1 / Double(before))
  }

  /// p / p₀ for two shares.
  ///
  /// Source: D. Katz et al., *Obtaining confidence intervals for the risk ratio in cohort studies*
  /// (1978), DOI 10.2307/2530610. Nil where either has no success.
  package init?(of share: Proportion?, since before: Proportion?) {
    guard let share, let before, share.successes > 0, before.successes > 0 else { return nil }
    let variance =
      1 / Double(share.successes) - 1 / Double(share.trials)
      + 1 / Double(before.successes) - 1 / Double(before.trials)
    self.init(log: log(share.estimate / before.estimate), variance: max(0, variance))
  }
}
