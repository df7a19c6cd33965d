package import FindieWorkers

/// The quality of lists for several weights of one action, everything else fixed: the best weight,
/// and an interval for it.
///
/// The interval holds every weight that is not significantly worse, at 95 %, than another one. A
/// weight w is left out if its gap to the best,
///
///     g(w) = max over v of (mean(v) − mean(w)),
///
/// is larger than the 95 % quantile over resamples of the players of the gap expected by chance if
/// w were as good as any: max over v of (mean*(v) − mean(v)) − (mean*(w) − mean(w)). The maximum
/// over all v accounts for having chosen the best among several.
///
/// Source: Hsu, *Constrained simultaneous confidence intervals for multiple comparisons with the
/// best* (1984), DOI 10.1214/aos/1176346732, with resampled instead of normal quantiles (White, *A
/// reality check for data snooping* (2000), DOI 10.1111/1468-0262.00152). Percentiles of the best
/// weight itself would be wrong: it jumps between weights where means are almost equal.
package struct WeightProfile: Sendable {
  /// Ascending.
  package let weights: [Double]
  package let means: [Double]
  /// The index of the best weight; ties by the distance from the current weight.
  package let best: Int
  /// The indices of the smallest and the largest weight that may be the best.
  package let low: Int
  package let high: Int

  /// - Parameters:
  ///   - values: for each weight, each player's nDCG.
  ///   - current: the index of the current weight.
  /// - Precondition: there are weights, ascending, and as many players for each.
  package init(
    weights: [Double], values: [[Double]], current: Int, bootstrap: Bootstrap, workers: Workers
  ) {
    precondition(
      !weights.isEmpty && weights.count == values.count
        && values.allSatisfy { $0.count == values[0].count }, "\(weights.count) weights")
    self.weights = weights
    let players = values[0].count
    let means = values.map { $0.reduce(0, +) / Double(max(1, players)) }
    self.means = means
    best = weights.indices.reduce(current) { means[$1] > means[$0] ? $1 : $0 }
    guard players > 1 else {
      (low, high) = (0, weights.count - 1)
      return
    }
    let flat = (0..<players).flatMap { player in values.map { $0[player] } }
    let resampled = bootstrap.means(of: flat, columns: weights.count, workers: workers)
    let best = best
    let possible = weights.indices.filter { weight in
      let gap = means[best] - means[weight]
      let byChance = (0..<bootstrap.resamples).map { resample in
        let own = resampled[weight][resample] - means[weight]
        return weights.indices.reduce(0.0) {
          max($0, resampled[$1][resample] - means[$1] - own)
        }
      }.sorted()
      return gap <= byChance[min(byChance.count - 1, byChance.count * 95 / 100)]
    }
    low = possible.first ?? best
    high = possible.last ?? best
  }
}
