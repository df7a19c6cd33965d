import FindieModels
package import FindieWorkers

/// Intervals of means over players, by resampling players with replacement.
///
/// ```swift
/// let means = Bootstrap(resamples: 1000, seed: 7).means(of: values, columns: 5, workers: workers)
/// let recall = Interval(mean: mean, resampled: means[0])
/// ```
///
/// A resample has the same players for every column, so a difference of two columns is paired.
///
/// Source: Efron and Tibshirani, *An Introduction to the Bootstrap* (1993), chapter 13
/// (percentiles).
package struct Bootstrap: Sendable {
  package let resamples: Int
  package let seed: UInt64

  /// - Precondition: there is at least one resample.
  package init(resamples: Int, seed: UInt64) {
    precondition(resamples > 0, "\(resamples) resamples")
    self.resamples = resamples
    self.seed = seed
  }

  private static let resamplesPerPart = 16

  /// For each column, its mean in each resample: [columns][resamples].
  ///
  /// - Parameter values: V[rows, columns].
  /// - Complexity: resamples × rows × columns products, in Double.
  package func means(of values: [Double], columns: Int, workers: Workers) -> [[Double]] {
    precondition(columns > 0 && values.count % columns == 0, "\(values.count) values")
    let rows = values.count / columns
    guard rows > 0 else { return [[Double]](repeating: [], count: columns) }
    let parts = Workers.ranges(of: resamples, size: Self.resamplesPerPart)
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
    // One generator per resample: the result does not depend on the thread.
    var generator = SplitMix64(seed: seed &+ UInt64(resample) &* 0xD1B5_4A32_D192_ED03)
    var times = [UInt32](repeating: 0, count: rows)
    for _ in 0..<rows {
      // The high half of the product is uniform over the rows, except for one in 2⁶⁴ / rows.
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
