/// How lists are varied, and the maximum cost in relevance.
package struct VarietyParameters: Codable, Sendable, Equatable {
  /// μ: the weight of the largest cosine with a listed game against the relevance, at least 0; 0
  /// turns it off.
  package var similarityWeight = 0.2
  /// ν: the weight of a game's novelty (`VarietyCatalogue.novelties`) against the relevance, at
  /// least 0; 0 turns it off.
  package var noveltyWeight = 0.2
  /// κ: the weight of a nat of divergence from the player's genres against the mean relevance, at
  /// least 0; 0 turns it off.
  package var calibrationWeight = 0.05
  /// α, above 0 and below 1: the share of the player's own genres in the smoothed distribution, so
  /// that the divergence is finite.
  package var calibrationSmoothing = 0.01
  /// The maximum share of the best list's expected likes that variety may cost, from 0 to 1.
  package var maximumLoss = 0.05
  /// The share of a full list's entries that one studio may have, above 0; one entry it always may.
  package var maximumStudioShare = 0.2

  package init() {}
}
