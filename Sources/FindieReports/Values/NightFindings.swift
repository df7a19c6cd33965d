package import FindieDomain
package import FindieEvaluation

/// Results of the run's other stages, for the team's report.
package struct NightFindings: Sendable {
  package let trending: [TrendingGames]
  package let newReleases: [NewRelease]
  /// Nil if no model was evaluated.
  package let evaluation: Evaluation?
  /// The value of `recommendations.discovery` of the published lists.
  package let discovery: Double
  /// The earlier run whose models made the lists; nil if the run's own did.
  package let champion: Day?
  package let dataQuality: DataQuality
  package let lists: NightLists
  /// Nil if the lists were not checked.
  package let gate: GateFindings?
  /// Whether the lists are published although checks failed.
  package let isOverridden: Bool
  /// The recommendations of earlier runs and, last, of this run; may be empty.
  package let health: [NightHealth]
  /// How the trending games of earlier runs did, in a sentence; may be empty.
  package let backtest: String
  /// Whether a card's position in the feed affects its like rate, in a sentence; may be empty.
  package let positions: String
  /// Further notes on the lists, a sentence each.
  package let notes: [String]
  /// Nil without data of partners.
  package let partners: PartnerFindings?
  /// The stages of the run in an order in which each follows its inputs; may be empty.
  package let lineage: [StageLineage]

  package init(
    trending: [TrendingGames], newReleases: [NewRelease], evaluation: Evaluation?,
    discovery: Double = 0, champion: Day? = nil,
    dataQuality: DataQuality, lists: NightLists, gate: GateFindings? = nil,
    isOverridden: Bool = false, health: [NightHealth] = [],
    backtest: String = "",
    positions: String = "",
    notes: [String] = [], partners: PartnerFindings? = nil, lineage: [StageLineage] = []
  ) {
    self.trending = trending
    self.newReleases = newReleases
    self.evaluation = evaluation
    self.discovery = discovery
    self.champion = champion
    self.dataQuality = dataQuality
    self.lists = lists
    self.gate = gate
    self.isOverridden = isOverridden
    self.health = health
    self.backtest = backtest
    self.positions = positions
    self.notes = notes
    self.partners = partners
    self.lineage = lineage
  }

  /// Whether the lists of a model are published: those of the last one, if the run's own are.
  func isPublished(_ row: Evaluation.Row) -> Bool {
    champion == nil && row.model == evaluation?.rows.last?.model
  }
}
