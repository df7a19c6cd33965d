/// The games whose impressions rose or fell, of all games of a studio: relative to those of all
/// other studios' games, where these are known.
///
/// Of many games some change by chance. So on average at most 5 % of the changed games did not
/// change, and at most 5 % of their intervals miss the truth (`FalseDiscoveries`).
package struct Movers: Sendable, Equatable {
  /// The changes of those that changed, by index.
  package let changes: [Int: Change]
  /// The game with the largest rise. Nil if no game with a published number of players rose: with
  /// few players, one of them may cause the rise.
  package let best: Int?
  /// The game with the largest fall.
  package let worst: Int?

  init(_ games: [PeriodNumbers]) {
    let tested = games.enumerated().compactMap { index, game in
      (game.relativeChange ?? game.shownImpressionsChange).map { (index: index, change: $0) }
    }
    let found = FalseDiscoveries.findings(in: tested.map(\.change.probability), rate: 0.05)
    let level = FalseDiscoveries.level(ofSelected: found.count, of: tested.count, rate: 0.05)
    let moved = found.map {
      (index: tested[$0].index, change: tested[$0].change.missing(withProbability: level))
    }
    changes = Dictionary(uniqueKeysWithValues: moved.map { ($0.index, $0.change) })
    best =
      moved.filter { $0.change.ratio > 1 && games[$0.index].players?.count != nil }
      .max { ($0.change.ratio, -$0.index) < ($1.change.ratio, -$1.index) }?.index
    worst =
      moved.filter { $0.change.ratio < 1 }
      .min { ($0.change.ratio, $0.index) < ($1.change.ratio, $1.index) }?.index
  }
}
