package import FindieAnalytics
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
  /// The run's models against the published ones; nil if they were not compared.
  package var comparison: Comparison?
  /// How the trending games of earlier runs did; nil if it is not known.
  package var backtest: TrendingBacktest?
  /// Whether a card's position in the feed affects its like rate; nil if it is not known.
  package var positions: PositionEffects?
  /// Nil without data of partners.
  package var partners: PartnerFindings?
  /// The stages of the run in an order in which each follows its inputs; may be empty.
  package var lineage: [StageLineage] = []

  package init() {}

  /// Whether the lists of a model are published: those of the last one, if the run's own are.
  func isPublished(_ row: Evaluation.Row) -> Bool {
    champion == nil && row.model == evaluation?.rows.last?.model
  }

  /// Notes on the decision to publish, a sentence each.
  var notes: [String] {
    gate?.sentences(comparison, champion: champion, isOverridden: isOverridden) ?? []
  }
}
