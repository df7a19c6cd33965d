import Foundation

/// How often games occur among the first five entries of lists of similar games: whether a few
/// games, the hubs, are in many lists.
///
/// Let N₅ be the number of lists with a game among the first five, over all games. `skewness` is
/// its third standardized moment, E(N₅ - μ)³ / σ³: 0 or less if the lists spread over all games.
///
/// Source: Radovanović, Nanopoulos and Ivanović, *Hubs in Space: Popular Nearest Neighbors in
/// High-Dimensional Data*, Journal of Machine Learning Research 11 (2010).
package struct Hubness: Sendable, Equatable {
  /// The largest N₅; 0 without lists.
  package let maximum: Int
  /// Nil if all games occur equally often.
  package let skewness: Double?

  package init(of table: NeighborTable) {
    var counts = [Int](repeating: 0, count: table.count)
    for game in 0..<table.count {
      for position in (table.offsets[game]..<table.offsets[game + 1]).prefix(5) {
        counts[Int(table.games[position])] += 1
      }
    }
    maximum = counts.max() ?? 0
    let mean = Double(counts.reduce(0, +)) / Double(max(1, counts.count))
    func moment(_ power: Int) -> Double {
      counts.reduce(0) { $0 + pow(Double($1) - mean, Double(power)) } / Double(counts.count)
    }
    let variance = counts.isEmpty ? 0 : moment(2)
    skewness = variance > 0 ? moment(3) / (variance * variance.squareRoot()) : nil
  }
}
