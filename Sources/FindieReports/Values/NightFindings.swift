package import FindieDomain

/// What the night's other rooms found, for the team's page.
package struct NightFindings: Sendable {
  package let trending: [TrendingGames]
  package let newReleases: [NewRelease]
  /// Nil where nothing was evaluated.
  package let evaluation: EvaluationTable?
  package let dataQuality: DataQuality
  package let lists: NightLists
  /// The recommendations of the nights before and, last, of tonight; empty where nothing is known.
  package let health: [NightHealth]
  /// How the trending games of past nights did, in a sentence; empty where nothing is known.
  package let backtest: String
  /// Whether a card's place decides what becomes of it, in a sentence; empty where nothing is known.
  package let positions: String
  /// What else the team should know of tonight's lists, a sentence each.
  package let notes: [String]
  /// What the lists hold of studios of each size, and what the filters kept off them; empty where
  /// nothing is known.
  package let exposure: [StudioSizeShare]
  package let drops: [FilterDrop]
  /// The stages of the night, each after those that it reads; empty where nothing is known.
  package let lineage: [StageLineage]

  package init(
    trending: [TrendingGames], newReleases: [NewRelease], evaluation: EvaluationTable?,
    dataQuality: DataQuality, lists: NightLists, health: [NightHealth] = [], backtest: String = "",
    positions: String = "",
    notes: [String] = [], exposure: [StudioSizeShare] = [], drops: [FilterDrop] = [],
    lineage: [StageLineage] = []
  ) {
    self.trending = trending
    self.newReleases = newReleases
    self.evaluation = evaluation
    self.dataQuality = dataQuality
    self.lists = lists
    self.health = health
    self.backtest = backtest
    self.positions = positions
    self.notes = notes
    self.exposure = exposure
    self.drops = drops
    self.lineage = lineage
  }
}
