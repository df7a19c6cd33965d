public import FindieDomain

/// The night of a published store.
public struct PublishedNight: Hashable, Sendable {
  /// The as-of day: the lists use events before this day only.
  public let day: Day
  /// The numbers of lists.
  public let counts: PublishedCounts
  /// The number of games in the catalogue, including those no longer for sale.
  public let games: Int
  /// The number of players in the catalogue.
  public let users: Int
}

/// The number of lists that one night published.
public struct PublishedCounts: Hashable, Sendable, Codable {
  /// The number of players with a list.
  public internal(set) var recommendations = 0
  /// The number of games with a list of similar games.
  public internal(set) var similar = 0
  /// The number of lists of trending games: one for all genres and at most one per genre.
  public internal(set) var trending = 0
  /// The number of lists of popular games: one for all genres and at most one per genre.
  public internal(set) var popular = 0
  /// The number of new releases.
  public internal(set) var newReleases = 0
  /// The number of announced games.
  public internal(set) var announced = 0
}
