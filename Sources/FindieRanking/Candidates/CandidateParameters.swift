/// The number of candidates per player from each source.
package struct CandidateParameters: Codable, Sendable, Equatable {
  /// The best of all games by the factors.
  package var factors = 100
  /// The best games by the neighbourhood, and as many by EASE.
  package var neighbors = 60
  /// The first of the night's trending games, and as many of the new releases.
  package var news = 30
  /// The games with positives of two friends or more, those of most friends first.
  package var friends = 50
  /// The most similar by genres and tags of the games with fewest positives
  /// (`GameSignals.littleKnown`), which collaborative models cannot generate.
  package var tags = 20
  /// How long a release is new, in days.
  package var freshDays = 60

  package init() {}
}
