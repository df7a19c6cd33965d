package import FindieDomain

/// How the recommendations of one night were: a row of the series over the nights.
package struct NightHealth: Codable, Hashable, Sendable {
  /// The night's as-of day.
  package let day: Day
  /// The length of the lists that were judged.
  package let cutoff: Int
  /// Mean nDCG and recall of the night's lists on what was held out, from 0 to 1; nil where nothing
  /// was evaluated.
  package let ndcg: Double?
  package let recall: Double?
  /// The share of the games that may be listed that some list holds; nil where no game may be.
  package let coverage: Double?
  /// How unevenly the lists show those games, from 0 to 1.
  package let gini: Double?
  package let lists: NightLists
  /// The night whose models made the lists, where its own were worse; nil for its own.
  package let servedModels: Day?

  package init(
    day: Day, cutoff: Int, ndcg: Double?, recall: Double?, coverage: Double?, gini: Double?,
    lists: NightLists, servedModels: Day? = nil
  ) {
    self.day = day
    self.cutoff = cutoff
    self.ndcg = ndcg
    self.recall = recall
    self.coverage = coverage
    self.gini = gini
    self.lists = lists
    self.servedModels = servedModels
  }
}
