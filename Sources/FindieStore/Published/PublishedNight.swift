public import FindieDomain

/// The night of a published store.
public struct PublishedNight: Hashable, Sendable {
  /// The as-of day: the lists use events before this day only.
  public let day: Day
  /// The numbers of lists.
  public let counts: PublishedCounts
  /// The number of games in the catalogue, including those that are out of sale.
  public let games: Int
  /// The number of players in the catalogue.
  public let users: Int
}
