public import FindieDomain

/// What a store was published with.
public struct PublishedNight: Hashable, Sendable {
  /// The night's as-of day.
  public let day: Day
  public let counts: PublishedCounts
  /// Games of the catalogue, those that are out of sale included.
  public let games: Int
  public let users: Int
  public let schemaVersion: Int
}
