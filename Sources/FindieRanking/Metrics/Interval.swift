import FindieAnalytics

/// A mean with its 95 % interval.
package struct Interval: Codable, Hashable, Sendable {
  package let mean: Double
  package let low: Double
  package let high: Double

  package init(mean: Double, low: Double, high: Double) {
    self.mean = mean
    self.low = low
    self.high = high
  }

  /// The mean of shares from 0 to 1, one per player: the Wilson interval for as many trials as give
  /// the mean the shares' variance. For shares of 0 and 1 it is that of `Proportion`, so that it is
  /// also right for a mean of 0.
  ///
  /// Source: N. Dean and M. Pagano, *Evaluating Confidence Interval Methods for Binomial
  /// Proportions in Clustered Surveys* (2015), DOI 10.1093/jssam/smv024.
  ///
  /// - Precondition: there is a share.
  package init(ofShares shares: [Double]) {
    let count = Double(shares.count)
    let mean = shares.reduce(0, +) / count
    let squares = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let trials = squares > 0 ? mean * (1 - mean) * count * count / squares : count
    let (center, half) = Proportion.interval(of: mean, trials: trials)
    self.init(
      mean: mean, low: max(0, min(mean, center - half)), high: min(1, max(mean, center + half)))
  }

  /// By how much the mean of paired values is above that of a reference, as a share of the latter;
  /// neither is below 0. Nil if the reference's mean is not significantly above 0.
  ///
  /// Source: E. C. Fieller, *Some Problems in Interval Estimation*, JRSS B 16 (1954),
  /// DOI 10.1111/j.2517-6161.1954.tb00159.x.
  package init?(of values: [Double], relativeTo reference: [Double]) {
    let count = Double(values.count)
    let (value, base) = (values.reduce(0, +) / count, reference.reduce(0, +) / count)
    var (squares, baseSquares, products) = (0.0, 0.0, 0.0)
    for (own, other) in zip(values, reference) {
      squares += (own - value) * (own - value)
      baseSquares += (other - base) * (other - base)
      products += (own - value) * (other - base)
    }
    let scale = Normal.quantile975 * Normal.quantile975 / (count * (count - 1))
    let square = base * base - scale * baseSquares
    guard square > 0 else { return nil }
    let product = base * value - scale * products
    let root = max(0, product * product - square * (value * value - scale * squares)).squareRoot()
    self.init(
      mean: value / base - 1, low: max(-1, (product - root) / square - 1),
      high: (product + root) / square - 1)
  }

  /// The mean of paired differences, with its 95 % interval; 0 for fewer than two.
  ///
  /// Under a normal distribution with the standard error √(Σ(d − mean)² / (n(n − 1))).
  package init(ofDifferences differences: [Double]) {
    let count = Double(differences.count)
    guard count > 1 else {
      self.init(mean: 0, low: 0, high: 0)
      return
    }
    let mean = differences.reduce(0, +) / count
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let half = Normal.quantile975 * (squares / (count * (count - 1))).squareRoot()
    self.init(mean: mean, low: mean - half, high: mean + half)
  }

  /// The standard error of the mean; half the interval / 1.96.
  package var standardError: Double { (high - low) / (2 * Normal.quantile975) }

  /// Whether the 99 % interval of a mean of differences is above 0.
  package var isAboveZeroBy99: Bool { mean > Normal.quantile995 * standardError }
}
