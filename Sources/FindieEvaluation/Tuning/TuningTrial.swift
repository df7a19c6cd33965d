/// A tried point and its results.
package struct TuningTrial: Codable, Sendable, Equatable {
  /// The model's name, as in `ModelRecipe`.
  package let model: String
  /// The difference from the best point at that time, in a few words.
  package let change: String
  package let point: TuningPoint
  /// Whether it was stopped early: its results are those of the few iterations that it had.
  package let isCut: Bool
  /// The number of iterations of ALS; 0 for other models.
  package let iterations: Int
  package let k: Int
  package let nDCG: Interval
  package let recall: Interval
  /// The mean nDCG after the first few iterations, to compare with later trials; nil if it was not
  /// evaluated.
  package let early: Double?
  package let seconds: Double
}

/// The weight of one action, with the interval of weights that are not significantly worse.
package struct LearnedWeight: Codable, Sendable, Equatable {
  /// The action's name.
  package let action: String
  /// How often it occurs.
  package let occurrences: Int
  package let weight: Double
  /// The smallest and the largest tried weight that are not significantly worse than the best one,
  /// at 95 %.
  package let low: Double
  package let high: Double
  /// Whether these are the smallest and the largest weight tried: the interval may go further.
  package let isOpenBelow: Bool
  package let isOpenAbove: Bool
  /// The weights tried, ascending, and the mean nDCG of each.
  package let tried: [Double]
  package let nDCG: [Double]
}

/// A finding of a search. Findings are stored in order, so that a search can be resumed.
package enum TuningFinding: Sendable, Equatable {
  case trial(TuningTrial)
  case weight(LearnedWeight)
}
