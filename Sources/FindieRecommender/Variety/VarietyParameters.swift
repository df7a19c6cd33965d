/// How a list is made varied, and what that may cost.
package struct VarietyParameters: Codable, Sendable, Equatable {
  /// What the largest cosine with a game that is listed already weighs against the relevance, at
  /// least 0; 0 turns it off.
  package var similarityWeight = 0.2
  /// What a game's novelty (`VarietyCatalogue.novelties`) weighs against the relevance, at least 0; 0
  /// turns it off.
  package var noveltyWeight = 0.2
  /// What a nat of divergence from the player's genres weighs against the mean relevance, at least
  /// 0; 0 turns it off.
  package var calibrationWeight = 0.05
  /// α, above 0 and below 1: how much of the player's own genres is mixed into the list's, so that
  /// the divergence is finite.
  package var calibrationSmoothing = 0.01
  /// The share of the expected likes of the best list that variety may cost, from 0 to 1.
  package var maximumLoss = 0.05
  /// The share of a full list's entries that one studio may have, above 0; one entry it always may.
  package var maximumStudioShare = 0.2

  package init() {}
}
