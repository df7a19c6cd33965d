import Foundation

/// The quality of one ranked list, given the relevant games.
///
/// ```swift
/// let metrics = RankingMetrics(hits: [0, 3], relevant: 5, k: 20)   // hits at ranks 1 and 4
/// metrics.recall   // 2 / 5
/// ```
package struct RankingMetrics: Sendable, Equatable {
  /// Hits among the first k, over min(k, relevant games).
  package let recall: Double
  /// Discounted cumulative gain of the first k over that of the best possible list, which is cut at
  /// min(k, relevant games); a hit at rank r (from 1) gains 1 / log₂(r + 1).
  ///
  /// Source: Järvelin and Kekäläinen, *Cumulated gain-based evaluation of IR techniques* (2002),
  /// DOI 10.1145/582415.582418.
  package let nDCG: Double
  /// The sum of the precisions at the ranks of the hits among the first k, over min(k, relevant
  /// games); its mean over players is MAP@k.
  package let averagePrecision: Double
  /// One over the rank of the first hit among the first k, 0 without one; its mean is MRR.
  package let reciprocalRank: Double
  /// 1 if a hit is among the first k, else 0; its mean is the hit rate.
  package let hit: Double

  /// - Parameters:
  ///   - hits: the positions in the list, from 0, of the relevant games, ascending.
  ///   - relevant: the number of relevant games, listed or not.
  /// - Precondition: at least one game is relevant, and k is at least 1.
  package init(hits: [Int], relevant: Int, k: Int) {
    precondition(relevant > 0 && k > 0, "metrics of \(relevant) games in the first \(k)")
    let best = min(k, relevant)
    var (count, gain, precision) = (0, 0.0, 0.0)
    for position in hits where position < k {
      count += 1
      gain += Self.gain(position)
      precision += Double(count) / Double(position + 1)
    }
    recall = Double(count) / Double(best)
    nDCG = gain / (0..<best).reduce(0.0) { $0 + Self.gain($1) }
    averagePrecision = precision / Double(best)
    let first = hits.first { $0 < k }
    reciprocalRank = first.map { 1 / Double($0 + 1) } ?? 0
    hit = first == nil ? 0 : 1
  }

  /// - Precondition: at least one game is relevant, and k is at least 1.
  package init(ranked: [UInt32], relevant: Set<UInt32>, k: Int) {
    self.init(
      hits: ranked.indices.filter { relevant.contains(ranked[$0]) }, relevant: relevant.count, k: k)
  }

  private static func gain(_ position: Int) -> Double { 1 / log2(Double(position + 2)) }
}

extension RankingMetrics {
  subscript(metric: Metric) -> Double {
    switch metric {
    case .recall: recall
    case .nDCG: nDCG
    case .averagePrecision: averagePrecision
    case .reciprocalRank: reciprocalRank
    case .hit: hit
    }
  }

  /// A metric of each player's list, with an interval over the players.
  package enum Metric: CaseIterable, Sendable {
    case recall, nDCG, averagePrecision, reciprocalRank, hit

    /// The usual name of the mean over players.
    package var name: String {
      switch self {
      case .recall: "recall"
      case .nDCG: "nDCG"
      case .averagePrecision: "MAP"
      case .reciprocalRank: "MRR"
      case .hit: "hit rate"
      }
    }
  }
}
