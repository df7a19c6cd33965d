/// How a blend's weights are chosen.
package struct BlendParameters: Codable, Sendable, Equatable {
  /// The share of a training player's positives that is hidden for the choice.
  package var heldOutShare = 0.2
  /// The maximum number of players used, those with the smallest seeded hash.
  package var players = 2_000
  package var seed: UInt64 = 11
  /// Weights maximize the mean nDCG of the first k.
  package var k = 20
  /// Weights are multiples of 1 / parts; at least 1.
  package var parts = 20
  /// The search compares this many of each model's best games per player, at least k, and the
  /// held-out games.
  package var candidates = 200
  /// A step that gains less is not taken.
  package var minimumGain = 1e-5

  package init() {}
}
