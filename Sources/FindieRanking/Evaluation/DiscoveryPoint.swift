import FindieModels

/// What discounting popularity costs in relevance, and what less known games gain.
package struct DiscoveryPoint: Codable, Sendable, Equatable {
  /// The value of `recommendations.discovery`.
  package let discovery: Double
  /// The mean nDCG of the first k.
  package let nDCG: Double
  /// The Gini coefficient of the first k entries over the games that may be listed.
  package let gini: Double
  /// The share of the first k entries that are outside the most popular fifth of these games.
  package let longTailShare: Double

  /// - Parameters:
  ///   - lists: of the players of the split, in their order.
  ///   - isListed: whether each game may be listed.
  package init(
    discovery: Double, lists: [ArraySlice<UInt32>], split: Split, isListed: [Bool], k: Int
  ) {
    let positives = split.train.positives
    let listed = isListed.indices.filter { isListed[$0] }
      .sorted { (-positives[$0], $0) < (-positives[$1], $1) }
    var isPopular = [Bool](repeating: false, count: isListed.count)
    for game in listed.prefix(listed.count / 5) { isPopular[game] = true }
    var (sum, entries, rare) = (0.0, 0, 0)
    var exposures = [Int](repeating: 0, count: isListed.count)
    for (player, list) in lists.enumerated() {
      let first = Array(list.prefix(k))
      sum +=
        RankingMetrics(
          ranked: first, relevant: Set(split.heldOut[player]), k: k
        ).nDCG
      for game in first {
        exposures[Int(game)] += 1
        if !isPopular[Int(game)] { rare += 1 }
      }
      entries += first.count
    }
    self.discovery = discovery
    nDCG = sum / Double(max(1, lists.count))
    gini = ListShape.gini(of: listed.map { exposures[$0] })
    longTailShare = Double(rare) / Double(max(1, entries))
  }
}
