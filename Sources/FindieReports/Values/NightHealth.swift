package import FindieDomain

/// Metrics of one run's recommendations: one point of the series over all runs.
package struct NightHealth: Codable, Hashable, Sendable {
  /// The run's as-of day.
  package let day: Day
  /// The length of the evaluated lists.
  package let cutoff: Int
  /// Mean nDCG and recall of the run's lists on the held-out positives, from 0 to 1; nil if nothing was
  /// evaluated.
  package let ndcg: Double?
  package let recall: Double?
  /// The share of the games that can be listed that at least one list contains; nil if no game can be.
  package let coverage: Double?
  /// The inequality of those games' exposure, from 0 to 1.
  package let gini: Double?
  package let lists: NightLists
  /// The earlier run whose models made the published lists; nil if the run published its own.
  package let publishedModels: Day?

  package init(
    day: Day, cutoff: Int, ndcg: Double?, recall: Double?, coverage: Double?, gini: Double?,
    lists: NightLists, publishedModels: Day? = nil
  ) {
    self.day = day
    self.cutoff = cutoff
    self.ndcg = ndcg
    self.recall = recall
    self.coverage = coverage
    self.gini = gini
    self.lists = lists
    self.publishedModels = publishedModels
  }
}
