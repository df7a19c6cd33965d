import FindieWorkspace
package import FindieDomain
package import FindieRanking
import FindieReports

/// The players' lists to publish if they pass the gate: tonight's or, if tonight's models are
/// significantly worse, the champion's models' lists for tonight's data.
package struct ListsToPublish: TransientArtifact {
  package static var grain: String { RecommendationTable.grain }
  package static var countOfGrain: String? { "entries" }

  /// Each player's list, of an arm where the player is in one.
  package let table: RecommendationTable
  /// The lists without experiments. The gate judges their quality.
  package let base: RecommendationTable
  /// The lists of arms, which are in `table` too.
  package let arms: [ArmLists]
  /// The night of the champion; nil if tonight's models are promoted.
  package let champion: Day?
  /// The parameters of the lists.
  let settings: ServedSettings

  /// By id, the promoted games with the number of lists on which they are promoted.
  let promoted: [String: Int]

  /// - Parameter games: the catalogue's.
  init(
    base: RecommendationTable, champion: Day?, settings: ServedSettings, arms: [ArmLists] = [],
    games: [Game]
  ) {
    table = arms.reduce(base) { $0.replacing($1.players, with: $1.table) }
    self.base = base
    self.arms = arms
    self.champion = champion
    self.settings = settings
    promoted = Dictionary(
      table.promotedLists.map { (games[Int($0)].id, $1) }, uniquingKeysWith: +)
  }

  /// Whether any players may have rows of games.
  var hasRows: Bool {
    ([settings] + arms.map(\.settings)).contains { $0.recommendations.rows.maximum > 0 }
  }

  /// Those of the promoted games are named by their ids.
  package var counts: [String: Int] {
    promoted.reduce(into: table.counts) { $0["promoted \($1.key)"] = $1.value }
  }

  package var conclusion: String? {
    champion.map { GateFindings.notPromoted(servedBy: $0) }
  }
}
