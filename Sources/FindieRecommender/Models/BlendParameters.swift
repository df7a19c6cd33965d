/// How a blend's weights are chosen.
package struct BlendParameters: Codable, Sendable, Equatable {
  /// The share of a training player's positives that is hidden for the choice.
  package var heldOutShare = 0.2
  /// At most so many players are asked, those with the smallest seeded hash.
  package var players = 2_000
  package var seed: UInt64 = 11
  /// Weights maximize the mean nDCG of the first k.
  package var k = 20
  /// Weights are multiples of one part in so many, at least 1.
  package var parts = 20
  /// The search compares each model's best so many games a player, at least k, and what was hidden.
  package var candidates = 200
  /// A step that gains less is not taken.
  package var leastGain = 1e-5

  package init() {}
}
