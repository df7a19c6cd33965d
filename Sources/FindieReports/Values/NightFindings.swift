package import FindieDomain

/// Results of the run's other stages, for the team's report.
package struct NightFindings: Sendable {
  package let trending: [TrendingGames]
  package let newReleases: [NewRelease]
  /// Nil if no model was evaluated.
  package let evaluation: EvaluationTable?
  package let dataQuality: DataQuality
  package let lists: NightLists
  /// Nil if the lists were not checked.
  package let gate: NightGate?
  /// The recommendations of earlier runs and, last, of this run; may be empty.
  package let health: [NightHealth]
  /// How the trending games of earlier runs did, in a sentence; may be empty.
  package let backtest: String
  /// Whether a card's position in the feed affects its like rate, in a sentence; may be empty.
  package let positions: String
  /// Further notes on the lists, a sentence each.
  package let notes: [String]
  /// The lists' exposure of studios by size, and the candidates that filters removed; may be empty.
  package let exposure: [StudioSizeShare]
  package let drops: [FilterDrop]
  /// Nil without data of partners.
  package let partners: PartnerFindings?
  /// The stages of the run in an order in which each follows its inputs; may be empty.
  package let lineage: [StageLineage]

  package init(
    trending: [TrendingGames], newReleases: [NewRelease], evaluation: EvaluationTable?,
    dataQuality: DataQuality, lists: NightLists, gate: NightGate? = nil, health: [NightHealth] = [],
    backtest: String = "",
    positions: String = "",
    notes: [String] = [], exposure: [StudioSizeShare] = [], drops: [FilterDrop] = [],
    partners: PartnerFindings? = nil, lineage: [StageLineage] = []
  ) {
    self.trending = trending
    self.newReleases = newReleases
    self.evaluation = evaluation
    self.dataQuality = dataQuality
    self.lists = lists
    self.gate = gate
    self.health = health
    self.backtest = backtest
    self.positions = positions
    self.notes = notes
    self.exposure = exposure
    self.drops = drops
    self.partners = partners
    self.lineage = lineage
  }
}
