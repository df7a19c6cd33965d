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

  /// A mean and the central 95 % of resampled means.
  ///
  /// - Precondition: there is a resampled mean.
  package init(mean: Double, resampled: [Double]) {
    let sorted = resampled.sorted()
    self.init(
      mean: mean, low: Self.quantile(0.025, of: sorted),
      high: Self.quantile(0.975, of: sorted))
  }

  /// A mean and its 95 % interval under a normal distribution with a standard deviation.
  init(mean: Double, normalDeviation deviation: Double) {
    let half = Self.normalQuantile * deviation
    self.init(mean: mean, low: mean - half, high: mean + half)
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
    self.init(mean: mean, normalDeviation: (squares / (count * (count - 1))).squareRoot())
  }

  /// The standard error of the mean; half the interval / 1.96.
  package var standardError: Double { (high - low) / (2 * Self.normalQuantile) }

  /// The 97.5 % quantile of the standard normal distribution.
  static let normalQuantile = 1.959963984540054

  /// Interpolates linearly between the two nearest values (Hyndman and Fan 1996, type 7).
  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let position = share * Double(sorted.count - 1)
    let below = Int(position)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (position - Double(below)) * (sorted[above] - sorted[below])
  }
}
