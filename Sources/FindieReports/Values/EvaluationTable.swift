/// How the models did on what was held out of their training, side by side.
package struct EvaluationTable: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// Such as "Popularity" or "ALS".
    package let model: String
    /// Mean recall of the first `cutoff`, from 0 to 1.
    package let recall: Double
    /// Mean nDCG of the first `cutoff`, from 0 to 1.
    package let ndcg: Double
    /// The share of the games that anybody was recommended, from 0 to 1.
    package let coverage: Double
    /// Whether tonight's lists come from this model.
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

  /// The length of the lists that were judged.
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
