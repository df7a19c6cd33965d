import FindieWorkspace
package import FindieDomain
package import FindieRanking
import FindieReports

/// The players' lists to publish if they pass the gate: tonight's or, if tonight's models are
/// significantly worse, the champion's models' lists for tonight's data.
package struct ListsToPublish: TransientArtifact {
  package static var grain: String { RecommendationTable.grain }
  package static var countOfGrain: String? { "entries" }

  package let table: RecommendationTable
  /// The night of the champion; nil if tonight's models are promoted.
  package let champion: Day?
  /// The parameters of the lists.
  let settings: ServedSettings

  package var counts: [String: Int] { table.counts }

  package var conclusion: String? {
    champion.map { GateFindings.notPromoted(servedBy: $0) }
  }
}
