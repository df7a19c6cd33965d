package import FindieDomain

/// What the night's other rooms found, for the team's page.
package struct NightFindings: Sendable {
  package let trending: [TrendingGames]
  package let newReleases: [NewRelease]
  /// Nil where nothing was evaluated.
  package let evaluation: EvaluationTable?
  package let dataQuality: DataQuality
  package let lists: NightLists
  /// What else the team should know of tonight's lists, a sentence each.
  package let notes: [String]

  package init(
    trending: [TrendingGames], newReleases: [NewRelease], evaluation: EvaluationTable?,
    dataQuality: DataQuality, lists: NightLists, notes: [String] = []
  ) {
    self.trending = trending
    self.newReleases = newReleases
    self.evaluation = evaluation
    self.dataQuality = dataQuality
    self.lists = lists
    self.notes = notes
  }
}
