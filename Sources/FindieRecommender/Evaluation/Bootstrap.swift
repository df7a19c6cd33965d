package import FindieWorkers

/// Intervals of means over players, by drawing players again and again with replacement.
///
/// ```swift
/// let means = Bootstrap(resamples: 1000, seed: 7).means(of: values, columns: 5, workers: workers)
/// let recall = Interval(mean: mean, resampled: means[0])
/// ```
///
/// A resample draws the same players for every column, so that a difference of two columns is paired.
///
/// Source: Efron and Tibshirani, *An Introduction to the Bootstrap* (1993), chapter 13 (percentiles).
package struct Bootstrap: Sendable {
  package let resamples: Int
  package let seed: UInt64

  /// - Precondition: there is at least one resample.
  package init(resamples: Int, seed: UInt64) {
    precondition(resamples > 0, "\(resamples) resamples")
    self.resamples = resamples
    self.seed = seed
  }

  private static let resamplesAPart = 16

  /// For each column its mean in each resample, [columns][resamples].
  ///
  /// - Parameter values: V[rows, columns].
  /// - Complexity: resamples × rows × columns products, in Double.
  package func means(of values: [Double], columns: Int, workers: Workers) -> [[Double]] {
    precondition(columns > 0 && values.count % columns == 0, "\(values.count) values")
    let rows = values.count / columns
    guard rows > 0 else { return [[Double]](repeating: [], count: columns) }
    let parts = Workers.ranges(of: resamples, size: Bootstrap.resamplesAPart)
    let sums = workers.map(parts.count) { part in
      parts[part].map { resample in
        self.sums(of: values, rows: rows, columns: columns, resample: resample)
      }
    }
    var means = [[Double]](repeating: [], count: columns)
    for column in 0..<columns {
      means[column].reserveCapacity(resamples)
      for part in sums {
        for sum in part { means[column].append(sum[column] / Double(rows)) }
      }
    }
    return means
  }

  /// The sums of the columns over one resample.
  private func sums(of values: [Double], rows: Int, columns: Int, resample: Int) -> [Double] {
    // A generator a resample: which thread draws it does not matter.
    var generator = SplitMix64(seed: seed &+ UInt64(resample) &* 0xD1B5_4A32_D192_ED03)
    var times = [UInt32](repeating: 0, count: rows)
    for _ in 0..<rows {
      // The high half of the product is uniform over the rows, but for one in 2⁶⁴ / rows.
      times[Int(generator.next().multipliedFullWidth(by: UInt64(rows)).high)] += 1
    }
    var sums = [Double](repeating: 0, count: columns)
    let values = values.span
    var own = sums.mutableSpan
    for row in 0..<rows where times[row] > 0 {
      let weight = Double(times[row])
      let start = row * columns
      for column in 0..<columns { own[column] += weight * values[start + column] }
    }
    return sums
  }
}

/// A mean with its 95 % interval.
package struct Interval: Codable, Sendable, Equatable {
  package let mean: Double
  package let low: Double
  package let high: Double

  package init(mean: Double, low: Double, high: Double) {
    self.mean = mean
    self.low = low
    self.high = high
  }

  /// A mean, and from which to which value 95 of 100 resampled means lie.
  ///
  /// - Precondition: there is a resampled mean.
  package init(mean: Double, resampled: [Double]) {
    let sorted = resampled.sorted()
    self.init(
      mean: mean, low: Interval.quantile(0.025, of: sorted),
      high: Interval.quantile(0.975, of: sorted))
  }

  /// Between the two nearest values, in proportion (Hyndman and Fan 1996, type 7).
  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}
