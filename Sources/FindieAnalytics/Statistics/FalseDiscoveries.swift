/// Which of many tests are findings, so that few findings are false.
package enum FalseDiscoveries {
  /// The indices of the tests that are findings, in ascending order: on average, at most the share
  /// `rate` of the findings is false.
  ///
  /// With p₍₁₎ ≤ … ≤ p₍ₘ₎, these are the tests with p up to the largest p₍ᵢ₎ ≤ i/m · rate. Holds
  /// for independent tests and those with positive dependence. Source: Y. Benjamini and Y.
  /// Hochberg, *Controlling the False Discovery Rate*, JRSS B 57 (1995),
  /// DOI 10.1111/j.2517-6161.1995.tb02031.x.
  ///
  /// - Parameter probabilities: p of each test.
  package static func findings(in probabilities: [Double], rate: Double) -> [Int] {
    let sorted = probabilities.sorted()
    let count = Double(sorted.count)
    let bound = sorted.indices.last { sorted[$0] <= Double($0 + 1) / count * rate }
      .map { sorted[$0] }
    guard let bound else { return [] }
    return probabilities.indices.filter { probabilities[$0] <= bound }
  }

  /// The chance of missing the truth at which each of `selected` of `count` intervals is computed,
  /// so that of the intervals that are shown, on average at most the share `rate` misses it.
  ///
  /// Source: Y. Benjamini and D. Yekutieli, *False Discovery Rate–Adjusted Multiple Confidence
  /// Intervals for Selected Parameters*, JASA 100 (2005), DOI 10.1198/016214504000001907.
  package static func level(ofSelected selected: Int, of count: Int, rate: Double) -> Double {
    count > 0 ? rate * Double(selected) / Double(count) : rate
  }
}
