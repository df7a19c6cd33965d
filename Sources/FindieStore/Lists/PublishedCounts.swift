/// The number of lists that one night published.
public struct PublishedCounts: Hashable, Sendable, Codable {
  /// The number of players with a list.
  public internal(set) var recommendations = 0
  /// The number of games with a list of similar games.
  public internal(set) var similar = 0
  /// The number of lists of trending games: one of all genres and at most one a genre.
  public internal(set) var trending = 0
  /// The number of new releases.
  public internal(set) var newReleases = 0
  /// The number of announced games.
  public internal(set) var announced = 0
}
