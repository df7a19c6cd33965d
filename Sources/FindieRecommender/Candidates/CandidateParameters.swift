/// How many candidates each source names for a player.
package struct CandidateParameters: Codable, Sendable, Equatable {
  /// The best of all games by the factors.
  package var factors = 100
  /// The best by the neighbourhood, and as many by EASE.
  package var neighbors = 60
  /// The first of the night's trending games, and as many of the new releases.
  package var news = 30
  /// The first games that friends are for, the most friends first.
  package var friends = 50
  /// The nearest by genres and tags of the games that fewest players are for
  /// (`GameSignals.littleKnown`), which no model of who likes what can name.
  package var tags = 20
  /// How long a release is new, in days.
  package var freshDays = 60

  package init() {}
}
