import Foundation

/// The ratio of a value to an earlier one, with its 95 % interval.
package struct Change: Sendable, Hashable {
  /// Above 0; 1 is no change.
  package let ratio: Double
  package let lower: Double
  package let upper: Double
  private let variance: Double
  private let degrees: Double

  /// The minimum count in both periods for pages to show a change. Smaller ones are mostly chance.
  package static let minimumCount = 30

  /// - Parameters:
  ///   - variance: of the logarithm.
  ///   - quantile: the half width of the interval, in standard deviations.
  init(
    log: Double, variance: Double, degrees: Double = .infinity,
    quantile: Double = Normal.quantile975
  ) {
    let half = quantile * variance.squareRoot()
    (ratio, lower, upper) = (exp(log), exp(log - half), exp(log + half))
    (self.variance, self.degrees) = (variance, degrees)
  }

  /// Whether the interval excludes 1.
  package var isSignificant: Bool { lower > 1 || upper < 1 }

  /// The probability of a change of at least this size, up or down, if there is none.
  package var probability: Double {
    guard variance > 0 else { return ratio == 1 ? 1 : 0 }
    let distance = abs(log(ratio)) / variance.squareRoot()
    return 2
      * (degrees.isInfinite
        ? Normal.tail(above: distance) : StudentT.tail(above: distance, degrees: degrees))
  }

  /// The same change with an interval that misses the truth with the probability `level`.
  ///
  /// - Precondition: its degrees of freedom are known.
  func missing(withProbability level: Double) -> Change {
    Change(
      log: log(ratio), variance: variance, degrees: degrees,
      quantile: StudentT.value(exceededWith: level / 2, degrees: degrees))
  }

  /// (N / E) / (N₀ / E₀) for counts N with means in proportion to exposures E; nil if a count is 0,
  /// and without a dispersion.
  ///
  /// ln N - ln N₀ has the variance φ (1/N + 1/N₀) with the dispersion φ. The exposure of a period
  /// is the sum of the weekday factors of its days, so that neither the number of its days nor that
  /// of its weekends counts as a change. Source: P. McCullagh and J. A. Nelder, *Generalized Linear
  /// Models* (1989), 4.5.
  ///
  /// - Parameter events: for numbers of players: how many events (or days) they had in both
  ///   periods, of which the dispersion is. They vary relatively at least as much as the players.
  package init?(
    of count: Int, exposure: Double = 1, since before: Int, exposureBefore: Double = 1,
    _ dispersion: Dispersion?, of events: (now: Int, before: Int)? = nil
  ) {
    guard count > 0, before > 0, exposure > 0, exposureBefore > 0, let dispersion else {
      return nil
    }
    let (now, past) = events ?? (count, before)
    self.init(
      log: log(Double(count) / exposure) - log(Double(before) / exposureBefore),
      variance: max(
        1 / Double(count) + 1 / Double(before),
        dispersion.factor * (1 / Double(max(1, now)) + 1 / Double(max(1, past)))),
      degrees: dispersion.degrees, quantile: dispersion.quantile)
  }

  /// p / p₀ for two shares; nil if either has no success.
  ///
  /// The variance of each logarithm, 1/s − 1/n, is multiplied by the share's design effect.
  /// Source: D. Katz et al., *Obtaining confidence intervals for the risk ratio in cohort studies*
  /// (1978), DOI 10.2307/2530610.
  package init?(of share: Proportion?, since before: Proportion?) {
    guard let share, let before, share.successes > 0, before.successes > 0 else { return nil }
    func variance(_ share: Proportion) -> Double {
      share.effect * (1 / Double(share.successes) - 1 / Double(share.trials))
    }
    self.init(
      log: log(share.estimate / before.estimate), variance: variance(share) + variance(before))
  }
}
