package struct EvaluationParameters: Codable, Sendable, Equatable {
  /// The share of a player's positives that is held out.
  package var heldOutShare = 0.2
  /// The share of players that are held out from training, for the split by players.
  package var heldOutPlayerShare = 0.2
  /// The length of the evaluated lists.
  package var k = 20
  /// The maximum number of players to test; those with the smallest seeded hash are taken.
  package var players = 10_000
  /// The number of bootstrap resamples for an interval.
  package var resamples = 1000
  package var seed: UInt64 = 7

  package init() {}
}
