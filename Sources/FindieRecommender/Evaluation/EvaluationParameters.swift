package struct EvaluationParameters: Codable, Sendable, Equatable {
  /// The share of a player's positives that is held out.
  package var heldOutShare = 0.2
  /// The share of the players that never train, where whole players are held out.
  package var heldOutPlayerShare = 0.2
  /// Lists are judged by their first k games.
  package var k = 20
  /// At most so many players are tested, those with the smallest seeded hash.
  package var players = 10_000
  /// How often players are drawn again for an interval.
  package var resamples = 1000
  package var seed: UInt64 = 7

  package init() {}
}
