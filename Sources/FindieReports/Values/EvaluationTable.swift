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

  /// The length of the evaluated lists.
  package let cutoff: Int
  package let playersEvaluated: Int
  package let rows: [Row]
  /// One sentence, such as "ALS, by recall@20 and nDCG@20: better than popularity."
  package let verdict: String

  package init(cutoff: Int = 20, playersEvaluated: Int, rows: [Row], verdict: String) {
    self.cutoff = cutoff
    self.playersEvaluated = playersEvaluated
    self.rows = rows
    self.verdict = verdict
  }
}
