/// One thing that a search tried, and what came of it.
package struct TuningTrial: Codable, Sendable, Equatable {
  /// The model's name, as `ModelRecipe` has it.
  package let model: String
  /// What it differs in from what was best then, in a few words.
  package let change: String
  package let point: TuningPoint
  /// Whether it was stopped early, since it was behind: its figures are those of the few iterations
  /// that it had.
  package let isCut: Bool
  /// How often both halves of ALS were solved for the figures; 0 for other models.
  package let iterations: Int
  package let k: Int
  package let nDCG: Interval
  package let recall: Interval
  /// The mean nDCG after the first few iterations, which later trials are compared with; nil where
  /// there was no such look.
  package let early: Double?
  package let seconds: Double
}

/// How much one action should weigh, with what the players of the validation cannot tell from it.
package struct LearnedWeight: Codable, Sendable, Equatable {
  /// The action's name.
  package let action: String
  /// How often it occurs.
  package let occurrences: Int
  package let weight: Double
  /// The smallest and the largest weight tried that the data do not tell from the best one, at 95 %.
  package let low: Double
  package let high: Double
  /// Whether these are the smallest and the largest weight tried: the interval may go further.
  package let isOpenBelow: Bool
  package let isOpenAbove: Bool
  /// The weights tried, ascending, and the mean nDCG of each.
  package let tried: [Double]
  package let nDCG: [Double]
}

/// What a search has found out, in the order in which it did: as it is stored, it can go on from.
package enum TuningFinding: Sendable, Equatable {
  case trial(TuningTrial)
  case weight(LearnedWeight)
}
