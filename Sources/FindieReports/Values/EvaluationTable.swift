/// The models' metrics on the held-out test set, side by side.
package struct EvaluationTable: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// Such as "Popularity" or "ALS".
    package let model: String
    /// Mean recall@`cutoff`, from 0 to 1.
    package let recall: Double
    /// Mean nDCG@`cutoff`, from 0 to 1.
    package let ndcg: Double
    /// The share of the games that were recommended to at least one player, from 0 to 1.
    package let coverage: Double
    /// Whether the run published this model's lists.
    package let isPublished: Bool

    package init(
      model: String, recall: Double, ndcg: Double, coverage: Double, isPublished: Bool = false
    ) {
      self.model = model
      self.recall = recall
      self.ndcg = ndcg
      self.coverage = coverage
      self.isPublished = isPublished
    }
  }

  /// What a discount of popularity costs in relevance, and what it gives less known games.
  package struct Discovery: Hashable, Sendable {
    /// The value of `recommendations.discovery`, from 0 to 1.
    package let discovery: Double
    package let ndcg: Double
    /// The Gini coefficient of exposure, from 0 to 1.
    package let gini: Double
    /// The share of entries outside the most popular fifth of the games, from 0 to 1.
    package let longTailShare: Double
    /// Whether the published lists have this value.
    package let isPublished: Bool

    package init(
      discovery: Double, ndcg: Double, gini: Double, longTailShare: Double,
      isPublished: Bool = false
    ) {
      self.discovery = discovery
      self.ndcg = ndcg
      self.gini = gini
      self.longTailShare = longTailShare
      self.isPublished = isPublished
    }
  }

  /// The length of the evaluated lists.
  package let cutoff: Int
  package let playersEvaluated: Int
  package let rows: [Row]
  /// One sentence, such as "ALS, by recall@20 and nDCG@20: better than popularity."
  package let verdict: String
  /// By discount, ascending.
  package let discovery: [Discovery]

  package init(
    cutoff: Int = 20, playersEvaluated: Int, rows: [Row], verdict: String,
    discovery: [Discovery] = []
  ) {
    self.cutoff = cutoff
    self.playersEvaluated = playersEvaluated
    self.rows = rows
    self.verdict = verdict
    self.discovery = discovery
  }
}
