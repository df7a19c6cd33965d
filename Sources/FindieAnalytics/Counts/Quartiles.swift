/// The quartiles of sorted values.
///
/// The p-quantile of x₀ ≤ … ≤ xₙ₋₁ is interpolated at h = (n − 1)·p: definition 7 of R. J. Hyndman
/// and Y. Fan, *Sample Quantiles in Statistical Packages*, The American Statistician 50 (1996), DOI
/// 10.1080/00031305.1996.10473566.
package struct Quartiles: Hashable, Sendable {
  package let lower: Double
  package let median: Double
  package let upper: Double

  /// The quartiles in whole numbers, halves rounded up.
  var rounded: Quartiles {
    Quartiles(
      lower: lower.rounded(), median: median.rounded(), upper: upper.rounded())
  }

  private init(lower: Double, median: Double, upper: Double) {
    self.lower = lower
    self.median = median
    self.upper = upper
  }

  /// - Parameter values: ascending; nil if it is empty.
  package init?(ofSorted values: [Double]) {
    guard !values.isEmpty else { return nil }
    func quantile(_ share: Double) -> Double {
      let index = Double(values.count - 1) * share
      let below = Int(index)
      guard below + 1 < values.count else { return values[values.count - 1] }
      return values[below] + (index - Double(below)) * (values[below + 1] - values[below])
    }
    lower = quantile(0.25)
    median = quantile(0.5)
    upper = quantile(0.75)
  }
}

/// The median of at least one value.
func median(_ values: [Double]) -> Double { values.sorted().medianOfAscending }

extension [Double] {
  /// The median; the values are in ascending order, and there is one at least.
  var medianOfAscending: Double { (self[(count - 1) / 2] + self[count / 2]) / 2 }
}
