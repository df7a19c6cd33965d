import FindieDomain

/// Weekday factors of the catalogue: the engagement of each weekday relative to the mean day.
///
/// With Y_k the catalogue's engagement on the n_k days of weekday k, and Ȳ that of the mean day,
///
///     f_k = (Y_k + κ) / (n_k·Ȳ + κ)
///
/// the mean of a Gamma posterior whose prior, worth κ player-days, makes all days alike. A weekday
/// without days has f = 1.
struct WeekdayRhythm: Hashable, Sendable {
  /// Monday to Sunday.
  let factors: [Double]

  /// - Parameters:
  ///   - totals: the catalogue's engagement on each day.
  ///   - prior: κ, above 0.
  init(_ totals: [(day: Day, weight: Double)], prior: Double) {
    var sums = [Double](repeating: 0, count: 7)
    var counts = [Double](repeating: 0, count: 7)
    for (day, weight) in totals {
      sums[day.weekday.rawValue - 1] += weight
      counts[day.weekday.rawValue - 1] += 1
    }
    let mean = totals.isEmpty ? 0 : sums.reduce(0, +) / Double(totals.count)
    factors = zip(sums, counts).map { ($0 + prior) / ($1 * mean + prior) }
  }

  func factor(of day: Day) -> Double { factors[day.weekday.rawValue - 1] }
}
