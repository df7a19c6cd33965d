import Foundation

/// The ratio of a value to an earlier one, with its 95 % interval.
package struct Change: Sendable, Hashable {
  /// Above 0; 1 is no change.
  package let ratio: Double
  package let lower: Double
  package let upper: Double

  /// The minimum count in both periods for pages to show a change. Smaller ones are mostly chance.
  package static let minimumCount = 30

  private init(log: Double, variance: Double) {
    let half = Normal.quantile975 * variance.squareRoot()
    (ratio, lower, upper) = (exp(log), exp(log - half), exp(log + half))
  }

  /// Whether the interval excludes 1.
  package var isSignificant: Bool { lower > 1 || upper < 1 }

  /// (N / E) / (N₀ / E₀) for Poisson counts N with means in proportion to exposures E; nil if a
  /// count is 0.
  ///
  /// ln N - ln N₀ has the variance 1/N + 1/N₀. The exposure of a period is the sum of the weekday
  /// factors of its days, so that the number of weekends in a period does not count as a change.
  ///
  /// - Parameter dispersion: the variance relative to that of Poisson counts.
  package init?(
    of count: Int, exposure: Double, since before: Int, exposureBefore: Double,
    dispersion: Double = 1
  ) {
    guard count > 0, before > 0, exposure > 0, exposureBefore > 0 else { return nil }
    self.init(
      log: log(Double(count) / exposure) - log(Double(before) / exposureBefore),
      variance: dispersion * (1 / Double(count) + 1 / Double(before)))
  }

  /// The ratio of the mean days of two periods, for counts that vary more from day to day than
  /// Poisson counts; nil if a sum is 0, and for periods of less than two weeks.
  ///
  /// The Poisson variance is multiplied by Pearson's X² / df of the days around the mean of their
  /// weekday and period, and by at least 1. Source: P. McCullagh and J. A. Nelder, *Generalized
  /// Linear Models* (1989), 4.5.
  ///
  /// - Parameters:
  ///   - days: the counts of successive days.
  ///   - before: the counts of the days before them.
  package init?(ofDays days: [Int], since before: [Int]) {
    let (sum, sumBefore) = (days.reduce(0, +), before.reduce(0, +))
    let spreads = [days, before].map(Self.spread)
    let (pearson, degrees) = (
      spreads[0].pearson + spreads[1].pearson, spreads[0].degrees + spreads[1].degrees
    )
    guard sum > 0, sumBefore > 0, degrees >= 14 else { return nil }
    let (mean, meanBefore) = (
      Double(sum) / Double(days.count), Double(sumBefore) / Double(before.count)
    )
    self.init(
      log: log(mean / meanBefore),
      variance: max(1, pearson / Double(degrees)) * (1 / Double(sum) + 1 / Double(sumBefore)))
  }

  /// The ratio of two counts of equally many days, whose days vary more than Poisson counts; nil if
  /// a count is 0, and without a dispersion.
  package init?(of count: Int, since before: Int, dispersion: Double?) {
    guard count > 0, before > 0, let dispersion else { return nil }
    self.init(
      log: log(Double(count) / Double(before)),
      variance: dispersion * (1 / Double(count) + 1 / Double(before)))
  }

  /// Pearson's X² / df of successive days around the mean of their weekday, and at least 1; nil for
  /// days of less than three weeks.
  package static func dispersion(ofDays days: [Int]) -> Double? {
    let (pearson, degrees) = spread(of: days)
    return degrees >= 14 ? max(1, pearson / Double(degrees)) : nil
  }

  private static func spread(of days: [Int]) -> (pearson: Double, degrees: Int) {
    (0..<min(7, days.count)).reduce(into: (0, 0)) { sum, weekday in
      let counts = stride(from: weekday, to: days.count, by: 7).map { Double(days[$0]) }
      let mean = counts.reduce(0, +) / Double(counts.count)
      sum.degrees += counts.count - 1
      if mean > 0 { sum.pearson += counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / mean } }
    }
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
