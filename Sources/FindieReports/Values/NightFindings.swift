package import FindieDomain
package import FindieEvaluation

/// Results of the run's other stages, for the team's report.
package struct NightFindings: Sendable {
  package var trending: [TrendingGames] = []
  package var newReleases: [NewRelease] = []
  /// Nil if no model was evaluated.
  package var evaluation: Evaluation?
  /// The value of `recommendations.discovery` of the published lists.
  package var discovery = 0.0
  /// The earlier run whose models made the lists; nil if the run's own did.
  package var champion: Day?
  package var dataQuality = DataQuality(collections: [])
  package var lists = NightLists(personal: 0, genres: 0, popular: 0, similar: 0)
  /// Nil if the lists were not checked.
  package var gate: GateFindings?
  /// Whether the lists are published although checks failed.
  package var isOverridden = false
  /// The recommendations of earlier runs and, last, of this run; may be empty.
  package var health: [NightHealth] = []
  /// How the trending games of earlier runs did, in a sentence; may be empty.
  package var backtest = ""
  /// Whether a card's position in the feed affects its like rate, in a sentence; may be empty.
  package var positions = ""
  /// Further notes on the lists, a sentence each.
  package var notes: [String] = []
  /// Nil without data of partners.
  package var partners: PartnerFindings?
  /// The stages of the run in an order in which each follows its inputs; may be empty.
  package var lineage: [StageLineage] = []

  package init() {}

  /// Whether the lists of a model are published: those of the last one, if the run's own are.
  func isPublished(_ row: Evaluation.Row) -> Bool {
    champion == nil && row.model == evaluation?.rows.last?.model
  }
}
