import Foundation

/// The ratio of a value to an earlier one, with its 95 % interval.
package struct Change: Sendable, Hashable {
  /// Above 0; 1 is no change.
  package let ratio: Double
  package let lower: Double
  package let upper: Double
  /// The logarithms of the smallest and the largest ratio that the true counts may have.
  private let logs: ClosedRange<Double>
  private let variance: Double
  private let degrees: Double

  /// The minimum count in both periods for pages to show a change. Smaller ones are mostly chance.
  package static let minimumCount = 30

  /// Bounds beyond it, or below its inverse, say nothing and are cut there.
  private static let maximum = 1e6

  /// - Parameters:
  ///   - variance: of the logarithm.
  ///   - quantile: the half width of the interval, in standard deviations.
  ///   - logs: the smallest and the largest logarithm of the true counts' ratio, if those that it
  ///     is computed from are rounded.
  init(
    log: Double, variance: Double, degrees: Double = .infinity,
    quantile: Double = Normal.quantile975, among logs: ClosedRange<Double>? = nil
  ) {
    let half = quantile * variance.squareRoot()
    let logs = logs ?? log...log
    ratio = exp(log)
    lower = max(exp(logs.lowerBound - half), min(ratio, 1 / Self.maximum))
    upper = min(exp(logs.upperBound + half), max(ratio, Self.maximum))
    (self.logs, self.variance, self.degrees) = (logs, variance, degrees)
  }

  /// Whether the interval excludes 1.
  package var isSignificant: Bool { lower > 1 || upper < 1 }

  /// The probability of a change of at least this size, up or down, if there is none.
  package var probability: Double {
    let nearest = max(0, logs.lowerBound, -logs.upperBound)
    guard variance > 0 else { return nearest == 0 ? 1 : 0 }
    let distance = nearest / variance.squareRoot()
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
      quantile: StudentT.value(exceededWith: level / 2, degrees: degrees), among: logs)
  }

  /// (N / E) / (N₀ / E₀) for counts N with means in proportion to exposures E; nil if a count is 0,
  /// and without a dispersion.
  ///
  /// ln N - ln N₀ has the variance φ (1/N + 1/N₀) with the dispersion φ. The exposure of a period
  /// is the sum of the weekday factors of its days, so that neither the number of its days nor that
  /// of its weekends counts as a change. Source: P. McCullagh and J. A. Nelder, *Generalized Linear
  /// Models* (1989), 4.5.
  ///
  /// - Parameters:
  ///   - events: for numbers of players: how many events (or days) they had in both periods, of
  ///     which the dispersion is. They vary relatively at least as much as the players.
  ///   - rounding: by how much each true count may be larger.
  package init?(
    of count: Int, exposure: Double = 1, since before: Int, exposureBefore: Double = 1,
    _ dispersion: Dispersion?, of events: (now: Int, before: Int)? = nil, rounding: Int = 0
  ) {
    guard count > 0, before > 0, exposure > 0, exposureBefore > 0, let dispersion else {
      return nil
    }
    let (now, past) = events ?? (count, before)
    func ratio(_ count: Int, _ before: Int) -> Double {
      log(Double(count) / exposure) - log(Double(before) / exposureBefore)
    }
    self.init(
      log: ratio(count, before),
      variance: max(
        1 / Double(count) + 1 / Double(before),
        dispersion.factor * (1 / Double(max(1, now)) + 1 / Double(max(1, past)))),
      degrees: dispersion.degrees, quantile: dispersion.quantile,
      among: ratio(count, before + rounding)...ratio(count + rounding, before))
  }

  /// The change of a count relative to that of others in the same days: (N / A) / (N₀ / A₀); nil
  /// without a dispersion.
  ///
  /// - Parameters:
  ///   - dispersion: of the count, with the others' counts as exposures: what moves all alike, such
  ///     as weekdays and growth, is no part of it.
  ///   - rounding: by how much each true count may be larger.
  ///   - othersRounding: by how much each true count of the others may be larger or smaller.
  init?(
    of count: Int, since before: Int, relativeTo others: (now: Int, before: Int),
    _ dispersion: Dispersion?, rounding: Int, othersRounding: Int
  ) {
    guard count > 0, before > 0, min(others.now, others.before) > othersRounding, let dispersion
    else { return nil }
    func ratio(_ own: Int, _ ownBefore: Int, _ shift: Int) -> Double {
      log(Double(own) / Double(ownBefore))
        - log(Double(others.now + shift) / Double(others.before - shift))
    }
    self.init(
      log: ratio(count, before, 0),
      variance: dispersion.factor * (1 / Double(count) + 1 / Double(before)) + 1
        / Double(others.now) + 1 / Double(others.before),
      degrees: dispersion.degrees, quantile: dispersion.quantile,
      among: ratio(
        count, before + rounding, othersRounding)...ratio(count + rounding, before, -othersRounding)
    )
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
      log: log(share.estimate / before.estimate), variance: variance(share) + variance(before),
      among: log(share.least / before.most)...log(share.most / before.least))
  }
}
