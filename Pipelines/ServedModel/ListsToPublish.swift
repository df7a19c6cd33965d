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

  init(table: RecommendationTable, champion: Day?, settings: ServedSettings) {
    self.init(base: table, champion: champion, settings: settings, arms: [])
  }

  init(base: RecommendationTable, champion: Day?, settings: ServedSettings, arms: [ArmLists]) {
    table = arms.reduce(base) { $0.replacing($1.players, with: $1.table) }
    self.base = base
    self.arms = arms
    self.champion = champion
    self.settings = settings
  }

  package var counts: [String: Int] { table.counts }

  package var conclusion: String? {
    champion.map { GateFindings.notPromoted(servedBy: $0) }
  }
}
