package import FindieDomain

/// A share of trials that succeeded, with its 95 % Wilson score interval.
///
/// ```swift
/// Proportion(50, of: 100)   // 0.5, from 0.4038 to 0.5962
/// ```
///
/// Source: E. B. Wilson, *Probable inference, the law of succession, and statistical inference*,
/// JASA 22 (1927), DOI 10.1080/01621459.1927.10502953. Of trials that depend on each other, as many
/// independent ones count as tell as much: L. Kish, *Survey Sampling* (1965), section 8.2.
package struct Proportion: Hashable, Codable, Sendable {
  package let successes: Int
  package let trials: Int
  /// The variance relative to that of independent trials.
  package let effect: Double
  /// By how much the true numbers may be larger, because these are rounded down. Not coded.
  private var missing = 0
  private var missingTrials = 0

  private enum CodingKeys: CodingKey { case successes, trials, effect }

  /// Nil without trials, and where there are more successes than trials.
  ///
  /// - Parameter missing: how many more successes and trials there may be.
  package init?(
    _ successes: Int, of trials: Int, effect: Double = 1,
    missing: (successes: Int, trials: Int) = (0, 0)
  ) {
    guard trials > 0, (0...trials).contains(successes) else { return nil }
    self.successes = successes
    self.trials = trials
    self.effect = effect
    (self.missing, missingTrials) = missing
  }

  /// Whether the numbers are rounded down; the interval then has every share that they may have.
  package var isRounded: Bool { missing + missingTrials > 0 }

  /// The smallest share that the true numbers may have.
  var least: Double { Double(successes) / Double(trials + missingTrials) }

  /// The largest share that the true numbers may have.
  var most: Double { min(1, Double(successes + missing) / Double(trials)) }

  /// From 0 to 1.
  package var estimate: Double { Double(successes) / Double(trials) }

  /// The interval's lower end, from 0 to 1; exactly 0 without successes.
  package var lower: Double {
    let (center, half) = Self.interval(
      of: least, trials: Double(trials + missingTrials) / effect)
    return successes == 0 ? 0 : max(0, center - half)
  }

  /// The interval's upper end, from 0 to 1; exactly 1 without failures.
  package var upper: Double {
    let (center, half) = Self.interval(of: most, trials: Double(trials) / effect)
    return most == 1 ? 1 : min(1, center + half)
  }

  /// The center and the half width of a share's interval.
  ///
  /// - Parameter n: the number of independent trials, not necessarily whole.
  package static func interval(
    of share: Double, trials n: Double
  ) -> (center: Double, half: Double) {
    let square = Normal.quantile975 * Normal.quantile975
    let squeeze = 1 + square / n
    let variance = share * (1 - share) / n + square / (4 * n * n)
    return (
      (share + square / (2 * n)) / squeeze, Normal.quantile975 * variance.squareRoot() / squeeze
    )
  }
}

extension PartnerMetric {
  /// The share of the total. Nil without one, if the numbers are not counts of at most a billion,
  /// and for the k-factor, which is a mean: one player may bring several.
  package var rate: Proportion? {
    guard metric != "kFactor", let total, let trials = Int("\(total)"),
      let successes = Int("\(value)"),
      trials <= 1_000_000_000
    else {
      return nil
    }
    return Proportion(successes, of: trials)
  }
}
