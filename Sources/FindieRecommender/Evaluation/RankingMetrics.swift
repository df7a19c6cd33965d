import Foundation

/// How good one ranked list is, given the games that turned out to be relevant.
package struct RankingMetrics: Sendable, Equatable {
  /// Hits among the first k, over min(k, relevant games).
  package let recall: Double
  /// Discounted cumulative gain of the first k over that of the best possible list, which is cut at
  /// min(k, relevant games); a hit at rank r (from 1) gains 1 / log₂(r + 1).
  ///
  /// Source: Järvelin and Kekäläinen, *Cumulated gain-based evaluation of IR techniques* (2002),
  /// DOI 10.1145/582415.582418.
  package let nDCG: Double

  /// - Precondition: at least one game is relevant, and k is at least 1.
  package init(ranked: [UInt32], relevant: Set<UInt32>, k: Int) {
    precondition(!relevant.isEmpty && k > 0, "metrics of nothing")
    let best = min(k, relevant.count)
    var hits = 0
    var gain = 0.0
    for (index, game) in ranked.prefix(k).enumerated() where relevant.contains(game) {
      hits += 1
      gain += 1 / log2(Double(index + 2))
    }
    recall = Double(hits) / Double(best)
    nDCG = gain / (0..<best).reduce(0.0) { $0 + 1 / log2(Double($1 + 2)) }
  }
}
