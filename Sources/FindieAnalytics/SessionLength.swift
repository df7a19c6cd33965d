/// How long sessions were: from a session's first event to its last, in the record that tells it.
///
/// A session of one event, or of several of one instant, has length 0 and is counted.
package struct SessionLength: Hashable, Sendable {
  /// The sessions that are measured: each once, on the day on which it began.
  package let sessions: Int
  /// Of these, how many have length 0.
  package let instant: Int
  /// In seconds; nil without sessions.
  package let quartiles: Quartiles?

  /// - Parameter milliseconds: the lengths, ascending.
  init(_ milliseconds: [Int64]) {
    sessions = milliseconds.count
    instant = milliseconds.prefix { $0 == 0 }.count
    quartiles = Quartiles(ofSorted: milliseconds.map { Double($0) / 1000 })
  }
}

/// The three numbers that cut sorted values into quarters.
///
/// The p-quantile of x₀ ≤ … ≤ xₙ₋₁ lies at h = (n − 1)·p, between the values beside h and in
/// proportion: definition 7 of R. J. Hyndman and Y. Fan, *Sample Quantiles in Statistical Packages*,
/// The American Statistician 50 (1996), DOI 10.1080/00031305.1996.10473566.
package struct Quartiles: Hashable, Sendable {
  package let lower: Double
  package let median: Double
  package let upper: Double

  /// - Parameter values: ascending. Nil without any.
  package init?(ofSorted values: [Double]) {
    guard !values.isEmpty else { return nil }
    func quantile(_ share: Double) -> Double {
      let place = Double(values.count - 1) * share
      let below = Int(place)
      guard below + 1 < values.count else { return values[values.count - 1] }
      return values[below] + (place - Double(below)) * (values[below + 1] - values[below])
    }
    lower = quantile(0.25)
    median = quantile(0.5)
    upper = quantile(0.75)
  }
}
